import { z } from "zod/mini";
import { payeeCard, signedCards } from "../payee-card.ts";
import type { LeaseTerms } from "../rent/lease-terms.ts";
import { keyWrap } from "./key-wrap.ts";
import { maxSignedAtOnce } from "./sends.ts";

const base64Url = (most: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(most));
const address = z.string().check(z.regex(/^0x[\da-fA-F]{40}$/));
const bytes32 = z.string().check(z.regex(/^0x[\da-fA-F]{64}$/));
/** A whole number as decimal digits, below 2^256. */
const whole = z.string().check(z.regex(/^\d{1,78}$/));

/** The business that is paid at an address, with the cards that it signed. The wallet's page believes the cards alone. */
const payee = z.strictObject({
  business: z.string().check(z.regex(/^mer_[\da-z]{26}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  cards: signedCards,
});

/** A transfer of USDC that the wallet's key authorizes (EIP-3009). Units have six decimals, times are seconds since 1970. */
const authorization = { to: address, usdcUnits: whole, validAfter: whole, validBefore: whole, nonce: bytes32 };
const transfer = z.strictObject({ ...authorization, kind: z.literal("transfer"), payee: z.optional(payee) });

/** Money that leaves the wallet and pays for nothing at Hearth. It is signed like a transfer, and alone. */
const send = z.strictObject({ ...authorization, kind: z.literal("send") });

/** Money that a business returns to its payer. It is signed like a transfer, and alone. */
const refund = z.strictObject({ ...authorization, kind: z.literal("refund") });

/** The end of an authorization that was signed earlier. */
const cancellation = z.strictObject({ kind: z.literal("cancellation"), nonce: bytes32 });

/** A text, such as the server's challenge that proves the wallet. */
const text = z.strictObject({ kind: z.literal("text"), text: z.string().check(z.minLength(1), z.maxLength(4_000)) });

/** The business's statement that payments to it go to a wallet. It is signed alone. */
const card = z.strictObject({ kind: z.literal("payeeCard"), card: payeeCard });

const shortText = z.string().check(z.maxLength(64));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const cents = z.int().check(z.nonnegative(), z.maximum(2_000_000_000));

/** The terms of a lease. The wallet's page has no room for the whole schema of `LeaseTerms`. */
export const signedTerms: z.ZodMiniType<LeaseTerms> = z.strictObject({
  leaseId: shortText,
  from: day,
  saidAt: z.int().check(z.nonnegative(), z.maximum(9_999_999_999)),
  startsOn: day,
  timeZone: shortText,
  proration: z.enum(["days", "none"]),
  deposit: cents,
  rent: cents,
  dueDay: z.int().check(z.positive(), z.maximum(31)),
  graceDays: z.int().check(z.nonnegative(), z.maximum(31)),
  lateFeeKind: z.enum(["none", "fixed", "percent"]),
  lateFee: cents,
  lateFeeRepeats: z.enum(["once", "daily"]),
  lateFeeCap: cents,
});

/** The terms of a lease, which the wallet signs alone. */
const terms = z.strictObject({ kind: z.literal("leaseTerms"), terms: signedTerms });

/** One thing to sign. The wallet builds what it signs from these fields alone, and shows them. */
export const signable = z.discriminatedUnion("kind", [transfer, send, refund, cancellation, text, card, terms]);

/** A passkey that opens the wallet, with the key wrapped for it. */
const opening = z.strictObject({ credentialId: base64Url(1_400), wrap: keyWrap });

/** The server's challenge for a new passkey, and the account as its holder sees it in the list of passkeys. */
export const newPasskey = z.strictObject({
  challenge: base64Url(128),
  userId: base64Url(88),
  userName: z.string().check(z.minLength(1), z.maxLength(320)),
  displayName: z.string().check(z.maxLength(320)),
  /** Passkeys of this wallet that exist already. The same device refuses to make a second one. */
  existing: z.array(base64Url(1_400)).check(z.maxLength(20)),
});

/** Shows any passkey of this page's host, to sign in. The wallet's key stays closed. */
const signInRequest = z.strictObject({ method: z.literal("signIn"), challenge: base64Url(128) });

/** Shows one of the account's passkeys before something sensitive. The wallet's key stays closed. */
const confirmRequest = z.strictObject({
  method: z.literal("confirm"),
  challenge: base64Url(128),
  credentialIds: z.array(base64Url(1_400)).check(z.minLength(1), z.maxLength(20)),
});

/**
 * A request of Hearth's page to the wallet's page. `create` makes a wallet, `sign` signs. `recover` opens the wallet by its recovery code and
 * makes a passkey for this device, and `addPasskey` opens it by another passkey, which can be on another device. `export` shows
 * the key to its holder, inside the wallet's page alone. `signIn` and `confirm` only show a passkey.
 */
export const walletRequest = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("create"), passkey: newPasskey }),
  z.strictObject({
    method: z.literal("sign"),
    address,
    chainId: z.int().check(z.positive()),
    openings: z.array(opening).check(z.minLength(1), z.maxLength(20)),
    items: z.array(signable).check(z.minLength(1), z.maxLength(maxSignedAtOnce)),
  }),
  z.strictObject({ method: z.literal("recover"), address, wrap: keyWrap, passkey: newPasskey }),
  z.strictObject({
    method: z.literal("addPasskey"),
    address,
    openings: z.array(opening).check(z.minLength(1), z.maxLength(20)),
    passkey: newPasskey,
  }),
  z.strictObject({ method: z.literal("export"), address, openings: z.array(opening).check(z.minLength(1), z.maxLength(20)) }),
  signInRequest,
  confirmRequest,
]);

