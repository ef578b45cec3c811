import { maxSignedAtOnce } from "@hearth/domain/passkey-wallet/sends";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  closeRecordingWindows,
  fakeWalletPage,
  keyWrap,
  received,
  recordingWindow,
  sayAs,
  walletOrigin,
} from "../../testing/fake-wallet-page.ts";
import { onPhone } from "../../testing/render.tsx";
import { askWallet } from "./ask-wallet.ts";

const origin = walletOrigin;
const signature = `0x${"1b".repeat(65)}`;
const request = {
  method: "sign",
  address: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B",
  chainId: 84_532,
  openings: [{ credentialId: "first", wrap: keyWrap }],
  items: [{ kind: "text", text: "Prove it" }],
} as const;
const ask = () => askWallet<"sign">(origin, structuredClone({ ...request, openings: [...request.openings], items: [...request.items] }));

/** Windows that stand for the wallet's page: in the frame, in the popup, and one of another site. */
let framed: Window;
let popped: Window;
let foreign: Window;

beforeEach(() => {
  popped = recordingWindow();
  foreign = recordingWindow();
  ({ framed } = fakeWalletPage());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  closeRecordingWindows();
});

const say = (data: object, { source = framed, from = origin } = {}) => sayAs(source, data, from);
const dialog = page.getByRole("dialog", { name: "Your wallet" });
const signed = { signatures: [signature], credentialId: "first" };

/** Returns the error with which a promise fails. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

/** Waits until the wallet's page in this window has received the request. Returns the request's number. */
async function putTo(target: Window): Promise<string> {
  await expect.element(dialog).toBeVisible();
  say({ isReady: true }, { source: target });
  await expect.poll(() => received(target).length).toBeGreaterThan(0);
  const [message] = received(target).at(-1) ?? [];
  return typeof message === "object" && message !== null && "id" in message ? String(message.id) : "";
}

it("puts the request to the wallet's origin alone, once its page is ready, and returns the answer", async () => {
  const answer = ask();
  await expect.element(dialog.getByText("Opening your wallet")).toBeVisible();
  expect(received(framed)).toEqual([]);
  const id = await putTo(framed);
  expect(received(framed)).toEqual([[{ hearthWallet: 1, id, request }, origin]]);
  await expect.element(dialog.getByText("Opening your wallet")).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.tagName).toBe("IFRAME");
  say({ id, result: signed });
  expect(await answer).toEqual(signed);
  await expect.element(dialog).not.toBeInTheDocument();
});

it("ignores another window, another origin, another request's answer and any other message", async () => {
  const answer = ask();
  const id = await putTo(framed);
  const forged = { signatures: [`0x${"00".repeat(65)}`], credentialId: "forged" };
  say({ id, result: forged }, { source: foreign });
  say({ id, result: forged }, { source: window });
  say({ id, result: forged }, { from: "http://localhost:9" });
  say({ id: "another", result: forged });
  say({ id, result: forged, key: "0x01" });
  say({ id: 1, result: forged });
  window.dispatchEvent(new MessageEvent("message", { data: "text", origin, source: framed }));
  say({ isReady: true }, { source: foreign });
  expect(received(foreign)).toEqual([]);
  say({ id, result: signed });
  expect(await answer).toEqual(signed);
});

it("takes a result of another shape, or with too few signatures, for a refusal", async () => {
  for (const result of [{ ...signed, secret: "0x01" }, { ...signed, signatures: [] }, null]) {
    const failure = failureOf(ask());
    const id = await putTo(framed);
    vi.mocked(framed.postMessage).mockClear();
    say({ id, result });
    expect(await failure).toMatchObject({ failure: "invalid" });
  }
});

it("puts one request at a time, and the next after it", async () => {
  const first = ask();
  await expect(ask()).rejects.toMatchObject({ failure: "busy" });
  say({ id: await putTo(framed), result: signed });
  await first;
  vi.mocked(framed.postMessage).mockClear();
  const second = ask();
  say({ id: await putTo(framed), result: signed });
  expect(await second).toEqual(signed);
});

