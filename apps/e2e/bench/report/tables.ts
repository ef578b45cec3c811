import type { Figures } from "../measure/load.ts";
import type { Grown, Measured, Outcome } from "../measure/rounds.ts";
import { bigTableRows } from "../measure/scans.ts";
import type { Growth, Run } from "./results.ts";

/** Formats a Markdown table with aligned columns. */
export function table(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(headings), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

function ratio(part: Figures, whole: Outcome | null): string {
  return whole === null ? "" : "failure" in whole ? whole.failure : (part.perSecond / whole.perSecond).toFixed(2);
}

/** One row for each kind of work. */
export function workTable({ works }: Run): string {
  const headings = [
    "work",
    "calls/s",
    "of the floor",
    "times the peer",
    "p50",
    "p99",
    "p50 alone: product, floor",
    "processor: product, floor, peer",
    "statements",
    "in the database",
  ];
  return table(headings, works.map(cellsOf));
}

function cellsOf({ name, product, floor, peer, alone, cost, shareToReach }: Measured): string[] {
  if ("failure" in product) return [name, product.failure, "", "", "", "", "", "", "", ""];
  const share = floor === null ? "" : `${ratio(product, floor)} (≥ ${shareToReach})`;
  const productCells = [Math.round(product.perSecond).toString(), share, ratio(product, peer), ms(product.p50), ms(product.p99)];
  const processor = [product, floor, peer].flatMap((server) =>
    server === null || "failure" in server || server.processorMs === null ? [] : [ms(server.processorMs)],
  );
  const aloneText = alone === null ? "" : `${ms(alone.product)}, ${ms(alone.floor)}`;
  return [
    name,
    ...productCells,
    aloneText,
    processor.join(", "),
    ...(cost === null ? ["", ""] : [cost.statements.toString(), ms(cost.databaseMs)]),
  ];
}

/** One row for each kind of work, with its growth. */
export function growthTable({ works, payments, beside }: Growth): string {
  const [smallCount, largeCount] = [beside, payments].map((count) => count.toLocaleString("en-US"));
  const headings = [
    "work",
    `p50 with ${smallCount}`,
    `with ${largeCount}`,
    "times",
    `p99 with ${smallCount}`,
    `with ${largeCount}`,
    "times",
    "rounds",
    "answer",
  ];
  return table(headings, works.map(grownCells));
}

function grownCells({ name, rounds, small, large, bytes }: Grown): string[] {
  if ("failure" in small) return [name, small.failure, "", "", "", "", "", "", ""];
  if ("failure" in large) return [name, "", large.failure, "", "", "", "", "", ""];
  const growthCells = (smallMs: number, largeMs: number) => [ms(smallMs), ms(largeMs), (largeMs / smallMs).toFixed(2)];
  const kb = (count: number) => `${(count / 1_000).toFixed(1)} kB`;
  const answer = Math.abs(bytes.large / bytes.small - 1) < 0.1 ? kb(bytes.large) : `${kb(bytes.small)}, ${kb(bytes.large)}`;
  return [name, ...growthCells(small.p50, large.p50), ...growthCells(small.p99, large.p99), String(rounds), answer];
}

/** Facts of a run besides its works. */
export function factsOf({ fill, memory, stateCheck, wholeStateCheckSeconds, scanned, payments, payers, landlords }: Run): string[] {
  const filled = fill.rowsSeconds + fill.indexesSeconds;
  const check =
    "failure" in stateCheck
      ? `the operator's call for it fails: ${stateCheck.failure}`
      : `the operator's call for it takes ${stateCheck.seconds.toFixed(1)} s`;
  return [
    `${payments.toLocaleString("en-US")} payments of ${payers.toLocaleString("en-US")} payers to ${landlords} landlords, ${fill.megabytes.toLocaleString("en-US")} MB; filled in ${filled.toFixed(0)} s (indexes ${fill.indexesSeconds.toFixed(0)} s of it), vacuumed in ${fill.vacuumSeconds.toFixed(0)} s.`,
    `The server uses ${memory.idleMb} MB of memory before the first call, and ${memory.loadedMb} MB after the last.`,
    `Checking the whole state takes ${wholeStateCheckSeconds === null ? "longer than the time left" : `${wholeStateCheckSeconds.toFixed(1)} s`}; ${check}.`,
    `Sequential scans during the measurement, of tables with more than ${bigTableRows.toLocaleString("en-US")} rows: ${scanned.length === 0 ? "none" : scanned.map(({ table: name, times }) => `${name} (${times} times)`).join(", ")}.`,
  ];
}
