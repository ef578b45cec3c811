import type { LoginInput } from "@hearth/domain/auth/inputs";
import type { Role } from "@hearth/domain/auth/roles";
import { HearthError } from "@hearth/domain/errors";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import { findCredentials } from "../rows/auth.repo.ts";
import { networkOf } from "../../../network-of.ts";
import { countTry, triesByEmail } from "./count-try.ts";
import { findKnownDevice } from "../sessions/known-devices.ts";

/** The error code that refuses an account of each status; null where it may sign in. */
export const accountRefusals = { active: null, inactive: "ACCOUNT_INACTIVE", suspended: "ACCOUNT_SUSPENDED" } as const;

/** An account with verified credentials, including the password hash, which is checked again when the session is stored. */
export interface Checked {
  id: string;
  role: Role;
  email: string;
  passwordHash: string;
  /** The expiry of a password that somebody else handed over; null for a password the user chose. */
  firstPasswordUntil: Date | null;
}

/**
 * Verifies an email and password and returns the account. A wrong email and a wrong password give the same answer in the same time. Only a
 * correct password reveals that the account is inactive or suspended. Sign-ins in all areas share the same limits. A device that the
 * account knows has limits of its own, so that strangers cannot lock the owner out.
 * @throws HearthError INVALID_CREDENTIALS, ACCOUNT_INACTIVE, ACCOUNT_SUSPENDED, FIRST_PASSWORD_REPLACEMENT_NEEDED, RATE_LIMITED,
 * OVERLOADED.
 */
export async function checkCredentials(deps: Deps, origin: CallOrigin, input: LoginInput): Promise<Checked> {
  const checked = await checkPassword(deps, origin, input);
  if (checked.firstPasswordUntil !== null) throw new HearthError("FIRST_PASSWORD_REPLACEMENT_NEEDED");
  return checked;
}

/**
 * Like `checkCredentials`, but also accepts a password that somebody else handed over, which cannot sign in. @throws HearthError as that
 * does.
 */
export async function checkPassword(deps: Deps, origin: CallOrigin, input: LoginInput): Promise<Checked> {
  const known = await findKnownDevice(deps, origin, { email: input.email });
  const device = known?.key ?? null;
  const network = networkOf(origin.ip);
  if (device === null) await deps.sharedLimits.take("loginAddress", network);
  const tries = await countTry(
    deps,
    device === null ? { near: `${network} ${input.email}`, all: triesByEmail(input.email) } : { near: device, all: device },
  );
  const account = await findCredentials(deps.db, input.email);
  const hashedFor = device === null ? { lane: "strangers" as const, origin: network } : { lane: "holders" as const, origin: device };
  const isRight = await deps.passwords.verify(account?.passwordHash ?? null, input.password, hashedFor);
  const refusal = account === null || !isRight ? "INVALID_CREDENTIALS" : accountRefusals[account.status];
  if (account === null || account.passwordHash === null || refusal !== null) {
    const failure = { actorId: account?.id ?? null, action: "auth.signInFailed" as const, data: { reason: refusal } };
    await insertAuditEntry(deps.db, origin, { at: deps.clock.now(), ...failure });
    throw new HearthError(refusal ?? "INVALID_CREDENTIALS");
  }
  await tries.forget();
  const { id, role, passwordHash, firstPasswordUntil } = account;
  return { id, role, email: input.email, passwordHash, firstPasswordUntil };
}
