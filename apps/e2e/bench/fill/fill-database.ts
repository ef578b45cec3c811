import { connectDatabase } from "@hearth/db/client";
import { recomputeFigures } from "@hearth/db/testing/count-figures";
import { checkInvariants } from "@hearth/server/features/settlement/checking/check-invariants";
import postgres, { type Sql } from "postgres";
import { type CopiedRow, copyRows } from "./copy-rows.ts";
import { disputeRows, eventRows, paymentRow, refundOf, stories, type Story } from "./payments.ts";
import { fillPeople, inventPeople, type People } from "./people.ts";
import { blockAt, type Shape } from "./shape.ts";
import { journalRows, transferRows } from "./transfers.ts";

/**
 * The tables that grow with the payments, and their rows. Filled without indexes, triggers and foreign keys, because the rows are
 * consistent.
 */
const bigTables: Record<string, (story: Story, shape: Shape) => Iterable<CopiedRow>> = {
  payments: (story) => [paymentRow(story)],
  transfers: transferRows,
  refunds: (story) => (story.isGivenBack ? [refundOf(story).row] : []),
  disputes: (story) => (story.dispute === null ? [] : [disputeRows(story).row]),
  dispute_events: (story) => (story.dispute === null ? [] : disputeRows(story).events),
  journal_entries: journalRows,
  payment_events: (story, shape) => eventRows(story, blockAt(shape, story.paidAt)),
};

/** Number of the newest payments to return for queries. */
const knownStories = 400;

export interface Filled {
  people: People;
  /** Some completed payments, with their identifiers. */
  someCompleted: Story[];
  seconds: { rows: number; indexes: number; vacuum: number };
}

/**
 * Fills a migrated, empty database with completed payments, their transfers and postings, and some exceptions. Uses COPY, and rebuilds the
 * indexes afterwards.
 */
export async function fillDatabase(url: string, shape: Shape): Promise<Filled> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const people = inventPeople(shape);
  const startedMs = performance.now();
  try {
    await fillPeople(sql, shape, people);
    const indexes = await dropIndexes(sql);
    await sql`set session_replication_role = replica`;
    await sql`set synchronous_commit = off`;
    for (const [table, rows] of Object.entries(bigTables)) await copyRows(sql, table, rowsOf(shape, people, rows));
    await sql`set session_replication_role = origin`;
    const filled = performance.now();
    for (const definition of indexes) await sql.unsafe(definition);
    await recomputeFigures(sql);
    const indexed = performance.now();
    await sql`vacuum (analyze)`;
    await sql`checkpoint`;
    const seconds = {
      rows: (filled - startedMs) / 1_000,
      indexes: (indexed - filled) / 1_000,
      vacuum: (performance.now() - indexed) / 1_000,
    };
    const from = Math.max(0, shape.payments - knownStories);
    const someCompleted = [...stories(shape, people, from)].filter(({ status }) => status === "completed");
    return { people, someCompleted, seconds };
  } finally {
    await sql.end();
  }
}

/**
 * Checks all rows by the product's own invariants and returns the seconds that it took; null if a statement would exceed the limit. @throws
 * if the rows contradict each other.
 */
export async function checkFilled(url: string, limitSeconds: number): Promise<number | null> {
  const connection = connectDatabase(url);
  const startedMs = performance.now();
  try {
    const broken = await connection.db.transaction(async (tx) => {
      await tx.execute(`set local statement_timeout = ${Math.max(1, Math.round(limitSeconds * 1_000))}`);
      return checkInvariants(tx);
    });
    if (broken.length > 0) throw new Error(`The filled rows contradict each other:\n${broken.slice(0, 5).join("\n")}`);
    return (performance.now() - startedMs) / 1_000;
  } catch (error) {
    if (isCancelled(error)) return null;
    throw error;
  } finally {
    await connection.close();
  }
}

const queryCanceled = "57014";

function isCancelled(error: unknown): boolean {
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === "object" && cause !== null && "code" in cause && cause.code === queryCanceled;
}

/** Drops the indexes that no constraint needs, and returns their definitions. */
async function dropIndexes(sql: Sql): Promise<string[]> {
  const found = await sql<{ name: string; definition: string }[]>`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.schemaname = 'public' and i.tablename in ${sql(Object.keys(bigTables))}
      and not exists (select from pg_constraint c where c.conname = i.indexname)`;
  for (const { name } of found) await sql`drop index ${sql(name)}`;
  return found.map(({ definition }) => definition);
}

function* rowsOf(shape: Shape, people: People, rows: (story: Story, shape: Shape) => Iterable<CopiedRow>): Generator<CopiedRow> {
  for (const story of stories(shape, people)) yield* rows(story, shape);
}
