import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateDatabase } from "./migrate.ts";
import { createEmptyDatabase, type TestDatabase } from "./testing/test-database.ts";

/** The last migration before the journal and transfers in both directions. */
const before = 1795196548943;
const ids = { user: 1, merchant: 2, payee: 3, payment: 4, transfer: 5, refund: 6, given: 7, dispute: 8 };
const id = (which: keyof typeof ids) => `00000000-0000-7000-8000-00000000000${ids[which]}`;
const hex = (digit: string, digits = 64) => `0x${digit.repeat(digits)}`;
const [wallet, payer, stranger, token] = [hex("a", 40), hex("b", 40), hex("c", 40), hex("d", 40)];

let database: TestDatabase;
let sql: postgres.Sql;

/**
 * A payment of $10.00 that was paid. A refund of $2.00 that arrived as $2.50, and a cancelled one of $3.00 of which $1.00 arrived. Also an
 * unknown transfer.
 */
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrateDatabase(database.url, before);
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await sql`insert into users (id, email, first_name, last_name, password_hash, role)
    values (${id("user")}, 'one@hearth.test', 'One', 'Person', 'x', 'user')`;
  await sql`insert into merchants (id, owner_user_id, name, business_type, contact_name, email, phone_number, address)
    values (${id("merchant")}, ${id("user")}, 'House', 'property_management', 'One', 'one@hearth.test', '1', 'Street')`;
  await sql`insert into payees (id, merchant_id, address, created_at) values (${id("payee")}, ${id("merchant")}, ${wallet}, '2026-01-01T00:00:00Z')`;
  await sql`insert into chain_cursors (chain_id, block_number, block_hash, block_time, finalized_number, reconciled_number, updated_at)
    values (84532, 1000, ${hex("1")}, '2026-01-01T00:10:00Z', 900, 900, now())`;
  await sql`insert into transfers (id, chain_id, tx_hash, log_index, block_number, block_hash, block_time, token_address, from_address, to_address,
      usdc_units, merchant_id, verdict, seen_at, bound_by)
    values (${id("transfer")}, 84532, ${hex("2")}, 0, 800, ${hex("3")}, now(), ${token}, ${payer}, ${wallet}, 10000000, ${id("merchant")}, 'unmatched', now(), 'wallet')`;
  await sql`insert into payments (id, consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, reference,
      binding, code, expires_at, status, transfer_id, completed_at)
    values (${id("payment")}, ${id("user")}, ${id("merchant")}, ${id("payee")}, ${wallet}, 1000, 84532, ${token}, 'Rent', ${"4".repeat(64)},
      ${hex("5")}, 'CODE', now(), 'completed', ${id("transfer")}, now())`;
  await sql`update transfers set payment_id = ${id("payment")}, verdict = 'matched'`;
  const refund = {
    payment_id: id("payment"),
    merchant_id: id("merchant"),
    chain_id: 84532,
    token_address: token,
    to_address: payer,
    created_by: id("user"),
  };
  const counted = {
    from_address: wallet,
    tx_hash: hex("6"),
    log_index: 1,
    block_number: 850,
    block_hash: hex("7"),
    completed_at: new Date(),
    final_at: new Date(),
  };
  await sql`insert into refunds ${sql([{ ...refund, ...counted, id: id("refund"), amount_cents: 200, binding: hex("8"), status: "completed", scanned_to: 860 }])}`;
  await sql`insert into refunds ${sql([{ ...refund, id: id("given"), amount_cents: 300, binding: hex("9"), status: "cancelled", scanned_to: 860 }])}`;
  const odd = { chain_id: 84532, log_index: 1, block_hash: hex("7"), block_time: new Date(), to_address: payer };
  const given = { ...odd, refund_id: id("given"), block_number: 870 };
  await sql`insert into odd_refund_transfers ${sql([
    { ...odd, refund_id: id("refund"), block_number: 850, problem: "over", tx_hash: hex("6"), from_address: wallet, usdc_units: "2500000" },
    { ...given, problem: "short", tx_hash: hex("e"), from_address: wallet, usdc_units: "1000000" },
    { ...given, problem: "duplicate", tx_hash: hex("f"), from_address: wallet, usdc_units: "9000000" },
    { ...given, problem: "foreignWallet", tx_hash: hex("0"), from_address: stranger, usdc_units: "3000000" },
  ])}`;
  await migrateDatabase(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.close();
});

describe("migrating an installation without a journal", () => {
  it("keeps the transfers of refunds, and which of them completed a refund", async () => {
    const rows =
      await sql`select refund_id, refund_problem, usdc_units, sender_merchant_id is not null as own, given_back_at is not null as given,
      verdict from transfers where refund_id is not null order by block_number, usdc_units`;
    expect(rows.map((row) => [row["refund_problem"], row["usdc_units"], row["own"], row["given"], row["verdict"]])).toEqual([
      ["over", "2500000", true, true, null],
      ["short", "1000000", true, true, null],
      ["foreignWallet", "3000000", false, false, null],
      ["duplicate", "9000000", true, true, null],
    ]);
    const refunds = await sql`select r.status, t.tx_hash, r.cancelled_at is not null as cancelled from refunds r
      left join transfers t on t.id = r.transfer_id order by r.usdc_units`;
    expect(refunds.map((row) => [row["status"], row["tx_hash"], row["cancelled"]])).toEqual([
      ["completed", hex("6"), false],
      ["cancelled", null, true],
    ]);
  });

  it("creates journal entries for received, credited, sent and returned money, returning at most what was received", async () => {
    const sums = await sql`select account, sum(units) as units from journal_entries group by account order by account`;
    expect(Object.fromEntries(sums.map((row) => [row["account"], row["units"]]))).toEqual({
      payment: "-10000000",
      returned: "10000000",
      sent: "2500000",
      unmatched: "0",
      wallet: "-2500000",
    });
  });

  it("marks counted transfers as counted", async () => {
    const rows = await sql`select t.counted_at = p.completed_at as counted from transfers t join payments p on p.transfer_id = t.id`;
    expect(rows.map((row) => row["counted"])).toEqual([true]);
  });

  it("sets the first watched block of each wallet", async () => {
    const [row] = await sql`select watched_from_block from payees`;
    expect(row?.["watched_from_block"]).toBe("670");
  });

  it("refuses changes to journal entries and unbalanced postings", async () => {
    await expect(sql`update journal_entries set units = 1`).rejects.toThrow("append-only");
    await expect(sql`delete from journal_entries`).rejects.toThrow("append-only");
    const line = {
      posting_id: id("user"),
      kind: "dust",
      account: "wallet",
      chain_id: 84532,
      merchant_id: id("merchant"),
      wallet_address: wallet,
      units: "1",
      block_number: 1,
      at: new Date(),
    };
    await expect(sql`insert into journal_entries ${sql([line])}`).rejects.toThrow("does not add up");
    await expect(sql`insert into journal_entries ${sql([line, { ...line, account: "dust", units: "-1" }])}`).resolves.toHaveLength(0);
  });
});
