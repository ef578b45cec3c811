import { keysOf } from "@hearth/domain/keys-of";
import { getTableName } from "drizzle-orm";
import { expect, it } from "vitest";
import { type Retention, retentions, tables } from "./retention.ts";

const heads = ["table", "rows stay", "in a user's data export"];

function staysOf(retention: Retention): string {
  if ("kept" in retention) return `for good: ${retention.kept}`;
  return "until" in retention ? `until ${retention.until}` : `briefly: deleted by ${retention.emptiedBy}`;
}

function ownOf({ ownData, notOwnData }: Retention): string {
  if (ownData !== undefined) return `\`${ownData}\``;
  return notOwnData === undefined ? "" : `no: ${notOwnData}`;
}

it("the retention rules match docs/kept-data.md", async () => {
  const rows = keysOf(retentions)
    .map((name) => [`\`${getTableName(tables[name])}\``, staysOf(retentions[name]), ownOf(retentions[name])])
    .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const table = [line(heads), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
  const text = `# What is kept, and for how long

How long the rows of each table stay, and which of them are in a user's data export. Generated from \`packages/db/src/retention.ts\`, which the job
\`forget-rows\` follows. A test compares this page with it, and \`-u\` regenerates the page.

${table}
`;
  await expect(text).toMatchFileSnapshot("../../../docs/kept-data.md");
});
