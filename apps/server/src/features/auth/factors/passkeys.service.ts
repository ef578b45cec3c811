import type { Transaction } from "@hearth/db/client";
import type { AddPasskeyInput, RenamePasskeyInput } from "@hearth/domain/auth/passkeys";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { notify } from "../../notifications/notify.ts";
import { lockAccountRow } from "../rows/accounts.repo.ts";
import { getAccount } from "../rows/auth.repo.ts";
import { hasSecondFactor, readFactors } from "./factors.ts";
import { passkeyCreationOptions, passkeyRequestOptions, readNewPasskey } from "./passkey-ceremony.ts";
import { countPasskeys, deletePasskey, insertPasskey, listPasskeys, setPasskeyName } from "../rows/passkeys.repo.ts";
import { type AddedPasskeyView, type PasskeyView, viewPasskey } from "./passkeys.view.ts";
import { deleteRecoveryCodes } from "../rows/second-factor.repo.ts";
import { isSecondFactorRequired, renewCodes } from "./second-factor.service.ts";
import { endSessions, requireOpenSession } from "../sessions/sessions.service.ts";

/** Returns the user's passkeys, newest first. */
export async function readPasskeys({ db }: Deps, { userId }: Actor): Promise<PasskeyView[]> {
  return (await listPasskeys(db, userId)).map(viewPasskey);
}

/** Returns the browser's options for creating a passkey. @throws HearthError TOO_MANY_PASSKEYS, RATE_LIMITED. */
export async function beginPasskey(deps: Deps, { userId, sessionId }: Actor): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await deps.sharedLimits.take("passkey", sessionId);
  const existing = await listPasskeys(deps.db, userId);
  if (existing.length >= limits.passkeysPerAccount) throw new HearthError("TOO_MANY_PASSKEYS");
  const { email, firstName, lastName } = await getAccount(deps.db, userId);
  return passkeyCreationOptions(deps, { userId, email, name: `${firstName} ${lastName}` }, existing);
}

/**
 * Stores a new passkey. If it is the account's first second factor, this creates recovery codes and ends the other sessions, which never
 * showed a second factor. @throws HearthError PASSKEY_INVALID, TOO_MANY_PASSKEYS, CONFLICT where it is stored already.
 */
export async function addPasskey(deps: Deps, origin: CallOrigin, actor: Actor, input: AddPasskeyInput): Promise<AddedPasskeyView> {
  const { userId } = actor;
  const { name } = input;
  const read = await readNewPasskey(deps, { purpose: "add", userId }, input.response);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await lockAccountRow(tx, userId); // a concurrent sign-in is either ended below or asks for the passkey
    await requireOpenSession(tx, actor);
    const before = await readFactors(tx, userId);
    if (before.passkeys >= limits.passkeysPerAccount) throw new HearthError("TOO_MANY_PASSKEYS");
    const passkey = await insertPasskey(tx, { ...read.passkey, userId, name, createdAt: now });
    if (passkey === null) throw new HearthError("CONFLICT", { message: "This passkey is kept already" });
    const isFirst = !hasSecondFactor(before);
    if (isFirst) await endSessions(tx, userId, { except: actor.sessionId, now });
    const recoveryCodes = isFirst ? await renewCodes(tx, userId, now) : null;
    const subject = publicId("passkey", passkey.id);
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.passkeyAdded", subject, data: { name } });
    await notifyPasskeyChange(tx, { userId, name, change: "added", now });
    return { passkey: viewPasskey(passkey), recoveryCodes };
  });
}

/** Renames a passkey. @throws HearthError NOT_FOUND. */
export async function renamePasskey({ db }: Deps, { userId }: Actor, { passkeyId, name }: RenamePasskeyInput): Promise<PasskeyView> {
  const id = parsePublicId("passkey", passkeyId);
  const renamed = id && (await setPasskeyName(db, { id, userId, name }));
  if (!renamed) throw new HearthError("NOT_FOUND", { message: "Passkey not found" });
  return viewPasskey(renamed);
}

/** Removes a passkey. Removing the last second factor also deletes the recovery codes; the password stays. */
export async function removePasskey(deps: Deps, origin: CallOrigin, actor: Actor, passkeyId: string): Promise<MessageView> {
  const { userId } = actor;
  const id = parsePublicId("passkey", passkeyId);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await lockAccountRow(tx, userId);
    const removed = id && (await deletePasskey(tx, { id, userId }));
    if (!removed) throw new HearthError("NOT_FOUND", { message: "Passkey not found" });
    if (!hasSecondFactor(await readFactors(tx, userId))) {
      if (isSecondFactorRequired(deps, actor.role)) throw new HearthError("SECOND_FACTOR_MANDATORY");
      await deleteRecoveryCodes(tx, userId);
    }
    const { name } = removed;
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.passkeyRemoved", subject: passkeyId, data: { name } });
    await notifyPasskeyChange(tx, { userId, name, change: "removed", now });
  });
  return { message: "The passkey is removed" };
}

/**
 * Returns the browser's options for showing one of the account's passkeys. @throws HearthError CONFLICT where it has none, RATE_LIMITED.
 */
export async function beginPasskeyProof(deps: Deps, { userId, sessionId }: Actor): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await deps.sharedLimits.take("passkey", sessionId);
  const passkeys = await listPasskeys(deps.db, userId);
  if (passkeys.length === 0) throw new HearthError("CONFLICT", { message: "This account has no passkey" });
  return passkeyRequestOptions(deps, { userId, passkeys });
}

interface PasskeyChange {
  userId: string;
  name: string;
  change: "added" | "removed";
  now: Date;
}

async function notifyPasskeyChange(tx: Transaction, { userId, name, change, now }: PasskeyChange): Promise<void> {
  const at = now.toISOString();
  const passkeyCount = await countPasskeys(tx, userId);
  const event = { kind: "passkeyChanged", change, name, left: passkeyCount, at } as const;
  await notify(tx, { userIds: [userId], key: `passkey-${change}:${name}:${at}`, event, now });
}
