import { networks } from "@hearth/chain/networks";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { createResult, type newPasskey, recoverResult, type Signable, signResult } from "@hearth/domain/passkey-wallet/messages";
import { walletProofText } from "@hearth/domain/passkey-wallet/proof";
import type { FrameLocator, Page } from "@playwright/test";
import { type Hex, recoverTypedDataAddress } from "viem";
import { z } from "zod";
import { bothScreens, expect, system, test } from "./hearth.ts";
import { withAuthenticator } from "./passkey-steps.ts";
import { enterAs, makeEnrolled } from "./people.ts";

const walletOrigin = () => system.url.replace("//localhost", "//wallet.localhost");
const passkey = { challenge: "Y2hhbGxlbmdl", userId: "dXNlcg", userName: "jonah@hearth.test", displayName: "Jonah", existing: [] };
const nonce = `0x${"11".repeat(32)}` as const;
const landlord = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const rent: Signable = { kind: "transfer", to: landlord, usdcUnits: "1450000000", validAfter: "0", validBefore: "1900000000", nonce };

/** The wallet's page in a frame of an app's page, with what it answered so far. */
interface FramedWallet {
  frame: FrameLocator;
  answers: unknown[];
  ask(request: unknown, id?: string): Promise<void>;
  answerTo(id?: string): Promise<unknown>;
}

let frames = 0;

/** Opens the wallet's page in a frame of an app's page. */
async function frameWallet(page: Page): Promise<FramedWallet> {
  const id = `wallet${++frames}`;
  const answers: unknown[] = [];
  await page.exposeFunction(`hear${id}`, (answer: unknown) => void answers.push(answer));
  await page.evaluate(
    ([origin, name]) => {
      document.querySelector(".wallet")?.remove();
      const frame = Object.assign(document.createElement("iframe"), { id: name, className: "wallet", src: `${origin}/` });
      frame.allow = "publickey-credentials-get; publickey-credentials-create";
      frame.style.cssText = "position:fixed;top:0;left:0;width:min(420px,100vw);height:640px;z-index:2147483647;border:0;background:#fff";
      const hear: unknown = Reflect.get(window, `hear${name}`);
      window.addEventListener("message", ({ data, source }) => {
        if (source === frame.contentWindow && typeof hear === "function") hear(data);
      });
      document.body.append(frame);
    },
    [walletOrigin(), id] as const,
  );
  await expect.poll(() => answers).toEqual([{ hearthWallet: 1, isReady: true }]);
  const isAbout = (about: string) => (answer: unknown) =>
    typeof answer === "object" && answer !== null && "id" in answer && answer.id === about;
  return {
    frame: page.frameLocator(`#${id}`),
    answers,
    ask: (request, about = "1") =>
      page.evaluate(
        ([body, origin, name]) => document.querySelector<HTMLIFrameElement>(`#${name}`)?.contentWindow?.postMessage(body, origin),
        [{ hearthWallet: 1, id: about, request }, walletOrigin(), id] as const,
      ),
    answerTo: async (about = "1") => {
      await expect.poll(() => answers.some(isAbout(about))).toBe(true);
      return answers.find(isAbout(about));
    },
  };
}

/** The results of the wallet's methods. Their shapes are strict, so a field too much fails here. */
const made = z.strictObject({ hearthWallet: z.literal(1), id: z.string(), result: createResult });
const added = z.strictObject({ hearthWallet: z.literal(1), id: z.string(), result: recoverResult });
const signed = z.strictObject({ hearthWallet: z.literal(1), id: z.string(), result: signResult });

/** Makes a wallet as a person does, who writes the recovery code down. */
async function makeWallet(page: Page, holder: z.infer<typeof newPasskey> = passkey) {
  const { frame, ask, answerTo } = await frameWallet(page);
  await ask({ method: "create", passkey: holder });
  await frame.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  const groups = await frame.getByRole("listitem").allTextContents();
  const field = frame.getByLabel(/Type group \d of the code/);
  const asked = Number(/\d/.exec((await frame.getByText(/Type group/).textContent()) ?? "")?.[0]);
  await field.fill("0000");
  await frame.getByRole("button", { name: "I saved the code" }).click();
  await expect(frame.getByText(`That is not group ${asked}. Please look at the code again.`)).toBeVisible();
  await field.fill((groups[asked - 1] ?? "").toLowerCase());
  await frame.getByRole("button", { name: "I saved the code" }).click();
  const { result } = made.parse(await answerTo());
  return { ...result, code: groups.join(" ") };
}