export type Signable = z.infer<typeof signable>;
export type WalletRequest = z.infer<typeof walletRequest>;

/** A request with the number that its answer repeats. */
export const walletCall = z.strictObject({
  hearthWallet: z.literal(1),
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  request: walletRequest,
});

/** Reasons for which the wallet gives no result. `payeeChanged`: the address is not the one that the business's newest card names. */
export const walletRefusals = ["cancelled", "invalid", "unsupported", "wrongPasskey", "hidden", "busy", "payeeChanged"] as const;
export type WalletRefusal = (typeof walletRefusals)[number];

/** A new passkey as WebAuthn's JSON, without its PRF output. */
export const registration = z.strictObject({
  id: base64Url(1_400),
  rawId: base64Url(1_400),
  type: z.literal("public-key"),
  response: z.strictObject({
    clientDataJSON: base64Url(4_000),
    attestationObject: base64Url(8_000),
    transports: z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)),
  }),
  clientExtensionResults: z.strictObject({}),
});

/** A passkey's answer to a challenge as WebAuthn's JSON, without its PRF output. */
export const assertion = z.strictObject({
  id: base64Url(1_400),
  rawId: base64Url(1_400),
  type: z.literal("public-key"),
  response: z.strictObject({ clientDataJSON: base64Url(4_000), authenticatorData: base64Url(4_000), signature: base64Url(2_000) }),
  clientExtensionResults: z.strictObject({}),
});

export type Assertion = z.infer<typeof assertion>;

const signature = z.string().check(z.regex(/^0x[\da-f]{130}$/));

/** The result of `create`. A key and a PRF output are in no result. `proof` is the key's signature of `walletProofText`. */
export const createResult = z.strictObject({ address, registration, wrap: keyWrap, recoveryWrap: keyWrap, proof: signature });

/** The result of `recover` and of `addPasskey`. */
export const recoverResult = z.strictObject({ registration, wrap: keyWrap, proof: signature });

/** The result of `sign`: a signature for each item, in order, and the passkey that was shown. */
export const signResult = z.strictObject({
  signatures: z.array(signature),
  credentialId: base64Url(1_400),
});

/** The result of `export`, which says only that the key was shown. */
export const exportResult = z.strictObject({ wasShown: z.literal(true) });

/** The result of `signIn` and `confirm`. */
export const shownResult = z.strictObject({ assertion });

export type WalletResult =
  | z.infer<typeof shownResult>
  | z.infer<typeof createResult>
  | z.infer<typeof recoverResult>
  | z.infer<typeof signResult>
  | z.infer<typeof exportResult>;

export type Registration = z.infer<typeof registration>;
