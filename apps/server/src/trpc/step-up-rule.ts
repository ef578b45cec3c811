/**
 * When a procedure requires that its caller authenticated within the last minutes. An account's sign-in and step-up always take its
 * strongest proof: a passkey, or the password with a code where it has a second factor.
 */
export type StepUpRule =
  /** For every caller. */
  | "always"
  /** The call, or the one before it, takes the password. That is enough only where the account has nothing stronger. */
  | "besidePassword"
  /** The service decides by the input, and calls `requireStepUp`. */
  | "byInput"
  /** For no caller, for a reason. */
  | { never: string };

const never = (reason: string): { stepUp: StepUpRule } => ({ stepUp: { never: reason } });

/** Metadata of mutations that take no money and no account away, by reason. */
export const noStepUp = {
  authenticates: never("It is the step-up itself, or a part of it"),
  takesCode: never("It takes the password and a code of the second factor"),
  takesSignature: never("A wallet signs what it does"),
  signsOut: never("It ends the caller's own session"),
  ownSettings: never("It changes nothing that gives access or receives money"),
  keepsPresent: never("It only stops a change that was requested"),
  ownPayment: never("It moves no money: the payer's wallet does, after its own confirmation"),
  stopsPaying: never("It only stops or delays payments of the caller"),
  disputes: never("It moves no money: a refund is a call of its own"),
  disconnects: never("It ends or repeats a connection; a new connection needs a step-up"),
  joins: never("It adds a role or an address, and takes nothing from the account"),
  ownBooks: never("It changes the landlord's own records, which keep every change"),
  ownMoney: never("It decides what money counts for that is already in the business's own wallet"),
  asksPeople: never("It sends people a request or withdraws one"),
  describesBusiness: never("It changes how the business presents itself"),
  marksNothingPaid: never("It marks nothing as paid, and keeps every change"),
  repeatsWork: never("It checks, repeats or acknowledges work, and decides nothing"),
};
