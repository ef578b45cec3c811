import { expect, vi } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../lib/trpc.ts";

/** Origin of the wallet's page in tests. No browser connects to this port. */
export const walletOrigin = "http://127.0.0.1:9";

const frames: HTMLIFrameElement[] = [];

/** Opens a window that records the messages that are sent to it. */
export function recordingWindow(): Window {
  const frame = document.createElement("iframe");
  frame.title = "Recording window";
  document.body.append(frame);
  frames.push(frame);
  if (frame.contentWindow === null) throw new Error("The frame has no window");
  vi.spyOn(frame.contentWindow, "postMessage").mockReturnValue();
  return frame.contentWindow;
}

/** Removes the recording windows of a test. */
export function closeRecordingWindows(): void {
  for (const frame of frames.splice(0)) frame.remove();
}

/** Returns the messages that a window received, each with the origin that it was meant for. */
export const received = (target: Window): unknown[][] => vi.mocked(target.postMessage).mock.calls;

/** Sends a message to the app as a window of an origin. */
export function sayAs(source: Window, data: object, origin = walletOrigin): void {
  window.dispatchEvent(new MessageEvent("message", { data: { hearthWallet: 1, ...data }, origin, source }));
}

/** Replaces the wallet's page in its frame until the end of the test. */
export function fakeWalletPage() {
  const framed = recordingWindow();
  vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get").mockReturnValue(framed);
  vi.spyOn(PublicKeyCredential, "isUserVerifyingPlatformAuthenticatorAvailable").mockResolvedValue(true);
  vi.spyOn(PublicKeyCredential, "getClientCapabilities").mockResolvedValue({ "extension:prf": true });

  /** Waits for the next request to the page. Returns the request with its number. */
  const next = async (): Promise<{ id: string; request: Record<string, unknown> }> => {
    vi.mocked(framed.postMessage).mockClear();
    await expect.element(page.getByRole("dialog", { name: "Your wallet" })).toBeVisible();
    sayAs(framed, { isReady: true });
    await expect.poll(() => received(framed).length).toBe(1);
    const [message] = received(framed)[0] ?? [];
    const isCall = (value: unknown): value is { id: string; request: Record<string, unknown> } =>
      typeof value === "object" && value !== null && "id" in value && "request" in value;
    if (!isCall(message)) throw new Error("The page received another message");
    return message;
  };
  return {
    framed,
    next,
    /** Answers the next request, and returns it. */
    async answerWith(answer: { result: unknown } | { refusal: string }): Promise<Record<string, unknown>> {
      const { id, request } = await next();
      sayAs(framed, { id, ...answer });
      await expect.element(page.getByRole("dialog", { name: "Your wallet" })).not.toBeInTheDocument();
      return request;
    },
  };
}

/** An encrypted key, as the wallet's page wraps it. */
export const keyWrap = { version: 1, iv: "AAAAAAAAAAAAAAAA", data: "A".repeat(64) } as const;

/** A new wallet, as its page answers `create`. */
export function madeWallet(address: string) {
  const response = { clientDataJSON: "AAAA", attestationObject: "AAAA", transports: ["internal"] };
  const registration = { id: "first", rawId: "first", type: "public-key", response, clientExtensionResults: {} } as const;
  return { address, registration, wrap: keyWrap, recoveryWrap: keyWrap, proof: `0x${"1b".repeat(65)}` };
}

/** A passkey's answer to a challenge, as the wallet's page gives it. */
export const shownAssertion = {
  id: "first",
  rawId: "first",
  type: "public-key",
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
  clientExtensionResults: {},
} as const;

/** The account's passkey wallet as the server returns it. */
export function ownPasskeyWallet(address: string): Outputs["passkeyWallet"]["read"] {
  const openings = [{ credentialId: "first", wrap: keyWrap }];
  return {
    wallet: { address, createdAt: "2026-03-02T12:00:00.000Z", openings, recoveryWrap: keyWrap, passkeys: [], mostAtRisk: null },
    ended: [],
  };
}
