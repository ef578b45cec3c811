import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { findAccountByEmail } from "../auth/profile/create-account.service.ts";
import { removeSecondFactor } from "../auth/factors/second-factor.service.ts";

/**
 * Removes the second factors and recovery codes of an account whose owner has lost them. Ends every session. From then on the password is
 * enough, and earlier wrong codes no longer count. @throws HearthError NOT_FOUND, CONFLICT without a second factor.
 */
export async function resetSecondFactor({ db, clock }: Pick<Deps, "db" | "clock">, email: string): Promise<void> {
  const account = await findAccountByEmail(db, email);
  if (account === null) throw new HearthError("NOT_FOUND", { message: "There is no account with this email" });
  const now = clock.now();
  const subject = publicId("user", account.id);
  await db.transaction(async (tx) => {
    await removeSecondFactor(tx, account.id, now);
    await insertAuditEntry(tx, null, { at: now, actorId: null, action: "auth.secondFactorReset", subject, data: { by: "operator" } });
  });
}
