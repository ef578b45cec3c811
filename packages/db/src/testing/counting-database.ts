import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { z } from "zod";
import type { Database } from "../client.ts";
import * as schema from "../schema.ts";

/** A statement as it was sent. */
export interface SentStatement {
  query: string;
  params: unknown[];
}

/** A scan of a table, or of one of its indexes, by a statement. */
export interface Scan {
  /** PostgreSQL's name: `Seq Scan`, `Index Scan` and so on. */
  kind: string;
  table: string;
  /** Rows read in all loops, including those that a filter removed. */
  rows: number;
}

/** A database that records its statements in order, without those that begin and end transactions. */
export interface CountingDatabase {
  db: Database;
  statements: SentStatement[];
  /** Returns PostgreSQL's plan for a statement. */
  explain(statement: SentStatement): Promise<string>;
  /** Runs a read-only statement and returns its scans. */
  scans(statement: SentStatement): Promise<Scan[]>;
  close(): Promise<void>;
}

/** Opens a database that records statements. Close it afterwards. */
export function openCountingDatabase(url: string): CountingDatabase {
  const statements: SentStatement[] = [];
  // A test run's database always makes generic plans, which is faster. Here statements are planned as in the product, and for a disk with
  // fast random access, which `docs/operating.md` asks for.
  const connection = { plan_cache_mode: "auto", random_page_cost: "1.1" };
  const client = postgres(url, { max: 4, onnotice: () => {}, connection });
  const db = drizzle(client, { schema, logger: { logQuery: (query, params) => statements.push({ query, params }) } });
  const explain = async ({ query, params }: SentStatement) => {
    const lines = await client.unsafe(`explain ${query}`, params.map(asParameter));
    return lines.map((line) => String(line["QUERY PLAN"])).join("\n");
  };
  const scans = async ({ query, params }: SentStatement) => {
    const [row] = await client.unsafe(`explain (analyze, timing off, format json) ${query}`, params.map(asParameter));
    return plansSchema.parse(row?.["QUERY PLAN"]).flatMap(({ Plan }) => scansOf(Plan));
  };
  return { db, statements, explain, scans, close: () => client.end({ timeout: 5 }) };
}

function asParameter(value: unknown): string | string[] | null {
  if (Array.isArray(value)) return value.map(String);
  const isWritten = typeof value === "string" || typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";
  return isWritten ? String(value) : null;
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  "Rows Removed by Index Recheck"?: number | undefined;
  Plans?: PlanNode[] | undefined;
}

const planSchema: z.ZodType<PlanNode> = z.lazy(() =>
  z.looseObject({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Actual Rows": z.number(),
    "Actual Loops": z.number(),
    "Rows Removed by Filter": z.number().optional(),
    "Rows Removed by Index Recheck": z.number().optional(),
    Plans: planSchema.array().optional(),
  }),
);
const plansSchema = z.looseObject({ Plan: planSchema }).array();

function scansOf(node: PlanNode): Scan[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const table = node["Relation Name"];
  if (table === undefined || !node["Node Type"].endsWith("Scan") || node["Actual Loops"] === 0) return below;
  const perLoop = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return [{ kind: node["Node Type"], table, rows: Math.round(perLoop * node["Actual Loops"]) }, ...below];
}
