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

/** Why an account that has shown who it is does not get in. */
export const accountRefusals = { active: null, inactive: "ACCOUNT_INACTIVE", suspended: "ACCOUNT_SUSPENDED" } as const;

/** Whose credentials were right, and what they were, so that it can be asked again when the session is stored. */
export interface Checked {
  id: string;
  role: Role;
  email: string;
  passwordHash: string;
  /** Until when a password that somebody else handed over can be replaced; null for one of their own choice. */
  firstPasswordUntil: Date | null;
}

/**
 * Whose email and password these are. A wrong email and a wrong password give one answer in one time; that an account is inactive or
 * suspended is told only to who knows its password. Every sign-in, of whatever area, counts against the same limits: a device that the account
 * knows against limits of its own, so that strangers can neither lock its holder out nor stand in the way.
 * @throws HearthError INVALID_CREDENTIALS, ACCOUNT_INACTIVE, ACCOUNT_SUSPENDED, FIRST_PASSWORD_REPLACEMENT_NEEDED, RATE_LIMITED, OVERLOADED.
 */
export async function checkCredentials(deps: Deps, origin: CallOrigin, input: LoginInput): Promise<Checked> {
  const checked = await checkPassword(deps, origin, input);
  if (checked.firstPasswordUntil !== null) throw new HearthError("FIRST_PASSWORD_REPLACEMENT_NEEDED");
  return checked;
}

/** As `checkCredentials`, for a password that somebody else handed over as well, with which nobody signs in. @throws HearthError as that does. */
export async function checkPassword(deps: Deps, origin: CallOrigin, input: LoginInput): Promise<Checked> {
  const device = await findKnownDevice(deps, origin, input.email);
  const network = networkOf(origin.ip);
  if (device === null) await deps.sharedLimits.take("loginAddress", network);
  const tries = await countTry(
    deps,
    device === null ? { near: `${network} ${input.email}`, all: triesByEmail(input.email) } : { near: device, all: device },
  );
  const account = await findCredentials(deps.db, input.email);
  const isRight = await deps.passwords.verify(account?.passwordHash ?? null, input.password, device === null ? "strangers" : "holders");
  const refusal = account === null || !isRight ? "INVALID_CREDENTIALS" : accountRefusals[account.status];
  if (account === null || refusal !== null) {
    const failure = { actorId: account?.id ?? null, action: "auth.signInFailed" as const, data: { reason: refusal } };
    await insertAuditEntry(deps.db, origin, { at: deps.clock.now(), ...failure });
    throw new HearthError(refusal ?? "INVALID_CREDENTIALS");
  }
  await tries.forget();
  const { id, role, passwordHash, firstPasswordUntil } = account;
  return { id, role, email: input.email, passwordHash, firstPasswordUntil };
}
