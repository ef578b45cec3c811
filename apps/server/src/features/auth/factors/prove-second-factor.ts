import { HearthError } from "@hearth/domain/errors";
import type { AssertionResponse } from "@hearth/domain/auth/passkeys";
import { readCode } from "@hearth/domain/auth/second-factor";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { type Factors, hasSecondFactor, readFactors } from "./factors.ts";
import { readShownPasskey } from "./passkey-ceremony.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { countRecoveryCodes, markRecoveryCodeUsed, markStepUsed, type SecondFactorRow } from "../rows/second-factor.repo.ts";
import { findKnownDevice } from "../sessions/known-devices.ts";
import { stepOfCode } from "./totp.ts";
import { networkOf } from "../../../network-of.ts";

/** The encryption context of an app's secret, which ties the ciphertext to one account. */
export const secretContext = (userId: string) => `second factor of ${userId}`;

/**
 * The part of a rate limit key that names an app. It changes when the app is switched on anew, so that a reset lifts the lost app's lock.
 * Restarting a setup does not change it.
 */
export const tryKey = ({ userId, enabledAt }: Pick<SecondFactorRow, "userId" | "enabledAt">) =>
  `${userId} ${enabledAt?.toISOString() ?? "setup"}`;

/** The part of a rate limit key that names an account's factors. With passkeys only, the codes tried are recovery codes. */
const tryKeyOf = ({ userId, app }: Factors) => (app === null ? `${userId} passkeys` : tryKey(app));

/** Proof that the holder of a code has shown before: a session, the password, or a mailed link. */
export type ShownBefore = { sessionId: string } | "password" | "mailLink";

/** An account and the code shown for it. */
export interface CodeShown {
  userId: string;
  code: string;
  shownBefore: ShownBefore;
}

/** The rate limit keys of a try: in a quarter of an hour, and in a day. */
interface Lane {
  near: string;
  day: string;
}

/**
 * Returns the limits that a try counts against. A device on which somebody has signed in has its own, so that a thief with the password or a
 * token cannot use up the owner's tries. So has whoever reads the account's mail. Sessions elsewhere have tries of their own in a quarter of
 * an hour, and share those of a day with everybody else who has the password.
 */
async function laneOf(deps: Deps, origin: CallOrigin, userId: string, shownBefore: ShownBefore): Promise<Lane> {
  const device = await findKnownDevice(deps, origin, { userId });
  if (device?.hasSignedIn === true) return { near: device.key, day: device.key };
  if (shownBefore === "mailLink") return { near: `mail ${userId}`, day: `mail ${userId}` };
  const elsewhere = `elsewhere ${userId}`;
  return { near: shownBefore === "password" ? elsewhere : `session ${shownBefore.sessionId}`, day: elsewhere };
}

/**
 * Requires a second factor where the account has one, and uses up the code or passkey shown. Returns true if one was shown. The caller has
 * verified the password, or a mailed link's token. With `before`, ignores factors added since that time.
 * @throws HearthError SECOND_FACTOR_REQUIRED without a code, PASSKEY_REQUIRED without an app to make one, SECOND_FACTOR_INVALID,
 * PASSKEY_INVALID, RATE_LIMITED.
 */
export async function passSecondFactor(
  deps: Deps,
  origin: CallOrigin,
  factor: {
    userId: string;
    code: string | undefined;
    passkey?: AssertionResponse | undefined;
    before?: Date | undefined;
    shownBefore: ShownBefore;
  },
): Promise<boolean> {
  const { userId, code = "", passkey, before, shownBefore } = factor;
  const factors = await readFactors(deps.db, userId, before);
  if (!hasSecondFactor(factors)) return false;
  if (passkey !== undefined) {
    const found = await readShownPasskey(deps, passkey, { purpose: "signIn" });
    const isAsked = found.passkey.userId === userId && (before === undefined || found.passkey.createdAt < before);
    if (!isAsked) throw new HearthError("PASSKEY_INVALID");
    return true;
  }
  if (code.trim() === "") throw new HearthError(factors.app === null ? "PASSKEY_REQUIRED" : "SECOND_FACTOR_REQUIRED");
  if (!(await useCode(deps, origin, factors, { userId, code, shownBefore }))) throw new HearthError("SECOND_FACTOR_INVALID");
  return true;
}

