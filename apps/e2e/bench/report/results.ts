import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Grown, Measured } from "../measure/rounds.ts";
import type { Scanned } from "../measure/scans.ts";

/** One run, as it is kept for the page. */
export interface Run {
  payments: number;
  payers: number;
  landlords: number;
  day: string;
  machine: string;
  fill: { rowsSeconds: number; indexesSeconds: number; vacuumSeconds: number; megabytes: number };
  memory: { idleMb: number; loadedMb: number };
  /** By the product's own rules; null where that takes too long. */
  wholeStateCheckSeconds: number | null;
  /** What the call that an operator makes answers; seconds, or why not. */
  stateCheck: { seconds: number } | { failure: string };
  /** The big tables that were read from beginning to end while the works were measured. */
  scanned: Scanned[];
  works: Measured[];
}

/** How the product's answers slow down from one size to another, measured in one run. */
export interface Growth {
  payments: number;
  /** The size that it is compared with. */
  beside: number;
  day: string;
  machine: string;
  works: Grown[];
}

const folder = fileURLToPath(new URL("../results/", import.meta.url));
const fileOf = (payments: number) => `${folder}${payments}.json`;
const growthFile = fileURLToPath(new URL("../results/growth.json", import.meta.url));

/** Keeps a run in place of the earlier one of the same size. */
export async function keepRun(run: Run): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(run.payments), asText(run));
}

/** Keeps how answers grow in place of what was measured before. */
export async function keepGrowth(growth: Growth): Promise<void> {
  await writeFile(growthFile, asText(growth));
}

/** What was measured last of how answers grow. */
export async function readGrowth(): Promise<Growth> {
  const growth: Growth = JSON.parse(await readFile(growthFile, "utf8"));
  return growth;
}

function asText(measured: Run | Growth): string {
  const rounded = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value);
  return `${JSON.stringify(measured, rounded, 2)}\n`;
}

/** The newest run of each size, the smallest first. */
export async function readRuns(): Promise<Run[]> {
  const files = (await readdir(folder)).filter((file) => /^\d+\.json$/.test(file));
  const runs = await Promise.all(files.map(async (file): Promise<Run> => JSON.parse(await readFile(`${folder}${file}`, "utf8"))));
  return runs.toSorted((left, right) => left.payments - right.payments);
}
