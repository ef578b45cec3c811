import type { Transaction } from "@hearth/db/client";
import type { AssertionResponse } from "@hearth/domain/auth/passkeys";
import type { AccountStatus } from "@hearth/domain/auth/roles";
import { HearthError } from "@hearth/domain/errors";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { networkOf } from "../../../network-of.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { openAdminSession } from "./admin-sign-in.service.ts";
import { lockAccountRow } from "../rows/accounts.repo.ts";
import { getAccount } from "../rows/auth.repo.ts";
import { type LoginView, viewLogin } from "../rows/auth.view.ts";
import { accountRefusals } from "../passwords/check-credentials.ts";
import { passkeyRequestOptions, readShownPasskey } from "../factors/passkey-ceremony.ts";
import { countPasskeys } from "../rows/passkeys.repo.ts";
import { openSession } from "../sessions/sessions.service.ts";

/** Returns the browser's options for a sign-in with any passkey. @throws HearthError RATE_LIMITED. */
export async function beginPasskeySignIn(deps: Deps, { ip }: CallOrigin): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await deps.sharedLimits.take("passkeyAddress", networkOf(ip));
  return passkeyRequestOptions(deps, null);
}

/**
 * Signs in the owner of a passkey, to the given area. A passkey counts as both factors: the user has the device, and unlocks it by finger,
 * face or PIN.
 * @throws HearthError PASSKEY_INVALID, ACCOUNT_INACTIVE, ACCOUNT_SUSPENDED, and FORBIDDEN in the admin area for other roles.
 */
export async function signInWithPasskey(
  deps: Deps,
  origin: CallOrigin,
  response: AssertionResponse,
  kind: "auth" | "admin",
): Promise<LoginView> {
  const { passkey, role, status } = await readShownPasskey(deps, response, { purpose: "signIn" });
  const { userId } = passkey;
  await requireActive(deps, origin, { userId, status });
  if (kind === "admin" && role !== "admin") {
    await insertAuditEntry(deps.db, origin, { at: deps.clock.now(), actorId: userId, action: "admin.signInRefused", data: { role } });
    throw new HearthError("FORBIDDEN", {
      message: "Access denied. This account does not have administrator privileges. Please use the regular login.",
    });
  }
  return deps.db.transaction(async (tx) => {
    await holdActive(tx, userId, async () => (await countPasskeys(tx, userId, passkey.id)) > 0);
    if (kind === "admin") return openAdminSession(deps, tx, origin, userId);
    return openPasskeySession(deps, tx, origin, passkey);
  });
}

/** Refuses the holder of a shown passkey whose account may not sign in. @throws HearthError ACCOUNT_INACTIVE, ACCOUNT_SUSPENDED. */
export async function requireActive(
  deps: Deps,
  origin: CallOrigin,
  { userId, status }: { userId: string; status: AccountStatus },
): Promise<void> {
  const refusal = accountRefusals[status];
  if (refusal === null) return;
  const failure = { actorId: userId, action: "auth.signInFailed" as const, data: { reason: refusal } };
  await insertAuditEntry(deps.db, origin, { at: deps.clock.now(), ...failure });
  throw new HearthError(refusal);
}

/**
 * Opens a session of the product for the holder of a shown passkey. `isStored` says, in the transaction, that the passkey was not removed meanwhile.
 * @throws HearthError PASSKEY_INVALID.
 */
export async function signInHolder(
  deps: Deps,
  origin: CallOrigin,
  { userId, name }: { userId: string; name: string },
  isStored: (tx: Transaction) => Promise<boolean>,
): Promise<LoginView> {
  return deps.db.transaction(async (tx) => {
    await holdActive(tx, userId, isStored);
    return openPasskeySession(deps, tx, origin, { userId, name });
  });
}

/**
 * Locks an account whose passkey was shown. The lock orders this after or before a concurrent removal of the passkey or suspension of the account. Either the
 * check fails, or the other call ends the session. @throws HearthError PASSKEY_INVALID.
 */
async function holdActive(tx: Transaction, userId: string, isStored: (tx: Transaction) => Promise<boolean>): Promise<void> {
  const account = await lockAccountRow(tx, userId);
  if (account?.status !== "active" || !(await isStored(tx))) throw new HearthError("PASSKEY_INVALID");
}

/** Opens a session of the product. The caller has locked the account. */
async function openPasskeySession(
  { clock }: Pick<Deps, "clock">,
  tx: Transaction,
  origin: CallOrigin,
  { userId, name }: { userId: string; name: string },
): Promise<LoginView> {
  const now = clock.now();
  const token = await openSession(tx, { userId, kind: "auth", now, origin });
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "auth.signedIn", data: { passkey: name } });
  return viewLogin(await getAccount(tx, userId), token);
}
