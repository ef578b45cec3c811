import type { RegisterInput, SignUpProof } from "@hearth/domain/auth/inputs";
import type { ErrorCode } from "@hearth/domain/errors";
import { homePath } from "@hearth/domain/auth/roles";
import { type Inputs, type Outputs, trpcClient } from "../../../lib/trpc.ts";
import { nothingMade, notReached, type WalletFailure, WalletGaveNothing } from "../../../lib/wallet-page.ts";
import { askWallet } from "../../wallet-page/ask-wallet.ts";
import { toUserInfo, type SignInOutcome } from "../actions.ts";
import { errorCode } from "../../../lib/api-error.ts";
import type { FormOutcome, Refusal } from "../outcome.ts";
import { refusalOf } from "../refusal.ts";

export type Person = Pick<RegisterInput, "firstName" | "lastName" | "email">;
type MadeWallet = Inputs["passkeyWallet"]["signUp"]["wallet"];
type SavedAccount = Pick<Outputs["passkeyWallet"]["signUp"], "token" | "user">;

/** Time for which a begun sign-up is used again. Its challenge lives for thirty minutes, in which a recovery code is written down. */
const begunMs = 15 * 60_000;

/** A sign-up that the server counted and that made no passkey yet. Another press goes on with it. */
let begun: { person: string; at: number; passkey: Awaited<ReturnType<typeof beginSignUp>> } | null = null;
/** A wallet that its page made and whose account could not be saved. The next press saves it: its owner has written down the recovery code. */
let unsaved: { person: string; wallet: MadeWallet; isUnanswered: boolean } | null = null;

const keyOf = ({ firstName, lastName, email }: Person) => JSON.stringify([firstName, lastName, email]);

function beginSignUp(person: Person, invitation: string | null) {
  const send = (proof: SignUpProof) => trpcClient.passkeyWallet.beginSignUp.mutate({ ...person, ...proof });
  return send(invitation === null ? {} : { invitation }).catch(async (refusal: unknown) =>
    (await import("../sign-up-work.ts")).sendWithWork(refusal, send),
  );
}

/** Makes a consumer's account with a passkey and a wallet in the wallet's page, and signs it in. No welcome dialog asks for a wallet afterwards. */
export function signUpByTouch(walletOrigin: string, person: Person, invitation: string | null): Promise<SignInOutcome> {
  return signUpWithWallet(walletOrigin, person, invitation, (wallet) => trpcClient.passkeyWallet.signUp.mutate({ ...person, wallet }));
}

/** Makes a merchant's account and its business with a passkey and a wallet in the wallet's page. */
export function signUpMerchantByTouch(
  walletOrigin: string,
  merchant: Omit<Inputs["merchant"]["signUp"], "password" | "wallet" | "work">,
): Promise<SignInOutcome> {
  const { firstName, lastName, email } = merchant;
  return signUpWithWallet(walletOrigin, { firstName, lastName, email }, null, (wallet) =>
    trpcClient.merchant.signUp.mutate({ ...merchant, wallet }),
  );
}

/** Makes the account of somebody whom a business invited, with a passkey and a wallet in the wallet's page, and adds it to the business's staff. */
export function joinStaffByTouch(walletOrigin: string, token: string, person: Person): Promise<SignInOutcome> {
  const { firstName, lastName } = person;
  return signUpWithWallet(walletOrigin, person, token, (wallet) => trpcClient.staff.accept.mutate({ token, firstName, lastName, wallet }));
}

async function signUpWithWallet(
  walletOrigin: string,
  person: Person,
  invitation: string | null,
  save: (wallet: MadeWallet) => Promise<SavedAccount>,
): Promise<SignInOutcome> {
  try {
    // The rest of the wallet's code, which the first bill needs as well. Loaded first, so that nothing is made that cannot be saved.
    const { deviceName, keepNewWallet } = await import("../../../lib/wagmi-passkey-making.ts");
    const wallet = await makeWallet(walletOrigin, person, invitation, deviceName(navigator.userAgent));
    const { token, user } = await save(wallet);
    unsaved = null;
    // The account exists: a storage that is full or blocked loses the connection alone.
    await keepNewWallet(user._id, wallet).catch(() => undefined);
    return { ok: true, authToken: token, user: toUserInfo(user), redirectPath: homePath(user.role) };
  } catch (error) {
    return refusalOfSignUp(error);
  }
}

