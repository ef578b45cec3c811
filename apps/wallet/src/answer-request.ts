import type { WalletRefusal, WalletRequest, WalletResult } from "@hearth/domain/passkey-wallet/messages";
import { walletProofText } from "@hearth/domain/passkey-wallet/proof";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { element, guardedButton, plainButton, say, show, takeBack } from "./page.ts";
import { answerChallenge, CeremonyFailed, forgetPasskey, makePasskey, showPasskey } from "./passkey.ts";
import { judgePayees, type RefusedPayee } from "./payees.ts";
import { groupsOf, makeRecoveryCode, readRecoveryCode, readTyped, secretOf } from "./recovery-code.ts";
import { mayBeTogether, maySign, networkOf, type Shown, showItems, signItems, warnings } from "./signing.ts";
import { makeKey, openKey, wrapKey, WrongOpener } from "./wallet-key.ts";

type Of<Method extends WalletRequest["method"]> = Extract<WalletRequest, { method: Method }>;

/** The wallet gives no result. Hearth's page receives the reason. */
export class Refused extends Error {
  override name = "Refused";
  readonly reason: WalletRefusal;
  constructor(reason: WalletRefusal, cause?: unknown) {
    super(`The wallet refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Answers a request after its holder has read it, pressed, and shown a passkey. The key is dropped at the end. @throws Refused. */
export function answerRequest(request: WalletRequest): Promise<WalletResult> {
  if (request.method === "create") return create(request);
  if (request.method === "export") return exportKey(request);
  if (request.method === "addPasskey") return addPasskey(request);
  if (request.method === "signIn" || request.method === "confirm") return showForHearth(request);
  return request.method === "sign" ? sign(request) : recover(request);
}

const existsWords = "This device already has a passkey of this wallet, so you do not need another one.";
const unusedWords = "Your passkey was not used. You can try again.";
/** A browser does not say whether its holder cancelled or the passkey is gone. */
const lostWords = `${unusedWords} If this device no longer has it, open your wallet with the recovery code in your Hearth settings.`;
const coveredWords = "Something covers this page. Please make all of it visible, and you can go on.";

/**
 * Shows a screen until its act succeeds or its holder cancels. A ceremony that was cancelled or failed says so and can be tried again. @throws Refused where the
 * holder cancels, or the device cannot do it.
 */
function ask<Result>(heading: string, body: Node[], label: string, act: () => Promise<Result>, unused = unusedWords): Promise<Result> {
  return new Promise((resolve, reject) => {
    const buttons = element("p", "buttons");
    const offer = () => {
      const press = guardedButton(
        label,
        () => void attempt(),
        (isVisible) => (isVisible ? takeBack(coveredWords) : say(coveredWords)),
      );
      buttons.replaceChildren(
        press,
        plainButton("Cancel", () => reject(new Refused("cancelled"))),
      );
    };
    const attempt = async () => {
      say("Waiting for your passkey…");
      try {
        resolve(await act());
      } catch (error) {
        if (error instanceof CeremonyFailed && error.reason === "unsupported") return reject(new Refused("unsupported", error));
        if (error instanceof WrongOpener) return reject(new Refused("wrongPasskey", error));
        if (!(error instanceof CeremonyFailed)) return reject(new Refused("invalid", error));
        offer();
        say(error.reason === "exists" ? existsWords : unused);
      }
    };
    offer();
    show(heading, ...body, buttons);
  });
}

async function create({ passkey }: Of<"create">): Promise<WalletResult> {
  const words = [
    element("p", "", "Your phone's or laptop's own unlock makes a wallet that is yours alone. Hearth cannot open it."),
    element("p", "", `For ${passkey.userName}`),
  ];
  const made = await ask("Make your wallet", words, "Continue with Face ID, fingerprint or PIN", () => makePasskey(passkey));
  return orForget(made, passkey, async () => {
    const secret = await secretFor(made);
    const key = makeKey();
    const { address } = privateKeyToAccount(key);
    const code = await makeRecoveryCode();
    await keepCode(code);
    return {
      address,
      registration: made.registration,
      wrap: await wrapKey(key, { kind: "passkey", secret }),
      recoveryWrap: await wrapKey(key, { kind: "recoveryCode", secret: secretOf(code) }),
      proof: await prove(key, passkey.challenge),
    };
  });
}

type Made = Awaited<ReturnType<typeof makePasskey>>;

/** Returns the secret of a new passkey. Some devices give it only when the passkey is shown. */
async function secretFor({ secret, registration }: Made): Promise<Uint8Array<ArrayBuffer>> {
  return secret ?? (await ask("Confirm your passkey", [], "Continue", () => showPasskey([registration.id]))).secret;
}

/**
 * Goes on after a passkey was made. If that ends without a result, also because the page is closed, the passkey opens nothing: this signals it to the browser.
 * Where the page stays, it says to its holder that the passkey can be deleted.
 */
async function orForget<Result>(
  { registration }: Made,
  { userName }: Of<"create">["passkey"],
  goOn: () => Promise<Result>,
): Promise<Result> {
  const onLeave = () => void forgetPasskey(registration.id);
  window.addEventListener("pagehide", onLeave);
  try {
    return await goOn();
  } catch (error) {
    await forgetPasskey(registration.id);
    const words = `Your device may still list a passkey "Hearth wallet" for ${userName} from just now. It opens nothing, and you can delete it.`;
    await new Promise<void>((resolve) => show("Nothing was made", element("p", "", words), plainButton("Back to Hearth", resolve)));
    throw error;
  } finally {
    window.removeEventListener("pagehide", onLeave);
  }
}

/** Shows the recovery code once, and has its holder type a part of it, so that nobody goes on without a copy. */
function keepCode(code: string): Promise<void> {
  const groups = groupsOf(code);
  const asked = 2 + Math.floor(Math.random() * (groups.length - 3));
  return new Promise((resolve, reject) => {
    const field = element("input", "");
    Object.assign(field, { id: "part", autocomplete: "off", autocapitalize: "characters", spellcheck: false, maxLength: 8 });
    const label = element("label", "", `Type group ${asked + 1} of the code`);
    label.htmlFor = field.id;
    const form = element("form", "", label, field);
    const done = element("button", "primary", "I saved the code");
    form.append(
      element(
        "p",
        "buttons",
        done,
        plainButton("Print", () => window.print()),
        plainButton("Cancel", () => reject(new Refused("cancelled"))),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (readTyped(field.value) === groups[asked]) return resolve();
      say(`That is not group ${asked + 1}. Please look at the code again.`);
      field.focus();
    });
    show(
      "Keep your recovery code",
      element("p", "", "It opens your wallet if you lose this device. It is shown only now. Whoever has it can take the money."),
      element("ol", "code", ...groups.map((group) => element("li", "", group))),
      form,
    );
  });
}

async function sign({ address, chainId, openings, items }: Of<"sign">): Promise<WalletResult> {
  const network = networkOf(chainId);
  if (network === null || !items.every((item) => maySign(item, network)) || !mayBeTogether(items)) throw new Refused("invalid");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const payees = await judgePayees({ items, network, storage: () => localStorage, now: Date.now(), timeZone });
  if ("refusal" in payees) return refusePayee(payees);
  const shown = showItems(items, network, timeZone, payees.facts);
  const notes = [...warnings(items, address), ...payees.notes].map((note) => element("p", "note", note));
  const body = [...notes, ...shown.items.map((item) => itemCard(item, shown.items.length > 1))];
  const open = async () => {
    const { key, credentialId } = await openByPasskey(address, openings);
    return { signatures: await signItems(items, key, network), credentialId };
  };
  const signed = await ask(shown.title, body, shown.button, open, lostWords);
  payees.keep();
  return signed;
}

/**
 * Answers a challenge of Hearth's server with a passkey, to sign in or to confirm who it is. The ceremony asks for no secret, so the wallet's key cannot be
 * opened by it.
 */
async function showForHearth(request: Of<"signIn"> | Of<"confirm">): Promise<WalletResult> {
  const isSignIn = request.method === "signIn";
  const words = isSignIn
    ? "Your passkey signs you in. It moves no money, and your wallet stays closed."
    : "Hearth asks for your passkey before something important. It moves no money, and your wallet stays closed.";
  const heading = isSignIn ? "Sign in to Hearth" : "Confirm that it is you";
  const act = () => answerChallenge(request.challenge, isSignIn ? [] : request.credentialIds);
  return { assertion: await ask(heading, [element("p", "", words)], "Continue with Face ID, fingerprint or PIN", act) };
}

/** Says to the holder why nothing is signed. A sighting is stored with a press that only a person who sees the page can make. @throws Refused. */
function refusePayee({ refusal: { heading, sentences }, keep }: RefusedPayee): Promise<never> {
  return new Promise((_, reject) => {
    const back = guardedButton(
      "Back to Hearth",
      () => {
        keep();
        reject(new Refused("payeeChanged"));
      },
      () => {},
    );
    show(heading, ...sentences.map((sentence) => element("p", "", sentence)), element("p", "buttons", back));
  });
}

/** Opens the wallet by one of its passkeys. Returns its key, and the passkey that was shown. @throws CeremonyFailed, WrongOpener. */
async function openByPasskey(address: string, openings: Of<"sign">["openings"]): Promise<{ key: Hex; credentialId: string }> {
  const { credentialId, secret } = await showPasskey(openings.map((opening) => opening.credentialId));
  const opening = openings.find((one) => one.credentialId === credentialId);
  if (opening === undefined) throw new WrongOpener("The passkey is not of this wallet.");
  return { key: await openKey(opening.wrap, { kind: "passkey", secret }, hexOf(address)), credentialId };
}

/** Time for which a key is shown. */
const keyShownMs = 120_000;

/** Shows the wallet's key to its holder, after a warning, a ceremony and a second press. The answer to Hearth's page contains nothing of it. */
async function exportKey({ address, openings }: Of<"export">): Promise<WalletResult> {
  const warning = [
    element(
      "p",
      "",
      "Anyone who has the key can take all the money in this wallet, now and later. No one can undo that, and the key cannot be changed.",
    ),
    element("p", "", "Hearth never asks you for it. If someone told you to open this page, close it."),
    element("p", "", "You need the key only to use this wallet in another app."),
  ];
  const { key } = await ask("See the key of your wallet", warning, "Continue with Face ID, fingerprint or PIN", () =>
    openByPasskey(address, openings),
  );
  const look = element("p", "", "Make sure that no one else sees your screen, and that it is not shared or recorded.");
  await ask("The key is ready", [look], "Show the key", async () => {});
  await new Promise<void>((resolve) => {
    const hide = setTimeout(resolve, keyShownMs);
    const facts = element("dl", "", element("dt", "", "Wallet"), element("dd", "", address), element("dt", "", "Key"));
    facts.append(element("dd", "key", key));
    show(
      "The key of your wallet",
      element("section", "item", facts),
      element("p", "", "Keep it where no one else finds it. It disappears from here after two minutes."),
      plainButton("I am done", () => {
        clearTimeout(hide);
        resolve();
      }),
    );
  });
  return { wasShown: true };
}

function itemCard({ act, facts }: Shown, hasOthers: boolean): HTMLElement {
  const list = element("dl", "");
  for (const { label, value } of facts) list.append(element("dt", "", label), element("dd", label === "Message" ? "message" : "", value));
  return element("section", "item", ...(hasOthers ? [element("h2", "", act)] : []), list);
}

async function recover({ address, wrap, passkey }: Of<"recover">): Promise<WalletResult> {
  const key = await askForCode(address, wrap);
  return addOpener(key, passkey, "From now on this device opens your wallet too. Its address stays the same.");
}

async function addPasskey({ address, openings, passkey }: Of<"addPasskey">): Promise<WalletResult> {
  const words = [
    element(
      "p",
      "",
      "First, open your wallet with a passkey that you have. If it is on another device, choose that, and scan the QR code.",
    ),
    element("p", "", `Wallet ${address}`),
  ];
  const { key } = await ask("Add a passkey", words, "Open your wallet", () => openByPasskey(address, openings));
  return addOpener(key, passkey, "Make it on this device. Or choose your phone or tablet, and scan the QR code that your browser shows.");
}

/** Makes one more passkey for an open wallet. */
async function addOpener(key: Hex, passkey: Of<"recover">["passkey"], words: string): Promise<WalletResult> {
  const label = "Continue with Face ID, fingerprint or PIN";
  const made = await ask("Make another passkey", [element("p", "", words)], label, () => makePasskey(passkey));
  return orForget(made, passkey, async () => {
    const secret = await secretFor(made);
    const proof = await prove(key, passkey.challenge);
    return { registration: made.registration, wrap: await wrapKey(key, { kind: "passkey", secret }), proof };
  });
}

/** Proves to the server that whoever made the passkey of this challenge can open the wallet. */
function prove(key: Hex, challenge: string): Promise<Hex> {
  const account = privateKeyToAccount(key);
  return account.signMessage({ message: walletProofText({ address: account.address, challenge }) });
}

function askForCode(address: string, wrap: Of<"recover">["wrap"]): Promise<Hex> {
  return new Promise((resolve, reject) => {
    const field = element("input", "");
    Object.assign(field, { id: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: false, maxLength: 80 });
    const label = element("label", "", "Recovery code");
    label.htmlFor = field.id;
    const form = element("form", "", label, field);
    form.append(
      element(
        "p",
        "buttons",
        element("button", "primary", "Open my wallet"),
        plainButton("Cancel", () => reject(new Refused("cancelled"))),
      ),
    );
    const open = async () => {
      const code = await readRecoveryCode(field.value);
      if (code === null) return say("That is not a recovery code. It has 28 letters and digits. Please check each one.");
      const secret = secretOf(code);
      const key = await openKey(wrap, { kind: "recoveryCode", secret }, hexOf(address)).catch(() => null);
      if (key === null) return say("That code is of another wallet, or an older one. Please check which wallet it was written down for.");
      resolve(key);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void open();
    });
    show("Open your wallet with its recovery code", element("p", "", `Wallet ${address}`), form);
  });
}

function hexOf(address: string): Hex {
  return `0x${address.slice(2)}`;
}
