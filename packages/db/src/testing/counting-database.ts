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

/** A step of a statement's plan. */
export interface Step {
  /** PostgreSQL's name: `Seq Scan`, `Nested Loop` and so on. */
  kind: string;
  /** The scanned table, or null. */
  table: string | null;
  /** Rows handled in all loops, including those that a filter or a join removed. */
  rows: number;
}

/** A scan of a table, or of one of its indexes, by a statement. */
export interface Scan extends Step {
  table: string;
}

/** A database that records its statements in order, without those that begin and end transactions. */
export interface CountingDatabase {
  db: Database;
  statements: SentStatement[];
  /** Returns PostgreSQL's plan for a statement. */
  explain(statement: SentStatement): Promise<string>;
  /** Runs a read-only statement and returns its scans. */
  scans(statement: SentStatement): Promise<Scan[]>;
  /** Runs a read-only statement and returns all steps of its plan: joins, scans, sorts and so on. */
  steps(statement: SentStatement): Promise<Step[]>;
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
  const steps = async ({ query, params }: SentStatement) => {
    const [row] = await client.unsafe(`explain (analyze, timing off, format json) ${query}`, params.map(asParameter));
    return plansSchema.parse(row?.["QUERY PLAN"]).flatMap(({ Plan }) => stepsOf(Plan));
  };
  const scans = async (statement: SentStatement) => (await steps(statement)).filter(isScan);
  return { db, statements, explain, scans, steps, close: () => client.end({ timeout: 5 }) };
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
  "Rows Removed by Join Filter"?: number | undefined;
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
    "Rows Removed by Join Filter": z.number().optional(),
    Plans: planSchema.array().optional(),
  }),
);
const plansSchema = z.looseObject({ Plan: planSchema }).array();

function stepsOf(node: PlanNode): Step[] {
  const below = (node.Plans ?? []).flatMap(stepsOf);
  if (node["Actual Loops"] === 0) return below;
  const removed = ["Rows Removed by Filter", "Rows Removed by Index Recheck", "Rows Removed by Join Filter"] as const;
  const perLoop = removed.reduce((sum, name) => sum + (node[name] ?? 0), node["Actual Rows"]);
  return [{ kind: node["Node Type"], table: node["Relation Name"] ?? null, rows: Math.round(perLoop * node["Actual Loops"]) }, ...below];
}

const isScan = (step: Step): step is Scan => step.table !== null && step.kind.endsWith("Scan");