/** Returns the account whose key signed the rent. */
async function signerOf(answer: unknown, from: Hex): Promise<Hex> {
  const { result } = signed.parse(answer);
  const auth = { from, to: landlord, usdcUnits: 1_450_000_000n, validAfter: 0n, validBefore: 1_900_000_000n, nonce } as const;
  const [signature] = result.signatures.map((text): Hex => `0x${text.slice(2)}`);
  return recoverTypedDataAddress({ ...transferAuthorizationTypedData({ network: networks.local, ...auth }), signature: signature ?? "0x" });
}

test("the passkey wallet signs what it shows, and a recovery code opens it on another device", async ({ page, browser }) => {
  await withAuthenticator(page);
  await page.goto("/login");
  const { address, registration, wrap, recoveryWrap, code } = await makeWallet(page);
  const from: Hex = `0x${address.slice(2)}`;

  const own = await frameWallet(page);
  const signing = { method: "sign", address, chainId: 84532, openings: [{ credentialId: registration.id, wrap }], items: [rent] };
  await own.ask(signing);
  await expect(own.frame.getByRole("heading", { name: "Pay $1,450.00" })).toBeVisible();
  await expect(own.frame.getByText(landlord)).toBeVisible();
  await own.frame.getByRole("button", { name: "Pay $1,450.00" }).click();
  expect(await signerOf(await own.answerTo(), from)).toBe(address);

  const other = await browser.newContext({ baseURL: system.url });
  const device = await other.newPage();
  await withAuthenticator(device);
  await device.goto("/login");
  const { frame, ask, answerTo } = await frameWallet(device);
  await ask({ method: "recover", address, wrap: recoveryWrap, passkey: { ...passkey, existing: [registration.id] } });
  await frame.getByLabel("Recovery code").fill(code.slice(1));
  await frame.getByRole("button", { name: "Open my wallet" }).click();
  await expect(frame.getByText("That is not a recovery code.")).toBeVisible();
  await frame.getByLabel("Recovery code").fill(code.toLowerCase());
  await frame.getByRole("button", { name: "Open my wallet" }).click();
  await frame.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  const { result } = added.parse(await answerTo());
  const second = await frameWallet(device);
  await second.ask({ ...signing, openings: [{ credentialId: result.registration.id, wrap: result.wrap }] });
  await second.frame.getByRole("button", { name: "Pay $1,450.00" }).click();
  expect(await signerOf(await second.answerTo(), from)).toBe(address);
  await other.close();
});

test("a script in the app gets no key and no signature without a press inside the wallet", async ({ page }) => {
  const { session, authenticatorId } = await withAuthenticator(page);
  await page.goto("/login");
  const { address, registration, wrap } = await makeWallet(page);
  const openings = [{ credentialId: registration.id, wrap }];
  const signing = { method: "sign", address, chainId: 84532, openings, items: [rent] };

  // The app's origin cannot ask for the wallet's passkey.
  const failure = await page.evaluate(async (hostname) => {
    const publicKey = { challenge: new Uint8Array(32), rpId: hostname, extensions: { prf: { eval: { first: new Uint8Array(32) } } } };
    return navigator.credentials.get({ publicKey }).then(
      () => "opened",
      (error: Error) => error.name,
    );
  }, new URL(walletOrigin()).hostname);
  expect(failure).toBe("SecurityError");

  // A covered button cannot be pressed, although the layer above lets the pointer through.
  const { frame, answers, ask, answerTo } = await frameWallet(page);
  await page.evaluate(() => {
    const layer = Object.assign(document.createElement("div"), { id: "layer" });
    layer.style.cssText = "position:fixed;inset:0;z-index:2147483647;background:#fff;pointer-events:none";
    document.body.append(layer);
  });
  await ask(signing);
  const button = frame.getByRole("button", { name: "Pay $1,450.00" });
  await expect(frame.getByText("Something covers this page.")).toBeVisible();
  await expect(button).toBeDisabled();
  await page.evaluate(() => document.querySelector("#layer")?.remove());
  await expect(button).toBeEnabled();
  await expect(frame.getByText("Something covers this page.")).toBeHidden();

  // A request beside the first one is refused, and a method that does not exist gets no answer.
  await ask(signing, "2");
  expect(await answerTo("2")).toEqual({ hearthWallet: 1, id: "2", refusal: "busy" });
  await ask({ method: "sweep" }, "3");

  // Without the holder's finger nothing is signed, and they can try again.
  await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await button.click();
  await expect(frame.getByText("Your passkey was not used. You can try again.")).toBeVisible();
  await frame.getByRole("button", { name: "Cancel" }).click();
  expect(await answerTo()).toEqual({ hearthWallet: 1, id: "1", refusal: "cancelled" });
  expect(answers).toHaveLength(3);
  await expect(frame.getByRole("heading", { name: "Nothing was signed" })).toBeVisible();

  // The proof of a new passkey is not to be had as a text.
  const text = walletProofText({ address, challenge: passkey.challenge });
  await ask({ ...signing, items: [{ kind: "text", text }] }, "4");
  expect(await answerTo("4")).toEqual({ hearthWallet: 1, id: "4", refusal: "invalid" });
});

