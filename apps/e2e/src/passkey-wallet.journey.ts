import { networks } from "@hearth/chain/networks";
import { cardWords } from "@hearth/chain/payee-card";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { signTestCard, testBusiness as business, testPayoutWallet } from "@hearth/chain/test-payee-cards";
import { createResult, type newPasskey, recoverResult, type Signable, signResult } from "@hearth/domain/passkey-wallet/messages";
import { walletProofText } from "@hearth/domain/passkey-wallet/proof";
import type { SignedCard } from "@hearth/domain/payee-card";
import type { FrameLocator, Page } from "@playwright/test";
import { type Hex, recoverTypedDataAddress } from "viem";
import { z } from "zod";
import { expect, system, test } from "./hearth.ts";
import { expectFitsPhone } from "./looks.ts";
import { addAuthenticator, walletPage, withAuthenticator } from "./passkey-steps.ts";
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

const hexOf = (text: string): Hex => `0x${text.slice(2)}`;

/** Returns the account whose key signed the rent. */
async function signerOf(answer: unknown, from: Hex): Promise<Hex> {
  const { result } = signed.parse(answer);
  const auth = { from, to: landlord, usdcUnits: 1_450_000_000n, validAfter: 0n, validBefore: 1_900_000_000n, nonce } as const;
  const [signature] = result.signatures.map(hexOf);
  return recoverTypedDataAddress({ ...transferAuthorizationTypedData({ network: networks.local, ...auth }), signature: signature ?? "0x" });
}