/** Returns the person's new wallet. One that was made and could not be saved is taken again. */
async function makeWallet(walletOrigin: string, person: Person, invitation: string | null, name: string): Promise<MadeWallet> {
  const key = keyOf(person);
  if (unsaved?.person === key) return unsaved.wallet;
  if (begun === null || begun.person !== key || Date.now() - begun.at > begunMs)
    begun = { person: key, at: Date.now(), passkey: await beginSignUp(person, invitation) };
  const made = await askWallet<"create">(walletOrigin, { method: "create", passkey: begun.passkey });
  begun = null;
  const wallet = { name, ...made };
  unsaved = { person: key, wallet, isUnanswered: false };
  return wallet;
}

function refusalOfSignUp(error: unknown): Refusal {
  const refusal = touchRefusal(error, "Registration failed");
  if (unsaved === null) return refusal;
  const { isUnanswered } = unsaved;
  const isFinal = refusal.code != null && finalCodes.has(refusal.code);
  if (!isFinal) {
    unsaved.isUnanswered = true;
    const message = "Your wallet is made, but your account could not be saved. Please press again. Do not close this page.";
    return { ...refusal, message };
  }
  unsaved = null;
  // The first answer was lost, and the challenge serves once: the account may exist, and this passkey opens it.
  if (isUnanswered) return { ...refusal, message: "Your account may have been made. Please sign in with Face ID, fingerprint or PIN." };
  return {
    ...refusal,
    message: `${refusal.message}. Your device may list a passkey from just now. It opens nothing, and you can delete it.`,
  };
}

/** Refusals after which the same wallet cannot be saved. */
const finalCodes: ReadonlySet<ErrorCode> = new Set([
  "PASSKEY_INVALID",
  "EMAIL_ALREADY_USED",
  "WALLET_PROOF_INVALID",
  "VALIDATION",
  "CONFLICT",
]);

/** Signs in by the passkey of any wallet, which the wallet's page asks for. */
export async function signInByTouch(walletOrigin: string): Promise<SignInOutcome> {
  try {
    const { challenge } = await trpcClient.passkeyWallet.beginSignIn.mutate();
    const { assertion } = await askWallet<"signIn">(walletOrigin, { method: "signIn", challenge });
    const { token, redirectPath, ...user } = await shown(trpcClient.passkeyWallet.signIn.mutate({ response: assertion }));
    return { ok: true, authToken: token, user, redirectPath };
  } catch (error) {
    return touchRefusal(error, "Login failed");
  }
}

/** Confirms the signed-in person by a passkey of their wallet. */
export async function confirmByTouch(walletOrigin: string): Promise<FormOutcome> {
  try {
    const proof = await trpcClient.passkeyWallet.beginProof.mutate();
    const { assertion } = await askWallet<"confirm">(walletOrigin, { method: "confirm", ...proof });
    await shown(trpcClient.passkeyWallet.stepUp.mutate({ response: assertion }));
    return { ok: true };
  } catch (error) {
    return touchRefusal(error, "The passkey could not be checked. Please try again.");
  }
}

/** A shown passkey whose answer did not come. The server may have taken it. */
class Unanswered extends Error {}

/** Waits for the answer to a shown passkey. @throws Unanswered where none came. */
function shown<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    throw errorCode(error) === null ? new Unanswered("No answer came", { cause: error }) : error;
  });
}

/** Sentences for the wallet page's failures, where it shows a passkey and signs nothing. */
const sentences: Record<WalletFailure, string> = {
  cancelled: "You closed the page before you used your passkey. Nothing has changed.",
  unmade: nothingMade,
  busy: "Your wallet's page is open already. Please answer it there.",
  wrongPasskey: "That passkey is not one of your account's. Please use another one.",
  unsupported: "This device or browser cannot use such a passkey. Please go on another way.",
  hidden: "Your wallet's page was covered. Please try again with all of it in sight.",
  invalid: "Your wallet's page refused this. Please reload this page and try again.",
  payeeChanged: "Your wallet's page refused this. Please reload this page and try again.",
  missing: "Your wallet's page could not be reached. Please check your connection and try again.",
};

function touchRefusal(error: unknown, fallback: string): Refusal {
  if (error instanceof WalletGaveNothing) return { ok: false, message: sentences[error.failure] };
  if (error instanceof Unanswered)
    return { ok: false, message: "Hearth did not answer. Check your connection and use your passkey again." };
  return refusalOf(error, errorCode(error) === null ? notReached : fallback);
}