test("a wallet that is cancelled at its recovery code leaves no passkey behind, and says so", async ({ page }) => {
  const { session, authenticatorId } = await withAuthenticator(page);
  await page.goto("/login");
  const { frame, ask, answerTo } = await frameWallet(page);
  await ask({ method: "create", passkey });
  await frame.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  await expect(frame.getByRole("heading", { name: "Keep your recovery code" })).toBeVisible();
  expect((await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials).toHaveLength(1);
  await frame.getByRole("button", { name: "Cancel" }).click();
  await expect(frame.getByText(`for ${passkey.userName}`)).toBeVisible();
  await expect.poll(async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials).toEqual([]);
  await frame.getByRole("button", { name: "Back to Hearth" }).click();
  expect(await answerTo()).toEqual({ hearthWallet: 1, id: "1", refusal: "cancelled" });
});

test("another site cannot ask the wallet in a window", async ({ page }) => {
  const foreign = "http://other.localhost:1/";
  await page.route(foreign, (route) => route.fulfill({ contentType: "text/html", body: "<title>Another site</title>" }));
  await page.goto(foreign);
  const popup = page.waitForEvent("popup");
  await page.evaluate((origin) => void window.open(`${origin}/`, "walletWindow"), walletOrigin());
  const opened = await popup;
  await opened.waitForLoadState();
  await page.evaluate(([request, origin]) => window.open("", "walletWindow")?.postMessage({ hearthWallet: 1, id: "1", request }, origin), [
    { method: "create", passkey },
    walletOrigin(),
  ] as const);
  await expect(opened.getByText("Hearth wallet")).toBeVisible();
  await expect(opened.getByRole("button")).toHaveCount(0);
});

test(
  "the settings open the wallet on another device by its recovery code, and list what opens it",
  bothScreens,
  async ({ page, browser }) => {
    const tenant = await makeEnrolled();
    await withAuthenticator(page);
    await enterAs(page, tenant);
    await page.goto("/settings");
    const { code, ...made } = await makeWallet(page, await tenant.client.passkeyWallet.begin.mutate());
    await tenant.client.passkeyWallet.create.mutate({ name: "Phone", ...made });

    const other = await browser.newContext({ baseURL: system.url });
    const device = await other.newPage();
    await withAuthenticator(device);
    await enterAs(device, tenant);
    await device.goto("/settings");
    const own = device.locator("section").filter({ has: device.getByRole("heading", { name: "Passkey wallet" }) });
    await expect(own.getByRole("listitem")).toHaveCount(1);
    await own.getByRole("button", { name: "Open on this device with the recovery code" }).click();
    const wallet = device.getByRole("dialog", { name: "Your wallet" }).frameLocator("iframe");
    await wallet.getByLabel("Recovery code").fill(code);
    await wallet.getByRole("button", { name: "Open my wallet" }).click();
    await wallet.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
    await expect(own.getByRole("listitem")).toHaveCount(2);
    await expect(own.getByText("On one device only").first()).toBeVisible();

    await own.getByRole("button", { name: "Remove Phone" }).click();
    await device.getByRole("dialog", { name: "Remove the passkey?" }).getByRole("button", { name: "Remove" }).click();
    await expect(own.getByRole("listitem")).toHaveCount(1);
    await own.getByRole("button", { name: /^Remove/ }).click();
    await device.getByRole("dialog", { name: "Remove the passkey?" }).getByRole("button", { name: "Remove" }).click();
    await expect(device.getByText("This is the only passkey that opens your wallet.", { exact: false })).toBeVisible();
    await other.close();
  },
);
