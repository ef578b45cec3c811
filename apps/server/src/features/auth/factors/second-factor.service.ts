import type { Transaction } from "@hearth/db/client";
import type { ConfirmOwnerInput, ProvenSecondFactorInput } from "@hearth/domain/auth/second-factor";
import type { Role } from "@hearth/domain/auth/roles";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { notify } from "../../notifications/notify.ts";
import { lockAccountRow } from "../rows/accounts.repo.ts";
import { getAccount } from "../rows/auth.repo.ts";
import { confirmOwner } from "./confirm-owner.ts";
import { hasSecondFactor, readFactors } from "./factors.ts";
import { countPasskeys, deletePasskeys } from "../rows/passkeys.repo.ts";
import { confirmHolder } from "../passwords/password.service.ts";
import { requireCode, secretContext, stepOfFirstCode, tryKey } from "./prove-second-factor.ts";
import { hashRecoveryCode, makeRecoveryCodes } from "./recovery-codes.ts";
import {
  beginSecondFactor,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  markSecondFactorOn,
  replaceRecoveryCodes,
  type SecondFactorRow,
} from "../rows/second-factor.repo.ts";
import type { RecoveryCodesView, SecondFactorView, SetupView } from "./second-factor.view.ts";
import { endSessions, requireOpenSession } from "../sessions/sessions.service.ts";
import { createSecret, setupUri } from "./totp.ts";

/** True where accounts of this role must have a second factor. */
export function isSecondFactorRequired({ env }: Deps, role: Role): boolean {
  return role === "admin" && env.adminsNeedSecondFactor;
}

/** Reads the user's second factors and the number of recovery codes left. */
export async function readSecondFactor(deps: Deps, { userId, role }: Actor): Promise<SecondFactorView> {
  const [{ app, passkeys, hasPassword }, recoveryCodeCount] = await Promise.all([
    readFactors(deps.db, userId),
    countRecoveryCodes(deps.db, userId),
  ]);
  return {
    enabledAt: app?.enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: recoveryCodeCount,
    passkeys,
    hasPassword,
    isRequired: isSecondFactorRequired(deps, role),
  };
}

/**
 * Starts the setup of an authenticator app, after confirming the password, or a recent step-up where the account has none.
 * @throws HearthError WRONG_PASSWORD, STEP_UP_REQUIRED, CONFLICT where one is on.
 */
export async function setUpSecondFactor(deps: Deps, origin: CallOrigin, actor: Actor, password: string | undefined): Promise<SetupView> {
  await confirmHolder(deps, origin, actor, password);
  return newSecret(deps, actor.userId);
}

/** Creates an app secret for an account, replacing one whose setup was never finished. @throws HearthError CONFLICT where one is on. */
export async function newSecret(deps: Deps, userId: string): Promise<SetupView> {
  const secret = createSecret();
  const encryptedSecret = deps.encryption.encrypt(secret, secretContext(userId));
  const isBegun = await beginSecondFactor(deps.db, { userId, encryptedSecret, createdAt: deps.clock.now() });
  if (!isBegun) throw new HearthError("CONFLICT", { message: "Two-step sign-in is already on" });
  const { email } = await getAccount(deps.db, userId);
  return { secret, uri: setupUri(secret, email) };
}

/**
 * Switches an authenticator app on after verifying its first code. Ends the account's other sessions, which never showed a second factor.
 * @throws HearthError WRONG_CODE, SECOND_FACTOR_EXPIRED, CONFLICT, RATE_LIMITED.
 */
export async function confirmSecondFactor(deps: Deps, origin: CallOrigin, actor: Actor, code: string): Promise<RecoveryCodesView> {
  const first = await readFirstCode(deps, origin, actor.userId, code);
  return deps.db.transaction((tx) => switchOn(deps, tx, origin, { ...first, keepSessionId: actor.sessionId }));
}

/** An app secret during setup, with the time step of the first code shown for it. */
export interface FirstCode {
  factor: SecondFactorRow;
  step: number;
}