test("the passkey wallet signs what it shows, and a recovery code opens it on another device", async ({ page, browser }) => {
  await withAuthenticator(page);
  await page.goto("/login");
  const { address, registration, wrap, recoveryWrap, code } = await makeWallet(page);
  const from = hexOf(address);

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

  // A script can press nothing: the button takes a person's press alone.
  await button.dispatchEvent("click");

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

test("a wallet whose passkey was deleted from the device signs nothing, and says how it is opened again", async ({ page }) => {
  const { session, authenticatorId } = await withAuthenticator(page);
  await page.goto("/login");
  const { address, registration, wrap } = await makeWallet(page);
  await session.send("WebAuthn.clearCredentials", { authenticatorId });
  const { frame, ask, answerTo } = await frameWallet(page);
  const openings = [{ credentialId: registration.id, wrap }];
  await ask({ method: "sign", address, chainId: 84532, openings, items: [rent] });
  await frame.getByRole("button", { name: "Pay $1,450.00" }).click();
  await expect(frame.getByText("open your wallet with the recovery code in your Hearth settings", { exact: false })).toBeVisible();
  await frame.getByRole("button", { name: "Cancel" }).click();
  expect(await answerTo()).toEqual({ hearthWallet: 1, id: "1", refusal: "cancelled" });
});

test("a signature is of the amount that was shown, and a request that is repeated needs another press", async ({ page }) => {
  await withAuthenticator(page);
  await page.goto("/login");
  const { address, registration, wrap } = await makeWallet(page);
  const signing = { method: "sign", address, chainId: 84532, openings: [{ credentialId: registration.id, wrap }], items: [rent] };
  const { frame, answers, ask, answerTo } = await frameWallet(page);

  // The amount is changed under the same number after it was shown.
  await ask(signing);
  await expect(frame.getByRole("heading", { name: "Pay $1,450.00" })).toBeVisible();
  await ask({ ...signing, items: [{ ...rent, usdcUnits: "9000000000" }] });
  expect(await answerTo()).toEqual({ hearthWallet: 1, id: "1", refusal: "busy" });
  await frame.getByRole("button", { name: "Pay $1,450.00" }).click();
  await expect.poll(() => answers.length).toBe(3);
  expect(await signerOf(answers.at(-1), hexOf(address))).toBe(address);

  // The same request again is shown again, and signs nothing by itself.
  await ask(signing);
  await frame.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => answers.at(-1)).toEqual({ hearthWallet: 1, id: "1", refusal: "cancelled" });
  expect(answers).toHaveLength(4);
});

test("a wrap of another wallet is refused, and so are messages of another window of the app", async ({ page }) => {
  await withAuthenticator(page);
  await page.goto("/login");
  const own = await makeWallet(page);
  const other = await makeWallet(page, { ...passkey, userId: "b3RoZXI" });
  const { frame, ask, answerTo } = await frameWallet(page);

  // Another window of the app's own origin asks first. If the wallet took its request, it would show a wallet to be made.
  await page.evaluate(() => document.body.append(Object.assign(document.createElement("iframe"), { name: "stray" })));
  await page.frame("stray")?.evaluate(
    ([request, origin]) => {
      const wallet = [...window.parent.document.querySelectorAll<HTMLIFrameElement>(".wallet")].at(-1);
      wallet?.contentWindow?.postMessage({ hearthWallet: 1, id: "stray", request }, origin);
    },
    [{ method: "create", passkey }, walletOrigin()] as const,
  );
  const openings = [{ credentialId: own.registration.id, wrap: other.wrap }];
  await ask({ method: "sign", address: own.address, chainId: 84532, openings, items: [rent] });
  await frame.getByRole("button", { name: "Pay $1,450.00" }).click();
  expect(await answerTo()).toEqual({ hearthWallet: 1, id: "1", refusal: "wrongPasskey" });

  // The other wallet with its own passkey, under this wallet's address: the key that it opens is not of the address.
  const whole = [{ credentialId: other.registration.id, wrap: other.wrap }];
  await ask({ method: "sign", address: own.address, chainId: 84532, openings: whole, items: [rent] }, "2");
  await frame.getByRole("button", { name: "Pay $1,450.00" }).click();
  expect(await answerTo("2")).toEqual({ hearthWallet: 1, id: "2", refusal: "wrongPasskey" });
});

test("the wallet keeps the card that it paid to, and refuses an older one and another address", async ({ page }) => {
  await withAuthenticator(page);
  await page.goto("/login");
  const { address, registration, wrap } = await makeWallet(page);
  const { frame, ask, answerTo } = await frameWallet(page);
  const [first, next] = [testPayoutWallet("a1"), testPayoutWallet("b2")];
  const one = await signTestCard({ wallet: first.address }, first);
  const two = await signTestCard({ wallet: next.address, before: one }, first);
  let id = 0;
  const payTo = async (to: string, cards: SignedCard[]) => {
    id += 1;
    const items: Signable[] = [{ ...rent, to, payee: { business: business._id, name: business.name, cards } }];
    await ask({ method: "sign", address, chainId: 84532, openings: [{ credentialId: registration.id, wrap }], items }, String(id));
  };
  const expectRefusal = async (sentence: string) => {
    await expect(frame.getByText(sentence)).toBeVisible();
    await frame.getByRole("button", { name: "Back to Hearth" }).click();
    expect(await answerTo(String(id))).toEqual({ hearthWallet: 1, id: String(id), refusal: "payeeChanged" });
  };
  const pay = async () => {
    await frame.getByRole("button", { name: "Pay $1,450.00" }).click();
    signed.parse(await answerTo(String(id)));
  };
  const firstTime = frame.getByText("You pay this business for the first time from this device.");

  await payTo(first.address, [one]);
  await expect(frame.getByText(cardWords(one.card))).toBeVisible();
  await expect(firstTime).toBeVisible();
  await pay();
  await payTo(next.address, [one, two]);
  await expect(frame.getByText(`${business.name} has new words since you last paid.`)).toBeVisible();
  await pay();

  // Each is what a changed database, or whoever runs the server, could ask of the payer.
  await payTo(first.address, [one]);
  await expectRefusal("Hearth showed an older wallet of Juniper Court Apartments than the one that you paid.");
  await payTo(landlord, [one, two]);
  await expectRefusal(`Hearth asked for a payment to ${landlord}.`);
  await payTo(landlord, []);
  await expectRefusal("Hearth showed nothing that Juniper Court Apartments has signed");

  // A page that is opened again still knows the card.
  const again = await frameWallet(page);
  await again.ask({
    method: "sign",
    address,
    chainId: 84532,
    openings: [{ credentialId: registration.id, wrap }],
    items: [{ ...rent, to: next.address, payee: { business: business._id, name: business.name, cards: [one, two] } }],
  });
  await expect(again.frame.getByText(cardWords(two.card))).toBeVisible();
  await expect(again.frame.getByText("for the first time from this device")).toHaveCount(0);
});

test.describe("another site", () => {
  test.use({ allowConsole: [/frame-ancestors/] });

  test("cannot hold the wallet's page in a frame of its own", async ({ page }) => {
    const foreign = "http://other.localhost:1/";
    const body = `<title>Another site</title><iframe src="${walletOrigin()}/" allow="publickey-credentials-get *"></iframe>`;
    await page.route(foreign, (route) => route.fulfill({ contentType: "text/html", body }));
    await page.goto(foreign);
    await expect.poll(() => page.frames().map((frame) => frame.url())).toContain("chrome-error://chromewebdata/");
    await expect(page.frameLocator("iframe").getByText("Hearth wallet")).toHaveCount(0);
  });
});

test("a wallet that is cancelled at its recovery code leaves no passkey behind, and says so", async ({ page }) => {
  const { session, authenticatorId } = await withAuthenticator(page);
  await page.goto("/login");
  const { frame, ask, answerTo } = await frameWallet(page);
  await ask({ method: "create", passkey });
  await frame.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  await expect(frame.getByRole("heading", { name: "Keep your recovery code" })).toBeVisible();
  expect((await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials).toHaveLength(1);
  // Paper has the code, and neither the field nor the buttons
  const main = frame.getByRole("main");
  await main.evaluate(() => Object.assign(window, { print: () => document.body.append("printed") }));
  await frame.getByRole("button", { name: "Print" }).click();
  await expect(frame.getByText("printed")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(frame.getByRole("listitem").first()).toBeVisible();
  await expect(frame.getByLabel(/Type group/)).toBeHidden();
  await expect(frame.getByRole("button", { name: "Print" })).toBeHidden();
  await page.emulateMedia({ media: null });
  await frame.getByRole("button", { name: "Cancel" }).click();
  await expect(frame.getByText(`for ${passkey.userName}`)).toBeVisible();
  await expect.poll(async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials).toEqual([]);
  await frame.getByRole("button", { name: "Back to Hearth" }).click();
  expect(await answerTo()).toEqual({ hearthWallet: 1, id: "1", refusal: "cancelled" });
});

test("a wallet whose page is closed at its recovery code leaves no passkey behind", async ({ page }) => {
  const { session, authenticatorId } = await withAuthenticator(page);
  await page.goto("/login");
  const { frame, ask } = await frameWallet(page);
  await ask({ method: "create", passkey });
  await frame.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  await expect(frame.getByRole("heading", { name: "Keep your recovery code" })).toBeVisible();
  expect((await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials).toHaveLength(1);
  await page.evaluate(() => document.querySelector("iframe")?.remove());
  await expect.poll(async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials).toEqual([]);
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

test("the settings add another device's passkey to a wallet that this device opens", async ({ page }) => {
  const tenant = await makeEnrolled();
  const { session, authenticatorId } = await withAuthenticator(page);
  await enterAs(page, tenant);
  await page.goto("/settings");
  const made = await makeWallet(page, await tenant.client.passkeyWallet.begin.mutate());
  const { code: _code, ...wallet } = made;
  await tenant.client.passkeyWallet.create.mutate({ name: "Laptop", ...wallet });
  await page.reload();
  const own = page.locator("section").filter({ has: page.getByRole("heading", { name: "Passkey wallet" }) });
  await own.getByRole("button", { name: "Add a passkey to this wallet" }).click();
  await walletPage(page).getByRole("button", { name: "Open your wallet" }).click();
  await expect(walletPage(page).getByRole("heading", { name: "Make another passkey" })).toBeVisible();
  await expectFitsPhone(page);
  // Its holder touches the other device, and not this one.
  await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
  const phone = await addAuthenticator(session, "usb");
  await walletPage(page).getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  await expect(own.getByText("Passkey 2")).toBeVisible();

  await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  expect((await session.send("WebAuthn.getCredentials", { authenticatorId: phone })).credentials).toHaveLength(1);
  const { wallet: kept } = await tenant.client.passkeyWallet.read.query();
  const openings = kept?.openings.map(({ credentialId, wrap }) => ({ credentialId, wrap })) ?? [];
  expect(openings).toHaveLength(2);
  const { frame, ask, answerTo } = await frameWallet(page);
  await ask({ method: "sign", address: wallet.address, chainId: 84532, openings, items: [rent] });
  await frame.getByRole("button", { name: "Pay $1,450.00" }).click();
  expect(await signerOf(await answerTo(), hexOf(wallet.address))).toBe(wallet.address);
});

test("the settings open the wallet on another device by its recovery code, and list what opens it", async ({ page, browser }) => {
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
  await expectFitsPhone(device);

  await own.getByRole("button", { name: "Remove Phone" }).click();
  await device.getByRole("dialog", { name: "Remove the passkey?" }).getByRole("button", { name: "Remove" }).click();
  await expect(own.getByRole("listitem")).toHaveCount(1);
  await own.getByRole("button", { name: /^Remove/ }).click();
  await device.getByRole("dialog", { name: "Remove the passkey?" }).getByRole("button", { name: "Remove" }).click();
  await expect(device.getByText("This is the only passkey that opens your wallet.", { exact: false })).toBeVisible();
  await other.close();
});
