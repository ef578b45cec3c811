import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Grown, Measured } from "../measure/rounds.ts";
import type { Scanned } from "../measure/scans.ts";

export interface Run {
  payments: number;
  payers: number;
  landlords: number;
  day: string;
  machine: string;
  fill: { rowsSeconds: number; indexesSeconds: number; vacuumSeconds: number; megabytes: number };
  memory: { idleMb: number; loadedMb: number };
  /** Duration of the product's own invariants; null if that takes too long. */
  wholeStateCheckSeconds: number | null;
  /** Result of the operator's call: its seconds, or the failure. */
  stateCheck: { seconds: number } | { failure: string };
  /** The big tables that were scanned sequentially during the measurement. */
  scanned: Scanned[];
  works: Measured[];
}

/** Growth of the product's answer times from one size to another, measured in one run. */
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

/** Stores a run, replacing the earlier one of the same size. */
export async function keepRun(run: Run): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(run.payments), asText(run));
}

/** Stores a growth measurement, replacing the earlier one. */
export async function keepGrowth(growth: Growth): Promise<void> {
  await writeFile(growthFile, asText(growth));
}

/** Reads the last growth measurement. */
export async function readGrowth(): Promise<Growth> {
  const growth: Growth = JSON.parse(await readFile(growthFile, "utf8"));
  return growth;
}

function asText(measured: Run | Growth): string {
  const rounded = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value);
  return `${JSON.stringify(measured, rounded, 2)}\n`;
}

/** Reads the newest run of each size, the smallest first. */
export async function readRuns(): Promise<Run[]> {
  const files = (await readdir(folder)).filter((file) => /^\d+\.json$/.test(file));
  const runs = await Promise.all(files.map(async (file): Promise<Run> => JSON.parse(await readFile(`${folder}${file}`, "utf8"))));
  return runs.toSorted((left, right) => left.payments - right.payments);
}