/** Verifies the first code of an app. @throws HearthError SECOND_FACTOR_EXPIRED where no setup is in progress, WRONG_CODE, RATE_LIMITED. */
export async function readFirstCode(deps: Deps, origin: CallOrigin, userId: string, code: string): Promise<FirstCode> {
  const factor = await findSecondFactor(deps.db, userId);
  const endsAt = (factor?.createdAt.getTime() ?? 0) + limits.secondFactorSetupSeconds * 1000;
  if (factor === null || factor.enabledAt !== null || deps.clock.now().getTime() >= endsAt) throw new HearthError("SECOND_FACTOR_EXPIRED");
  return { factor, step: await stepOfFirstCode(deps, origin, factor, code) };
}

/** Switches the app on within the caller's transaction and returns new recovery codes. @throws HearthError CONFLICT. */
export async function switchOn(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  { factor, step, keepSessionId }: FirstCode & { keepSessionId: string | null },
): Promise<RecoveryCodesView> {
  const { userId } = factor;
  const now = deps.clock.now();
  await lockAccountRow(tx, userId); // a concurrent sign-in is either ended below or asks for the code
  if (keepSessionId !== null) await requireOpenSession(tx, { sessionId: keepSessionId });
  if (!(await markSecondFactorOn(tx, factor, { enabledAt: now, lastUsedStep: step }))) throw new HearthError("CONFLICT");
  const recoveryCodes = await renewCodes(tx, userId, now);
  await endSessions(tx, userId, { except: keepSessionId, now });
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.secondFactorOn" });
  await deps.sharedLimits.reset("secondFactor", tryKey(factor), tx);
  await notifyChange(tx, userId, "on", now);
  return { recoveryCodes };
}

/** Replaces all recovery codes of an account and returns the new ones. */
export async function renewCodes(tx: Transaction, userId: string, now: Date): Promise<string[]> {
  const recoveryCodes = makeRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode), now);
  return recoveryCodes;
}

/**
 * Switches the user's authenticator app off, after confirming the password and a code. Deletes the recovery codes if no passkey is left.
 * @throws HearthError SECOND_FACTOR_MANDATORY, WRONG_PASSWORD, WRONG_CODE, CONFLICT where none is on, RATE_LIMITED.
 */
export async function endSecondFactor(deps: Deps, origin: CallOrigin, actor: Actor, input: ProvenSecondFactorInput): Promise<MessageView> {
  if (isSecondFactorRequired(deps, actor.role)) throw new HearthError("SECOND_FACTOR_MANDATORY");
  await confirmHolder(deps, origin, actor, input.password);
  await requireCode(deps, origin, { userId: actor.userId, code: input.code, shownBefore: actor });
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await lockAccountRow(tx, actor.userId);
    if (!(await deleteSecondFactor(tx, actor.userId))) throw new HearthError("CONFLICT");
    if ((await countPasskeys(tx, actor.userId)) === 0) await deleteRecoveryCodes(tx, actor.userId);
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.secondFactorOff" });
    await notifyChange(tx, actor.userId, "off", now);
  });
  return { message: "Two-step sign-in is switched off" };
}

/**
 * Removes an account's app, passkeys and recovery codes without asking for any of them. Ends every session, because the holder of the lost
 * device may have one too. @throws HearthError CONFLICT where none is on.
 */
export async function removeSecondFactor(tx: Transaction, userId: string, now: Date): Promise<void> {
  const hadApp = await deleteSecondFactor(tx, userId);
  const hadPasskeys = await deletePasskeys(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  if (!hadApp && !hadPasskeys) throw new HearthError("CONFLICT", { message: "Two-step sign-in is off" });
  await endSessions(tx, userId, { now });
  await notifyChange(tx, userId, "off", now);
}

async function notifyChange(tx: Transaction, userId: string, change: "on" | "off", now: Date): Promise<void> {
  const at = now.toISOString();
  await notify(tx, { userIds: [userId], key: `second-factor-${change}:${at}`, event: { kind: "secondFactorChanged", change, at }, now });
}

/**
 * Replaces the recovery codes after confirming the password and a code, or a passkey.
 * @throws HearthError CONFLICT without a second factor, and the errors of `confirmOwner`.
 */
export async function renewRecoveryCodes(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: ConfirmOwnerInput,
): Promise<RecoveryCodesView> {
  if (!hasSecondFactor(await readFactors(deps.db, actor.userId))) throw new HearthError("CONFLICT", { message: "Two-step sign-in is off" });
  await confirmOwner(deps, origin, actor, input);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const recoveryCodes = await renewCodes(tx, actor.userId, now);
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.recoveryCodesRenewed" });
    return { recoveryCodes };
  });
}
