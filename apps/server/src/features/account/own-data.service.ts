import { z } from "zod";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { findOwnBusiness, findPerson, listOwn } from "./own-data.repo.ts";

/** More of one kind than this is cut, and the file says so; a landlord's books have exports of their own. */
const mostOfAKind = 10_000;

/** A file of what is kept about an account; `json` is its whole text. */
export const ownDataView = z.strictObject({ fileName: z.string(), json: z.string() });
export type OwnDataView = z.infer<typeof ownDataView>;

/** Everything that is kept about who asks, and about the business that they own, as one file; amounts are whole cents, moments ISO 8601 in UTC. */
export async function exportOwnData(deps: Deps, origin: CallOrigin, { userId }: Actor): Promise<OwnDataView> {
  const { db, clock } = deps;
  const now = clock.now();
  const own = await listOwn(db, userId, mostOfAKind);
  const business = await findOwnBusiness(db, userId, mostOfAKind);
  const cut = [...Object.entries(own), ...Object.entries(business ?? {}).map(([name, rows]) => [`business.${name}`, rows] as const)]
    .filter(([, rows]) => Array.isArray(rows) && rows.length === mostOfAKind)
    .map(([name]) => name);
  await insertAuditEntry(db, origin, { at: now, actorId: userId, action: "account.exported" });
  const file = { exportedAt: now, account: await findPerson(db, userId), ...own, business, cutAt: mostOfAKind, cut };
  return { fileName: `hearth-account-${now.toISOString().slice(0, 10)}.json`, json: JSON.stringify(file, null, 2) };
}
