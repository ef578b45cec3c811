import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { findCredentials } from "../auth/auth.repo.ts";
import { deleteSecondFactor } from "../auth/second-factor.repo.ts";
import { endSessions } from "../auth/sessions.service.ts";

/**
 * Takes the second factor and the recovery codes off an account whose owner lost both. The account is signed out everywhere, because whoever
 * holds the lost app may hold a session too; from then on its password is enough, and wrong codes of the old one count against
 * nothing any more. @throws HearthError NOT_FOUND, CONFLICT where none is on.
 */
export async function resetSecondFactor({ db, clock }: Pick<Deps, "db" | "clock">, email: string): Promise<void> {
  const account = await findCredentials(db, email.toLowerCase());
  if (account === null) throw new HearthError("NOT_FOUND", { message: "There is no account with this e-mail" });
  const now = clock.now();
  const subject = publicId("user", account.id);
  await db.transaction(async (tx) => {
    if (!(await deleteSecondFactor(tx, account.id))) throw new HearthError("CONFLICT", { message: "No second factor is on" });
    await endSessions(tx, account.id, { now });
    await insertAuditEntry(tx, null, { at: now, actorId: null, action: "auth.secondFactorReset", subject, data: { by: "operator" } });
  });
}
