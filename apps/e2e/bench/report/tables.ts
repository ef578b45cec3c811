import type { Figures } from "../measure/load.ts";
import type { Measured, Outcome } from "../measure/rounds.ts";
import type { Run } from "./results.ts";

/** Cells under their headings, as a Markdown table whose columns stand under each other. */
export function table(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(headings), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

function ratio(part: Figures, whole: Outcome | null): string {
  return whole === null ? "" : "failure" in whole ? whole.failure : (part.perSecond / whole.perSecond).toFixed(2);
}

/** One row for each kind of work. `other` is the run of another size, for how the longest waits grow. */
export function workTable({ works }: Run, other: Run | null): string {
  const headings = [
    "work",
    "calls/s",
    "of the floor",
    "times the peer",
    "p50",
    "p99",
    "processor: product, floor, peer",
    "statements",
    "in the database",
  ];
  const rows = works.map((work) => [...cellsOf(work), ...(other === null ? [] : [growth(work, other)])]);
  return table(other === null ? headings : [...headings, `p99 / that of ${other.payments}`], rows);
}

function cellsOf({ name, product, floor, peer, cost, shareToReach }: Measured): string[] {
  if ("failure" in product) return [name, product.failure, "", "", "", "", "", "", ""];
  const share = floor === null ? "" : `${ratio(product, floor)} (≥ ${shareToReach})`;
  const own = [Math.round(product.perSecond).toString(), share, ratio(product, peer), ms(product.p50), ms(product.p99)];
  const processor = [product, floor, peer].flatMap((server) =>
    server === null || "failure" in server || server.processorMs === null ? [] : [ms(server.processorMs)],
  );
  return [name, ...own, processor.join(", "), ...(cost === null ? ["", ""] : [cost.statements.toString(), ms(cost.databaseMs)])];
}

function growth({ name, product }: Measured, other: Run): string {
  const before = other.works.find((work) => work.name === name)?.product;
  return before === undefined || "failure" in before || "failure" in product ? "" : (product.p99 / before.p99).toFixed(2);
}

/** What a run says beside its works. */
export function factsOf({ fill, memory, stateCheck, wholeStateCheckSeconds, payments, payers, landlords }: Run): string[] {
  const filled = fill.rowsSeconds + fill.indexesSeconds;
  const check =
    "failure" in stateCheck ? `the call for it fails: ${stateCheck.failure}` : `the call for it takes ${stateCheck.seconds.toFixed(1)} s`;
  return [
    `${payments.toLocaleString("en-US")} payments of ${payers.toLocaleString("en-US")} payers to ${landlords} landlords, ${fill.megabytes.toLocaleString("en-US")} MB; filled in ${filled.toFixed(0)} s (indexes ${fill.indexesSeconds.toFixed(0)} s of it), vacuumed in ${fill.vacuumSeconds.toFixed(0)} s.`,
    `The server holds ${memory.idleMb} MB before the first call, and ${memory.loadedMb} MB after all of them.`,
    `Reading the whole state takes ${wholeStateCheckSeconds === null ? "longer than there was time for" : `${wholeStateCheckSeconds.toFixed(1)} s`}; ${check}.`,
  ];
}
