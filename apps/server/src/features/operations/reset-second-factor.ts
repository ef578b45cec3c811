import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { findAccountByEmail } from "../auth/profile/create-account.service.ts";
import { removeSecondFactor } from "../auth/factors/second-factor.service.ts";

/**
 * Takes the second factor and the recovery codes off an account whose owner lost both. The account is signed out everywhere; from then on its
 * password is enough, and wrong codes of the old one count against nothing any more. @throws HearthError NOT_FOUND, CONFLICT where none is on.
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
