import type { RestRow } from "./wire.ts";

/** The rows of one method and path. If there are several, the request decides which one answers. */
export type Alternatives = [RestRow, ...RestRow[]];

/** Groups rows by method and path, in the table's order. */
export function groupRows(rows: RestRow[]): Alternatives[] {
  const groups = new Map<string, Alternatives>();
  for (const row of rows) {
    const name = `${row.method} ${row.path}`;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups.values()];
}
