import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateDatabase } from "./migrate.ts";
import { createEmptyDatabase, type TestDatabase } from "./testing/test-database.ts";

/** The last migration before payments could be paid in parts. */
const before = 1795341992305;
const id = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, "0")}`;
const hex = (place: number, digits = 64) => `0x${String(place).padStart(digits, "0")}`;
const [user, merchant, payee] = [id(1), id(2), id(3)];
const [enough, tooLittle, whole] = [id(11), id(12), id(13)];

let database: TestDatabase;
let sql: postgres.Sql;

/**
 * Three unpaid payments of $10.00. The first received $6.00, $4.00 and $1.00, the second $6.00 and $3.00. The third received $6.00,
 * $4.00 and then $10.00 in one transfer.
 */
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrateDatabase(database.url, before);
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await sql`insert into users (id, email, first_name, last_name, password_hash, role)
    values (${user}, 'one@hearth.test', 'One', 'Person', 'x', 'user')`;
  await sql`insert into merchants (id, owner_user_id, name, business_type, contact_name, email, phone_number, address)
    values (${merchant}, ${user}, 'House', 'property_management', 'One', 'one@hearth.test', '1', 'Street')`;
  await sql`insert into payees (id, merchant_id, address, watched_from_block) values (${payee}, ${merchant}, ${hex(7, 40)}, 0)`;
  for (const [place, payment] of [enough, tooLittle, whole].entries()) {
    await sql`insert into payments (id, consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, reference,
        binding, code, expires_at, status)
      values (${payment}, ${user}, ${merchant}, ${payee}, ${hex(7, 40)}, 1000, 84532, ${hex(8, 40)}, 'Rent', ${String(place).repeat(64)},
        ${hex(place)}, ${`CODE${place}`}, now(), 'failed')`;
  }
  const came: [payment: string, dollars: number, verdict: string][] = [
    [enough, 6, "short"],
    [enough, 4, "short"],
    [enough, 1, "short"],
    [tooLittle, 6, "short"],
    [tooLittle, 3, "short"],
    [whole, 6, "short"],
    [whole, 4, "short"],
    [whole, 10, "matched"],
  ];
  for (const [place, [payment, dollars, verdict]] of came.entries()) {
    await sql`insert into transfers (id, chain_id, tx_hash, log_index, block_number, block_hash, block_time, token_address, from_address, to_address,
        usdc_units, merchant_id, payment_id, verdict, seen_at, bound_by)
      values (${id(100 + place)}, 84532, ${hex(place)}, 0, ${place}, ${hex(place)}, now(), ${hex(8, 40)}, ${hex(9, 40)}, ${hex(7, 40)},
        ${dollars * 1_000_000}, ${merchant}, ${payment}, ${verdict}, now(), 'calldata')`;
  }
  await migrateDatabase(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.close();
});

it("turns short transfers into parts only where they were enough together", async () => {
  const rows = await sql`select verdict from transfers order by id`;
  expect(rows.map((row) => row["verdict"])).toEqual(["part", "part", "short", "short", "short", "short", "short", "matched"]);
});
