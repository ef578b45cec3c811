import { HearthError } from "@hearth/domain/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers, inputsOf, offline } from "../../../testing/answers.ts";
import { keepWalletCopy, readLostWallet } from "../../../lib/wallet-copy.ts";
import { network } from "../../../testing/records.ts";
import { show, signIn } from "../../../testing/render.tsx";
import { PasskeyWalletSection } from "./passkey-wallet-card.tsx";

type Own = Outputs["passkeyWallet"]["read"];
type Wallet = NonNullable<Own["wallet"]>;

const walletOrigin = "http://127.0.0.1:9"; // No browser connects to this port
const address = "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B";
const wrap = { version: 1, iv: "AAAAAAAAAAAAAAAA", data: "A".repeat(64) } as const;
const times = { createdAt: "2026-11-20T12:00:00.000Z", lastUsedAt: null };
const phone: Wallet["passkeys"][number] = { _id: "wpk_phone", name: "My phone", isBackedUp: true, ...times };
const laptop: Wallet["passkeys"][number] = { ...phone, _id: "wpk_laptop", name: "Laptop", isBackedUp: false };

function own(passkeys = [phone, laptop]): Own {
  const openings = passkeys.map(({ _id }) => ({ credentialId: _id, wrap }));
  return { wallet: { address, createdAt: times.createdAt, openings, recoveryWrap: wrap, passkeys, mostAtRisk: null }, ended: [] };
}

beforeEach(() =>
  answers({
    "payments.network": () => network({ walletOrigin }),
    "passkeyWallet.read": () => own(),
    "passkeyWallet.contents": () => ({ usdcUnits: "0", scheduledPayments: 0, openPayments: 0 }),
    "passkeyWallet.sends": () => ({ sends: [], leftToday: 5, mostADay: 5 }),
  }),
);
afterEach(() => vi.restoreAllMocks());

const showSection = () => show(<PasskeyWalletSection canSetUp />);
const openHere = page.getByRole("button", { name: "Open on this device with the recovery code" });

it("lists the passkeys that open the wallet, and says which exist on one device only", async () => {
  await showSection();
  const ofPasskey = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  const phoneWords = "My phoneAdded Nov 20, 2026 · Not used yet · Synced to your other devicesRenameRemove";
  await expect.element(ofPasskey("My phone")).toHaveTextContent(phoneWords);
  await expect.element(ofPasskey("Laptop")).toHaveTextContent("LaptopAdded Nov 20, 2026 · Not used yet · On one device onlyRenameRemove");
  await expect.element(page.getByTitle(address)).toBeVisible();
});

it("says where to set a wallet up if there is none", async () => {
  answers({ "passkeyWallet.read": () => ({ wallet: null, ended: [] }) });
  await showSection();
  await expect.element(page.getByRole("link", { name: "Set up your wallet" })).toHaveAttribute("href", "/smart-wallet-setup");
});

it("says that the server has lost a wallet that this browser knows, and forgets it only after a question", async () => {
  const { _id } = { _id: "usr_lost" };
  signIn({ _id });
  keepWalletCopy(_id, { address, recoveryWrap: wrap });
  answers({ "passkeyWallet.read": () => ({ wallet: null, ended: [] }) });
  await showSection();
  await expect.element(page.getByText("Hearth has lost its record of your wallet")).toBeVisible();
  await expect.element(page.getByTitle(address)).toBeVisible();
  await page.getByRole("button", { name: "I no longer have the code" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "I no longer have the code" }).click();
  await page.getByRole("button", { name: "Forget the wallet" }).click();
  await expect.element(page.getByText("can be your wallet", { exact: false })).toBeVisible();
  expect(readLostWallet(_id, { wallet: null, ended: [] })).toBeNull();
});

it("does not call a wallet lost that was taken out of use, nor that of another account", () => {
  keepWalletCopy("usr_own", { address, recoveryWrap: wrap });
  const nothing: Own = { wallet: null, ended: [] };
  expect(readLostWallet("usr_own", nothing)).toEqual({ address, recoveryWrap: wrap });
  expect(readLostWallet("usr_own", { ...nothing, ended: [{ address, createdAt: times.createdAt }] })).toBeNull();
  expect(readLostWallet("usr_own", { ...nothing, ended: [{ address: address.toLowerCase(), createdAt: times.createdAt }] })).toBeNull();
  expect(readLostWallet("usr_own", own())).toBeNull();
  for (const unreadable of ["{", "null", '{"address":"0x"}']) {
    localStorage.setItem("passkeyWallet.usr_own", unreadable);
    expect(readLostWallet("usr_own", nothing), unreadable).toBeNull();
  }
  expect(readLostWallet("usr_other", nothing)).toBeNull();
});

it("shows nothing where passkey wallets are not offered and there is none", async () => {
  answers({ "payments.network": () => network(), "passkeyWallet.read": () => ({ wallet: null, ended: [] }) });
  await show(<PasskeyWalletSection canSetUp />);
  await show(<PasskeyWalletSection canSetUp={false} />);
  await expect.poll(() => inputsOf("passkeyWallet.read").length).toBeGreaterThan(0);
  await expect.element(page.getByRole("heading", { name: "Passkey wallet" })).not.toBeInTheDocument();
});

it("says that the wallet could not be loaded, and loads it again", async () => {
  answers({ "passkeyWallet.read": offline });
  await showSection();
  await expect.element(page.getByText("Your passkey wallet could not be loaded.")).toBeVisible();
  answers({ "passkeyWallet.read": () => own() });
  await page.getByRole("button", { name: /try again/i }).click();
  await expect.element(page.getByText("My phone")).toBeVisible();
});