/**
 * Verifies a signed-in user's code and uses it up. @throws HearthError WRONG_CODE on the field, CONFLICT without a second factor,
 * RATE_LIMITED.
 */
export async function requireCode(deps: Deps, origin: CallOrigin, shown: CodeShown): Promise<void> {
  const factors = await readFactors(deps.db, shown.userId);
  if (!hasSecondFactor(factors)) throw new HearthError("CONFLICT", { message: "Two-step sign-in is off" });
  if (!(await useCode(deps, origin, factors, shown))) throw wrongCode();
}

/**
 * Verifies the first code during an app's setup and returns its time step. Tries count like all others. @throws HearthError WRONG_CODE,
 * RATE_LIMITED.
 */
export async function stepOfFirstCode(deps: Deps, origin: CallOrigin, factor: SecondFactorRow, code: string): Promise<number> {
  await deps.sharedLimits.take("secondFactorAddress", networkOf(origin.ip));
  await deps.sharedLimits.take("secondFactor", tryKey(factor));
  const step = appStep(deps, factor, code);
  if (step !== null) return step;
  await writeFailure(deps, origin, factor.userId);
  throw wrongCode();
}

async function useCode(deps: Deps, origin: CallOrigin, factors: Factors, { code, shownBefore }: CodeShown): Promise<boolean> {
  const { userId, app } = factors;
  const lane = await laneOf(deps, origin, userId, shownBefore);
  const near = `${lane.near} ${tryKeyOf(factors)}`;
  await deps.sharedLimits.take("secondFactorAddress", networkOf(origin.ip));
  await deps.sharedLimits.take("secondFactor", near);
  await deps.sharedLimits.take("secondFactorDay", `${lane.day} ${tryKeyOf(factors)}`);
  const isUsed = (app !== null && (await useAppCode(deps, app, code))) || (await useRecoveryCode(deps, origin, { userId, code }));
  if (isUsed) await deps.sharedLimits.reset("secondFactor", near);
  else await writeFailure(deps, origin, userId);
  return isUsed;
}

async function useAppCode(deps: Deps, factor: SecondFactorRow, code: string): Promise<boolean> {
  const step = appStep(deps, factor, code);
  return step !== null && markStepUsed(deps.db, factor.userId, step);
}

async function useRecoveryCode(deps: Deps, origin: CallOrigin, { userId, code }: Omit<CodeShown, "shownBefore">): Promise<boolean> {
  const typed = readCode(code);
  if (typed.kind !== "recovery") return false;
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    if (!(await markRecoveryCodeUsed(tx, userId, hashRecoveryCode(typed.letters), now))) return false;
    const data = { left: await countRecoveryCodes(tx, userId) };
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.recoveryCodeUsed", data });
    return true;
  });
}

function appStep(deps: Deps, { userId, encryptedSecret }: SecondFactorRow, code: string): number | null {
  const typed = readCode(code);
  return typed.kind === "app"
    ? stepOfCode(deps.encryption.decrypt(encryptedSecret, secretContext(userId)), typed.digits, deps.clock.now())
    : null;
}

function writeFailure(deps: Deps, origin: CallOrigin, userId: string): Promise<void> {
  return insertAuditEntry(deps.db, origin, { at: deps.clock.now(), actorId: userId, action: "auth.secondFactorFailed" });
}

function wrongCode(): HearthError {
  const error = new HearthError("WRONG_CODE");
  return new HearthError("WRONG_CODE", { fields: { code: error.message } });
}
