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

/** What a secret is encrypted for: one account, and nothing else. */
export const secretContext = (userId: string) => `second factor of ${userId}`;

/**
 * Under what the tries at a factor's codes are counted. One that was switched on anew is another one, so that a reset lifts the lock of the
 * one that was lost; however often a setup is begun, it is the same.
 */
export const tryKey = ({ userId, enabledAt }: Pick<SecondFactorRow, "userId" | "enabledAt">) =>
  `${userId} ${enabledAt?.toISOString() ?? "setup"}`;

/** Under what the tries at codes are counted for an account that may have passkeys alone, whose recovery codes are tried. */
const tryKeyOf = ({ userId, app }: Factors) => (app === null ? `${userId} passkeys` : tryKey(app));

/** Somebody who shows a code. */
export interface CodeShown {
  userId: string;
  code: string;
}

/**
 * Lets an account in that has no second factor, or shows a passkey or a code, which is used up; answers whether one was shown. Whose password this
 * was is known by now. With `before`, nothing counts that was added from that moment on.
 * @throws HearthError SECOND_FACTOR_REQUIRED without a code, PASSKEY_REQUIRED where there is no app to make one, SECOND_FACTOR_INVALID,
 * PASSKEY_INVALID, RATE_LIMITED.
 */
export async function passSecondFactor(
  deps: Deps,
  origin: CallOrigin,
  shown: { userId: string; code: string | undefined; passkey?: AssertionResponse | undefined; before?: Date | undefined },
): Promise<boolean> {
  const { userId, code = "", passkey, before } = shown;
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

/** Asks who is signed in for a code, which is used up. @throws HearthError WRONG_CODE on the field, CONFLICT where none is on, RATE_LIMITED. */
export async function askForCode(deps: Deps, origin: CallOrigin, { userId, code }: CodeShown): Promise<void> {
  const factors = await readFactors(deps.db, userId);
  if (!hasSecondFactor(factors)) throw new HearthError("CONFLICT", { message: "Two-step sign-in is off" });
  if (!(await useCode(deps, origin, factors, code))) throw wrongCode();
}

/** The step of an app's code for a secret that is being set up. Tries count as all others do. @throws HearthError WRONG_CODE, RATE_LIMITED. */
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
