import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { z } from "zod";
import type { Database } from "../client.ts";
import { inlineLimit, limitOf } from "../named-statements.ts";
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
  /** The scanned table, or the index that a part of a bitmap scan reads. Null for other steps. */
  table: string | null;
  /** Pages that the step and the steps below it read, from memory or from the disk. */
  pages: number;
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
  /** Runs a read-only statement and returns all steps of its plan, the whole of it first: joins, scans, sorts and so on. */
  steps(statement: SentStatement): Promise<Step[]>;
  close(): Promise<void>;
}

/**
 * Opens a database that records statements. Close it afterwards. With generic plans, PostgreSQL plans a statement without its values, as it does in the product from
 * the sixth call of a connection on. The limit of a list is then in its text, as `nameStatements` writes it.
 */
export function openCountingDatabase(url: string, { isGeneric = false } = {}): CountingDatabase {
  const statements: SentStatement[] = [];
  // A test run's database always makes generic plans, which is faster. Here statements are planned as in the product, and for a disk with
  // fast random access, which `docs/operating.md` asks for.
  const connection = { plan_cache_mode: isGeneric ? "force_generic_plan" : "auto", random_page_cost: "1.1" };
  const client = postgres(url, { max: 4, onnotice: () => {}, connection });
  const db = drizzle(client, { schema, logger: { logQuery: (query, params) => statements.push({ query, params }) } });
  const explain = async ({ query, params }: SentStatement) => {
    const lines = await client.unsafe(`explain ${query}`, params.map(asParameter));
    return lines.map((line) => String(line["QUERY PLAN"])).join("\n");
  };
  const steps = async ({ query, params }: SentStatement) => {
    const limit = limitOf(query, params);
    const [text, values] = limit !== null && isGeneric ? inlineLimit(query, params, limit) : [query, params];
    const explaining = "explain (analyze, buffers, timing off, format json)";
    // EXPLAIN of a statement with parameters plans for their values. Only a prepared statement has a generic plan.
    const [row] = await (isGeneric && values.length > 0
      ? client.begin(async (tx) => {
          await tx.unsafe(`prepare explained as ${text}`);
          const rows = await tx.unsafe(`${explaining} execute explained(${values.map(asLiteral).join(", ")})`);
          await tx.unsafe("deallocate explained");
          return rows;
        })
      : client.unsafe(`${explaining} ${text}`, values.map(asParameter)));
    return plansSchema.parse(row?.["QUERY PLAN"]).flatMap(({ Plan }) => stepsOf(Plan));
  };
  return { db, statements, explain, steps, close: () => client.end({ timeout: 5 }) };
}

/** The driver writes a boolean itself, and takes the text of one for false. */
function asParameter(value: unknown): string | boolean | string[] | null {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "boolean") return value;
  const isWritten = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  return isWritten ? String(value) : null;
}

/** A value as an SQL literal, whose type PostgreSQL infers. */
function asLiteral(value: unknown): string {
  const parameter = asParameter(value);
  if (parameter === null) return "null";
  const text = Array.isArray(parameter) ? `{${parameter.map((item) => JSON.stringify(item)).join(",")}}` : String(parameter);
  return `'${text.replaceAll("'", "''")}'`;
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Index Name"?: string | undefined;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
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
    "Index Name": z.string().optional(),
    "Shared Hit Blocks": z.number(),
    "Shared Read Blocks": z.number(),
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
  const pages = node["Shared Hit Blocks"] + node["Shared Read Blocks"];
  // A bitmap's part names only its index. Its rows are entries of that index, which the heap scan above does not count where several are combined.
  const table = node["Relation Name"] ?? node["Index Name"] ?? null;
  return [{ kind: node["Node Type"], table, pages, rows: Math.round(perLoop * node["Actual Loops"]) }, ...below];
}

/** True for a scan of a table, or of one of its indexes. */
export const isScan = (step: Step): step is Scan => step.table !== null && step.kind.endsWith("Scan");