it("renames a passkey", async () => {
  answers({ "passkeyWallet.renamePasskey": () => own() });
  await showSection();
  await page.getByRole("button", { name: "Rename Laptop" }).click();
  await page.getByLabelText("Name").fill("Work laptop");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => inputsOf("passkeyWallet.renamePasskey")).toEqual([{ passkeyId: "wpk_laptop", name: "Work laptop" }]);
});

it("asks before it removes a passkey, and says why it could not", async () => {
  const message = "This is the only passkey that opens your wallet. Add another one first.";
  answers({
    "passkeyWallet.read": () => own([phone]),
    "passkeyWallet.removePasskey": () => {
      throw new HearthError("CONFLICT", { message });
    },
  });
  await showSection();
  await page.getByRole("button", { name: "Remove My phone" }).click();
  await expect.element(page.getByText(/does not open your wallet any more/)).toBeVisible();
  expect(inputsOf("passkeyWallet.removePasskey")).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(message);
});

/** Presses a button and answers the next request of the wallet's page, which a window stands for. Returns the requests that it received. */
async function answerAsPage(body: object, button = openHere): Promise<unknown[]> {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const { contentWindow } = frame;
  if (contentWindow === null) throw new Error("The frame has no window");
  const post = vi.spyOn(contentWindow, "postMessage").mockReturnValue();
  vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get").mockReturnValue(contentWindow);
  const say = (data: object) =>
    window.dispatchEvent(new MessageEvent("message", { data: { hearthWallet: 1, ...data }, origin: walletOrigin, source: contentWindow }));
  await button.click();
  await expect.element(page.getByRole("dialog", { name: "Your wallet" })).toBeVisible();
  say({ isReady: true });
  const messages: unknown[] = post.mock.calls.map(([message]) => message);
  const [message] = messages;
  say({ id: typeof message === "object" && message !== null && "id" in message ? message.id : "", ...body });
  frame.remove();
  return messages;
}

const begun = { challenge: "Y2hhbGxlbmdl", userId: "dXNlcg", userName: "maya@hearth.test", displayName: "Maya", existing: ["first"] };
const response = { clientDataJSON: "e30", attestationObject: "bm9uZQ", transports: [] };
const registration = { id: "new", rawId: "new", type: "public-key", response, clientExtensionResults: {} };
const recovered = { registration, wrap, proof: `0x${"1b".repeat(65)}` };

it("opens the wallet on this device by the recovery code, and keeps the new passkey until the server has it", async () => {
  answers({ "passkeyWallet.begin": () => begun, "passkeyWallet.addPasskey": offline });
  await showSection();
  await expect.element(openHere).toBeVisible();
  const [request] = await answerAsPage({ result: recovered });
  expect(request).toMatchObject({ request: { method: "recover", address, wrap, passkey: begun } });
  await expect.element(page.getByRole("alert")).toBeVisible();
  const device: Wallet["passkeys"][number] = { ...phone, _id: "wpk_new", name: "This device" };
  answers({
    "passkeyWallet.addPasskey": () => {
      answers({ "passkeyWallet.read": () => own([phone, device]) });
      return own([phone, device]);
    },
  });
  await openHere.click();
  await expect.element(page.getByText("This device", { exact: true })).toBeVisible();
  expect(inputsOf("passkeyWallet.addPasskey").at(-1)).toMatchObject(recovered);
  expect(inputsOf("passkeyWallet.begin")).toHaveLength(1);
});

it("adds a passkey to a wallet that a passkey of this or another device opens", async () => {
  answers({ "passkeyWallet.begin": () => begun, "passkeyWallet.addPasskey": () => own() });
  await showSection();
  const add = page.getByRole("button", { name: "Add a passkey to this wallet" });
  await expect.element(add).toBeVisible();
  const [request] = await answerAsPage({ result: recovered }, add);
  const openings = own().wallet?.openings;
  expect(request).toMatchObject({ request: { method: "addPasskey", address, openings, passkey: begun } });
  await expect.poll(() => inputsOf("passkeyWallet.addPasskey")).toEqual([{ name: "Passkey 3", ...recovered }]);
});

it("says that nothing was made where the wallet's page was closed", async () => {
  answers({ "passkeyWallet.begin": () => begun });
  await showSection();
  await expect.element(openHere).toBeVisible();
  await answerAsPage({ refusal: "cancelled" });
  await expect
    .element(page.getByText("You closed your wallet's page before it was finished, so nothing was made.", { exact: false }))
    .toBeVisible();
  expect(inputsOf("passkeyWallet.addPasskey")).toEqual([]);
});

it("puts a wallet back into use that was taken out of use, for its maker", async () => {
  answers({
    "passkeyWallet.read": () => ({ wallet: null, ended: [{ address, createdAt: times.createdAt }] }),
    "passkeyWallet.reuse": () => own(),
  });
  await showSection();
  await expect.element(page.getByText(/If you made it yourself, nothing in it is lost/)).toBeVisible();
  answers({ "passkeyWallet.read": () => own() });
  await page.getByRole("button", { name: "I made it, use it again" }).click();
  await expect.element(page.getByText("My phone")).toBeVisible();
  expect(inputsOf("passkeyWallet.reuse")).toEqual([{ address }]);
});
