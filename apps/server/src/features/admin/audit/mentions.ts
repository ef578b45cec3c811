import type { DatabaseOrTransaction } from "@hearth/db/client";
import { type IdKind, idPrefixes, parsePublicId } from "@hearth/domain/ids";
import { keysOf } from "@hearth/domain/keys-of";
import type { AuditRow } from "../rows/audit.repo.ts";
import { type MentionRow, mentionFinders } from "../rows/mentions.repo.ts";

/** An id that an entry of the audit log names, and its row. */
export interface Mention {
  id: string;
  row: MentionRow;
}

/** Finds the rows that a page's entries mention. Runs one statement for each kind of id, however many entries there are. */
export async function findMentions(db: DatabaseOrTransaction, rows: AuditRow[]): Promise<(row: AuditRow) => Mention[]> {
  const ids = new Set(rows.flatMap(idsOf));
  const found = await Promise.all(
    keysOf(mentionFinders).map(async (kind) => {
      const wanted = new Map([...ids].flatMap((id) => uuidOf(kind, id)));
      const read: MentionRow[] = wanted.size === 0 ? [] : await mentionFinders[kind](db, [...wanted.keys()]);
      return read.map((row): [string, MentionRow] => [wanted.get(row.id) ?? "", row]);
    }),
  );
  const byId = new Map(found.flat());
  return (row) =>
    idsOf(row).flatMap((id) => {
      const mentioned = byId.get(id);
      return mentioned === undefined ? [] : [{ id, row: mentioned }];
    });
}

function uuidOf(kind: IdKind, id: string): [string, string][] {
  const uuid = id.startsWith(`${idPrefixes[kind]}_`) ? parsePublicId(kind, id) : null;
  return uuid === null ? [] : [[uuid, id]];
}

const idShape = /^[a-z]{3}_[0-9a-z]{26}$/;

/** The subject of an entry and the ids in its data, each once. */
function idsOf({ line: { subject, data } }: AuditRow): string[] {
  const values = Object.values(data).flatMap((value) => (typeof value === "object" && value !== null ? [value.to, value.from] : [value]));
  return [...new Set([subject, ...values].filter((value) => typeof value === "string" && idShape.test(value)))].map(String);
}
