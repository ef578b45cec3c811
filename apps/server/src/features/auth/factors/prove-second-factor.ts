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
import { stepOfCode } from "./totp.ts";
import { networkOf } from "../../../network-of.ts";

/** The encryption context of an app's secret, which ties the ciphertext to one account. */
export const secretContext = (userId: string) => `second factor of ${userId}`;

/**
 * The rate limit key for tries at an app's codes. It changes when the app is switched on anew, so that a reset lifts the lost app's lock.
 * Restarting a setup does not change it.
 */
export const tryKey = ({ userId, enabledAt }: Pick<SecondFactorRow, "userId" | "enabledAt">) =>
  `${userId} ${enabledAt?.toISOString() ?? "setup"}`;

/** The rate limit key for tries at codes, also for an account with passkeys only, where the codes tried are recovery codes. */
const tryKeyOf = ({ userId, app }: Factors) => (app === null ? `${userId} passkeys` : tryKey(app));

/** An account and the code shown for it. */
export interface CodeShown {
  userId: string;
  code: string;
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
  factor: { userId: string; code: string | undefined; passkey?: AssertionResponse | undefined; before?: Date | undefined },
): Promise<boolean> {
  const { userId, code = "", passkey, before } = factor;
  const factors = await readFactors(deps.db, userId, before);
  if (!hasSecondFactor(factors)) return false;
  if (passkey !== undefined) {
    const found = await readShownPasskey(deps, passkey, { purpose: "signIn" });
    const isAsked = found.passkey.userId === userId && (before === undefined || found.passkey.createdAt < before);
    if (!isAsked) throw new HearthError("PASSKEY_INVALID");
    return true;
  }
  if (code.trim() === "") throw new HearthError(factors.app === null ? "PASSKEY_REQUIRED" : "SECOND_FACTOR_REQUIRED");
  if (!(await useCode(deps, origin, factors, code))) throw new HearthError("SECOND_FACTOR_INVALID");
  return true;
}

/**
 * Verifies a signed-in user's code and uses it up. @throws HearthError WRONG_CODE on the field, CONFLICT without a second factor,
 * RATE_LIMITED.
 */
export async function requireCode(deps: Deps, origin: CallOrigin, { userId, code }: CodeShown): Promise<void> {
  const factors = await readFactors(deps.db, userId);
  if (!hasSecondFactor(factors)) throw new HearthError("CONFLICT", { message: "Two-step sign-in is off" });
  if (!(await useCode(deps, origin, factors, code))) throw wrongCode();
}

/**
 * Verifies the first code during an app's setup and returns its time step. Tries count like all others. @throws HearthError WRONG_CODE,
 * RATE_LIMITED.
 */
export async function stepOfFirstCode(deps: Deps, origin: CallOrigin, factor: SecondFactorRow, code: string): Promise<number> {
  await countTry(deps, origin, tryKey(factor));
  const step = appStep(deps, factor, code);
  if (step !== null) return step;
  await writeFailure(deps, origin, factor.userId);
  throw wrongCode();
}

async function useCode(deps: Deps, origin: CallOrigin, factors: Factors, code: string): Promise<boolean> {
  const { userId, app } = factors;
  await countTry(deps, origin, tryKeyOf(factors));
  const isUsed = (app !== null && (await useAppCode(deps, app, code))) || (await useRecoveryCode(deps, origin, { userId, code }));
  if (isUsed) await deps.sharedLimits.reset("secondFactor", tryKeyOf(factors));
  else await writeFailure(deps, origin, userId);
  return isUsed;
}

async function useAppCode(deps: Deps, factor: SecondFactorRow, code: string): Promise<boolean> {
  const step = appStep(deps, factor, code);
  return step !== null && markStepUsed(deps.db, factor.userId, step);
}

async function useRecoveryCode(deps: Deps, origin: CallOrigin, { userId, code }: CodeShown): Promise<boolean> {
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

async function countTry({ sharedLimits }: Deps, origin: CallOrigin, key: string): Promise<void> {
  await sharedLimits.take("secondFactorAddress", networkOf(origin.ip));
  await sharedLimits.take("secondFactor", key);
}

function writeFailure(deps: Deps, origin: CallOrigin, userId: string): Promise<void> {
  return insertAuditEntry(deps.db, origin, { at: deps.clock.now(), actorId: userId, action: "auth.secondFactorFailed" });
}

function wrongCode(): HearthError {
  const error = new HearthError("WRONG_CODE");
  return new HearthError("WRONG_CODE", { fields: { code: error.message } });
}
