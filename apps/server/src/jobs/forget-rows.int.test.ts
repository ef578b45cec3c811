import { expiringTables, retentions, type TableName, tables } from "@hearth/db/retention";
import { exchangeLinks } from "@hearth/db/schema/exchange-links";
import { idempotencyKeys } from "@hearth/db/schema/idempotency-keys";
import { sessions } from "@hearth/db/schema/sessions";
import { walletChallenges } from "@hearth/db/schema/wallet-challenges";
import { makeExchangeLink } from "@hearth/db/testing/exchange-factories";
import { makeUser, makeWalletChallenge } from "@hearth/db/testing/factories";
import { keysOf } from "@hearth/domain/keys-of";
import { getTableName, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../testing/harness.ts";
import { forgetRows } from "./forget-rows.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.close());

/** Stores idempotent answers of two days ago, and one of now. */
async function keepAnswers(count: number): Promise<void> {
  const { db, clock } = harness;
  const old = new Date(clock.now().getTime() - 48 * 3_600_000);
  const row = (key: number) => ({ scope: "ada", key: String(key), procedure: "pay", requestHash: "0", createdAt: old });
  await db.insert(idempotencyKeys).values([...Array.from({ length: count }, (_, key) => row(key)), { ...row(-1), createdAt: clock.now() }]);
}

const countAnswers = () => harness.db.$count(idempotencyKeys);

describe("deleting rows past their retention", () => {
  it("repeats in batches until nothing is left", async () => {
    await keepAnswers(45);
    expect(await forgetRows(harness.deps, { atOnce: 10 })).toBe(45);
    expect(await countAnswers()).toBe(1);
  });

  it("stops at a run's deadline, and the next run continues there", async () => {
    await keepAnswers(45);
    let rounds = 0;
    expect(await forgetRows(harness.deps, { atOnce: 10, isOver: () => (rounds += 1) > 2 })).toBe(20);
    expect(await countAnswers()).toBe(26);
    await forgetRows(harness.deps);
    expect(await countAnswers()).toBe(1);
  });

  it("processes all other tables when one fails, and then fails", async () => {
    const { db, clock, deps } = harness;
    await keepAnswers(3);
    const user = await makeUser(db);
    await makeWalletChallenge(db, { userId: user.id, expiresAt: new Date(clock.now().getTime() - 48 * 3_600_000) });
    await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
    await db.execute(sql`create trigger refuse before delete on idempotency_keys for each row execute function refuse()`);
    await expect(forgetRows(deps)).rejects.toThrow("Rows of idempotencyKeys could not be forgotten");
    expect(await countAnswers()).toBe(4);
    expect(await db.$count(walletChallenges)).toBe(0);
  });

  it("leaves a row that another transaction holds to the next run, and does not wait for it", async () => {
    const { db, deps } = harness;
    await keepAnswers(2);
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from idempotency_keys where key = '0' for update`);
      expect(await forgetRows(deps)).toBe(1);
    });
    expect(await forgetRows(deps)).toBe(1);
  });

  it("deletes the session that linked an exchange account 90 days after it expired", async () => {
    const { db, clock, deps } = harness;
    const user = await makeUser(db);
    await harness.signIn(user.id);
    const [session] = await db.select().from(sessions);
    const ended = new Date(clock.now().getTime() - 91 * 24 * 3_600_000);
    const id = session?.id.replace(/^[0-9a-f]{8}-[0-9a-f]{4}/, "01800000-0000") ?? "";
    await db.update(sessions).set({ id, expiresAt: ended });
    await makeExchangeLink(db, { userId: user.id, sessionId: id, expiresAt: ended });
    await forgetRows(deps);
    expect([await db.$count(exchangeLinks), await db.$count(sessions)]).toEqual([0, 0]);
  });
});

describe("the list of tables", () => {
  const nameOf = (name: TableName) => getTableName(tables[name]);

  it("has every table of the database", async () => {
    const rows = await harness.db.execute<{ name: string }>(sql`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
    const known = keysOf(retentions).map(nameOf);
    expect(rows.map(({ name }) => name)).toEqual(known.toSorted());
  });

  it("says for every table with account ids whether the own-data file includes its rows", async () => {
    // Columns with these names hold account ids without being foreign keys.
    const rows = await harness.db.execute<{ name: string }>(sql`
      select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (
        a.attname in ('user_id', 'actor_id', 'payer_id', 'consumer_id', 'author_id', 'email') or a.attname like '%\\_by' or exists (
          select from pg_constraint k where k.conrelid = c.oid and k.confrelid = 'users'::regclass and a.attnum = any(k.conkey)))
      order by 1`);
    const listed = keysOf(retentions).filter((name) => retentions[name].ownData !== undefined || retentions[name].notOwnData !== undefined);
    const silent = rows.filter(({ name }) => !listed.map(nameOf).includes(name));
    expect(rows.length).toBeGreaterThan(30);
    expect(silent).toEqual([]);
  });

  it("finds rows past their retention by an index", async () => {
    const { db, clock } = harness;
    for (const name of expiringTables) {
      const retention = retentions[name];
      if (!("isOver" in retention)) throw new Error(`Rows of ${name} are not forgotten`);
      const plan = await db.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        return tx.execute(sql`explain select ctid from ${tables[name]} where ${retention.isOver(clock.now())} limit 10`);
      });
      expect(JSON.stringify(plan), name).not.toContain(`Seq Scan on ${nameOf(name)}`);
    }
  });
});
