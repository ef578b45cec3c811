import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Measured } from "../measure/rounds.ts";

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
  works: Measured[];
}

const folder = fileURLToPath(new URL("../results/", import.meta.url));
const fileOf = (payments: number) => `${folder}${payments}.json`;

/** Keeps a run in place of the earlier one of the same size. */
export async function keepRun(run: Run): Promise<void> {
  await mkdir(folder, { recursive: true });
  const rounded = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value);
  await writeFile(fileOf(run.payments), `${JSON.stringify(run, rounded, 2)}\n`);
}

/** The newest run of each size, the smallest first. */
export async function readRuns(): Promise<Run[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json"));
  const runs = await Promise.all(files.map(async (file): Promise<Run> => JSON.parse(await readFile(`${folder}${file}`, "utf8"))));
  return runs.toSorted((left, right) => left.payments - right.payments);
}
