import { expect, it } from "vitest";
import { passkeyWalletSupport } from "./passkey-wallet-support.ts";

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1";

interface Browser {
  userAgent?: string;
  capabilities?: Record<string, boolean>;
  hasPlatform?: boolean;
}

const supportOf = ({ userAgent = chrome, capabilities, hasPlatform = true }: Browser) =>
  passkeyWalletSupport({
    userAgent,
    credential: {
      ...(capabilities && { getClientCapabilities: () => Promise.resolve(capabilities) }),
      isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(hasPlatform),
    },
  });

it("offers the wallet where this device, or a phone beside it, can unlock it", async () => {
  expect(await supportOf({})).toBe("possible");
  expect(await supportOf({ userAgent: safari, capabilities: { "extension:prf": true } })).toBe("possible");
  expect(await supportOf({ hasPlatform: false, capabilities: { hybridTransport: true } })).toBe("possible");
});

it("does not offer it without passkeys, without PRF, and without anything that could unlock it", async () => {
  expect(await passkeyWalletSupport({ userAgent: chrome, credential: null })).toBe("impossible");
  expect(await supportOf({ capabilities: { "extension:prf": false } })).toBe("impossible");
  expect(await supportOf({ hasPlatform: false })).toBe("impossible");
  expect(await supportOf({ hasPlatform: false, capabilities: { hybridTransport: false } })).toBe("impossible");
});

it.each([
  `${chrome.replace("Chrome", "Version/4.0 Chrome").replace("x64)", "x64; wv)")}`,
  safari.replace(" Version/18.4", "").replace(" Safari/604.1", ""),
  `${safari} Instagram 300.0.0.1`,
  `${safari} [FBAN/FBIOS;FBAV/450.0]`,
])("knows a page that is shown inside another app: %s", async (userAgent) => {
  expect(await supportOf({ userAgent })).toBe("insideApp");
});
