import type { AuditFilterInput, ListAuditInput } from "@hearth/domain/admin/filters";
import { toDateRange } from "@hearth/domain/date-range";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { Deps } from "../../../deps.ts";
import { type AuditFilter, listAuditLines } from "../rows/audit.repo.ts";
import { viewAuditLine } from "./audit.view.ts";
import { findMatches } from "../rows/search.repo.ts";

/** How many accounts and merchants are looked for by words at most; whoever means one of more gives its id. */
const matchLimit = 200;

/** A page of the audit log, newest first. */
export async function listAudit(deps: Deps, input: ListAuditInput, timeZone: string) {
  const { cursor, limit } = input;
  const filter = await toAuditFilter(deps, input, timeZone);
  const before = cursor === undefined ? undefined : Number(cursor);
  const rows = await listAuditLines(deps.db, { ...filter, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(viewAuditLine), nextCursor: rows.length > limit && last ? String(last.line.id) : null };
}

/** The filter as the database asks it: words become the accounts and merchants that they name. */
export async function toAuditFilter({ db }: Deps, input: AuditFilterInput, viewerTimeZone: string): Promise<AuditFilter> {
  const { search, action } = input;
  const range = toDateRange(input, input.timeZone ?? viewerTimeZone);
  if (!search) return { action, range };
  const exact = { subjects: [search], ip: search };
  const userId = parsePublicId("user", search);
  if (userId !== null) return { action, range, about: { ...exact, actorIds: [userId] } };
  const { userIds, merchantIds } = await findMatches(db, search, matchLimit);
  const subjects = [search, ...userIds.map((id) => publicId("user", id)), ...merchantIds.map((id) => publicId("merchant", id))];
  return { action, range, about: { actorIds: userIds, subjects, ip: search } };
}