it("says of a page that was closed while it made a passkey that nothing was made", async () => {
  const passkey = { challenge: "AAAA", userId: "AAAA", userName: "maya@hearth.test", displayName: "Maya Okafor", existing: [] };
  const failure = failureOf(askWallet<"create">(origin, { method: "create", passkey }));
  await putTo(framed);
  await dialog.getByRole("button", { name: "Close" }).click();
  expect(await failure).toMatchObject({ failure: "unmade", code: 4001 });
});

it("is cancelled by Escape and by Close, and returns the focus", async () => {
  const button = document.createElement("button");
  button.textContent = "Pay";
  document.body.append(button);
  for (const leave of [() => userEvent.keyboard("{Escape}"), () => dialog.getByRole("button", { name: "Close" }).click()]) {
    button.focus();
    const failure = failureOf(ask());
    await expect.element(dialog.getByRole("button", { name: "Close" })).toHaveFocus();
    await leave();
    expect(await failure).toMatchObject({ failure: "cancelled", code: 4001 });
    await expect.poll(() => document.activeElement).toBe(button);
  }
  button.remove();
});

it("says that the wallet's page did not come, and opens it again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answer = ask();
  await expect.element(dialog.getByText("Opening your wallet")).toBeVisible();
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  await expect.element(dialog.getByText("Your wallet's page did not open")).toBeVisible();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByText("Opening your wallet")).toBeVisible();
  say({ id: await putTo(framed), result: signed });
  expect(await answer).toEqual(signed);
});

it("opens a window where the browser refuses passkeys in a frame, and closes it with the answer", async () => {
  const close = vi.spyOn(popped, "close").mockReturnValue();
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const answer = ask();
  const id = await putTo(framed);
  say({ id, refusal: "unsupported" });
  await dialog.getByRole("button", { name: "Open in a window" }).click();
  await expect.element(dialog.getByText("Your browser blocked the window")).toBeVisible();
  open.mockReturnValue(popped);
  await dialog.getByRole("button", { name: "Open in a window" }).click();
  await expect.element(dialog.getByText("Waiting for you in your wallet's window")).toBeVisible();
  say({ id, result: signed }); // The frame is gone, and may not answer any more
  const inWindow = await putTo(popped);
  expect(inWindow).not.toBe(id);
  say({ id: inWindow, result: signed }, { source: popped });
  expect(await answer).toEqual(signed);
  expect(close).toHaveBeenCalledOnce();
});

it("ends where the window cannot do it either, or is closed", async () => {
  vi.spyOn(popped, "close").mockReturnValue();
  vi.spyOn(window, "open").mockReturnValue(popped);
  const unsupported = failureOf(ask());
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Open in a window" }).click();
  say({ id: await putTo(popped), refusal: "unsupported" }, { source: popped });
  expect(await unsupported).toMatchObject({ failure: "unsupported" });

  const closed = failureOf(ask());
  await dialog.getByRole("button", { name: "Open in a window" }).click();
  vi.spyOn(popped, "closed", "get").mockReturnValue(true);
  expect(await closed).toMatchObject({ failure: "cancelled" });
});

it("fills a phone, with many items to sign", async () => {
  await onPhone();
  const items = Array.from({ length: maxSignedAtOnce }, (_, index) => ({ kind: "text", text: `Month ${index}` }) as const);
  const answer = askWallet<"sign">(origin, { ...structuredClone({ ...request, openings: [...request.openings] }), items });
  const id = await putTo(framed);
  const { width, height } = dialog.element().getBoundingClientRect();
  expect([width, height]).toEqual([390, 844]);
  say({ id, result: { ...signed, signatures: items.map(() => signature) } });
  expect((await answer).signatures).toHaveLength(maxSignedAtOnce);
});
