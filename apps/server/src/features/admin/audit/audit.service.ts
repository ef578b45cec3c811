import type { AuditFilterInput, ListAuditInput } from "@hearth/domain/admin/filters";
import { toDateRange } from "@hearth/domain/date-range";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { Deps } from "../../../deps.ts";
import { type AuditFilter, listAuditLines } from "../rows/audit.repo.ts";
import { viewAuditLine } from "./audit.view.ts";
import { findMentions } from "./mentions.ts";
import { findMatches } from "../rows/search.repo.ts";

/** The maximum number of accounts and of merchants that a search by words matches. To find any other, search by its id. */
const matchLimit = 200;

/** Returns a page of the audit log, newest first, with the names of whom and what its entries mention. */
export async function listAudit(deps: Deps, input: ListAuditInput, timeZone: string) {
  const { cursor, limit } = input;
  const filter = await toAuditFilter(deps, input, timeZone);
  const before = cursor === undefined ? undefined : Number(cursor);
  const rows = await listAuditLines(deps.db, { ...filter, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const mentionsOf = await findMentions(deps.db, page);
  return {
    items: page.map((row) => viewAuditLine(row, mentionsOf(row))),
    nextCursor: rows.length > limit && last ? String(last.line.id) : null,
  };
}

/** Converts a filter for the query, resolving search words to the accounts and merchants they match. */
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
