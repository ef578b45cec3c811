import { recomputeFigures } from "./count-figures.ts";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type postgres from "postgres";

/** Size of the database to fill. */
export interface Filling {
  payments: number;
  merchants: number;
  consumers: number;
  /** Number of payments to the first merchant. */
  ofLandlord: number;
  /** No payment is later than this. */
  until: Date;
}

/** Rows per statement. */
const rowsAtOnce = 50_000;
const days = 600;

/** Ids made of a row kind and a number. */
const id = (kind: number, number: string) =>
  `('00000000-0000-7${String(kind).padStart(3, "0")}-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** The id of the merchant with the most payments. */
export const landlordId = "00000000-0000-7002-8000-000000000001";
/** The account that owns it. */
export const landlordUserId = "00000000-0000-7001-8000-000000000001";

const address = (number: string) => `'0x' || lpad((${number})::text, 40, '0')`;
const hash = (kind: string, number: string) => `md5('${kind}' || ${number}) || md5(${number} || '${kind}')`;

/**
 * Fills an empty database with a large number of consistent rows in a few statements. Creates accounts, merchants and payments of 600 days,
 * half of them on the first of a month, with their events, transfers and journal lines. Every hundredth payment is disputed, every two
 * hundredth partly refunded, and every fiftieth transfer odd. Disables triggers and foreign keys meanwhile, and counts the figures at the
 * end. Needs a superuser.
 */
export async function fillDatabase(sql: postgres.Sql, filling: Filling): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe("set local session_replication_role = replica");
    await tx.unsafe("set local statement_timeout = 0");
    await fillPeople(tx, filling);
    for (let from = 1; from <= filling.payments; from += rowsAtOnce) {
      const to = Math.min(from + rowsAtOnce - 1, filling.payments);
      await fillPayments(tx, filling, from, to);
    }
    await recomputeFigures(tx);
    await tx.unsafe("analyze");
  });
}

async function fillPeople(tx: postgres.TransactionSql, { merchants, consumers, until }: Filling): Promise<void> {
  const since = `'${until.toISOString()}'::timestamptz - interval '${days} days'`;
  await tx.unsafe(`insert into users (id, email, password_hash, first_name, last_name, role, enrolled_merchant_id, enrolled_at, created_at)
    select ${id(1, "i")}, 'person' || i || '@example.com', '', 'Person', 'Number' || i, case when i <= ${merchants} then 'merchant' else 'user' end,
      case when i > ${merchants} then ${id(2, `1 + i % ${merchants}`)} end, case when i > ${merchants} then ${since} end, ${since}
    from generate_series(1, ${merchants + consumers}) i`);
  await tx.unsafe(`insert into merchants (id, owner_user_id, name, business_type, contact_name, email, phone_number, address, created_at)
    select ${id(2, "i")}, ${id(1, "i")}, 'House ' || i, 'apartment', 'Person Number' || i, 'house' || i || '@example.com', '(555) 010-0199', 'Elm Street', ${since}
    from generate_series(1, ${merchants}) i`);
  await tx.unsafe(`insert into payees (id, merchant_id, address, proven_at, proven_from_block, created_at)
    select ${id(3, "i")}, ${id(2, "i")}, ${address("i")}, ${since}, 0, ${since} from generate_series(1, ${merchants}) i`);
  await tx.unsafe(`insert into enrollments (user_id, merchant_id, started_at)
    select id, enrolled_merchant_id, enrolled_at from users where enrolled_merchant_id is not null`);
}

async function fillPayments(tx: postgres.TransactionSql, filling: Filling, from: number, to: number): Promise<void> {
  const { merchants, consumers, ofLandlord, payments, until } = filling;
  const every = Math.round(payments / ofLandlord);
  await tx.unsafe(`create temporary table filling on commit drop as select i, ${id(4, "i")} as payment_id, ${id(5, "i")} as transfer_id, ${id(6, "i")} as refund_id,
      m as m, ${id(2, "m")} as merchant_id, ${address("m")} as payee, ${id(1, `${merchants} + 1 + i % ${consumers}`)} as consumer_id, 1000 + (i % 899) * 97 as cents,
      case when i % 2 = 0 then date_trunc('month', at) + (i % 86400) * interval '1 second' else at end as at,
      case when i % 20 = 7 then 'failed' when i % 20 = 13 then 'cancelled' when i % 1000 = 9 then 'pending' else 'completed' end as status
    from (select i, case when i % ${every} = 0 then 1 else 1 + i % ${merchants} end as m,
      '${until.toISOString()}'::timestamptz - interval '${days} days' * (1 - i::float / ${payments}) - interval '1 minute' as at from generate_series(${from}, ${to}) i) _`);
  await tx.unsafe(`insert into payments (id, consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, status, reference, binding,
      code, transfer_id, created_at, expires_at, ended_at, completed_at)
    select payment_id, consumer_id, merchant_id, ${id(3, "m")}, payee, cents, 84532, '0x${"1".repeat(40)}', 'Rent', status, ${hash("r", "i")}, '0x' || ${hash("b", "i")},
      upper(left(md5(i::text), 4) || '-' || right(md5(i::text), 4)), case when status = 'completed' then transfer_id end, at, at + interval '10 minutes',
      case when status in ('failed', 'cancelled') then at end, case when status = 'completed' then at + interval '1 minute' end
    from filling`);
  await tx.unsafe(`insert into payment_events (payment_id, type, at) select payment_id, 'created', at from filling`);
  await tx.unsafe(`insert into payment_events (payment_id, type, at, data) select payment_id, case status when 'failed' then 'expired' else status end, at,
      case when status = 'completed' then '{"oddity": "none"}' else '{}' end::jsonb
    from filling where status <> 'pending'`);
  const moved = `from filling where status = 'completed' or i % 50 = 7`;
  await tx.unsafe(`insert into transfers (id, chain_id, tx_hash, log_index, block_number, block_hash, block_time, token_address, from_address, to_address, usdc_units, binding, bound_by,
      merchant_id, payment_id, verdict, counted_at, seen_at, final_at, set_aside_at)
    select transfer_id, 84532, '0x' || ${hash("t", "i")}, 0, 1000 + i / 4, '0x' || ${hash("h", "(i / 4)")}, at, '0x${"1".repeat(40)}', ${address("1000000 + i % 50000")}, payee, cents::numeric * ${centsToUsdcUnits(1)},
      case when status = 'completed' then '0x' || ${hash("b", "i")} end, case when status = 'completed' then 'authorization' end, merchant_id,
      case when status = 'completed' then payment_id end, case when status = 'completed' then 'matched' else 'unmatched' end, case when status = 'completed' then at end, at, at,
      case when status <> 'completed' and i % 1000 <> 7 then at end
    ${moved}`);
  const line = (kind: string, account: string, payment: string, units: string, where: string) =>
    tx.unsafe(`insert into journal_entries (posting_id, kind, account, chain_id, merchant_id, wallet_address, transfer_id, payment_id, units, block_number, at)
      select ${id(kind === "received" ? 7 : 8, "i")}, '${kind}', '${account}', 84532, merchant_id, payee, transfer_id, ${payment}, ${units} * cents::numeric * ${centsToUsdcUnits(1)}, 1000 + i / 4, at ${where}`);
  await line("received", "wallet", "null", "1", moved);
  await line("received", "unmatched", "null", "-1", moved);
  await line("credited", "unmatched", "null", "1", "from filling where status = 'completed'");
  await line("credited", "payment", "payment_id", "-1", "from filling where status = 'completed'");
  await fillDisputes(tx);
  await fillRefunds(tx);
  await tx.unsafe("drop table filling");
}

async function fillDisputes(tx: postgres.TransactionSql): Promise<void> {
  const fromCompleted = "from filling where status = 'completed' and i % 101 = 2";
  await tx.unsafe(`insert into disputes (id, code, payment_id, merchant_id, amount_cents, reason, status, result, result_reason, chargeback_cents, resolved_at, settled_at, created_at)
    select ${id(9, "i")}, 'D' || i, payment_id, merchant_id, cents, 'Wrong amount', case when i % 1010 = 2 then 'open' else 'closed' end,
      case when i % 1010 <> 2 then case when i % 202 = 103 then 'chargedBack' else 'denied' end end, case when i % 1010 <> 2 then 'Looked at' end,
      case when i % 202 = 103 then 100 end, case when i % 1010 <> 2 then at end, case when i % 202 = 103 then at end, at ${fromCompleted}`);
  await tx.unsafe(`insert into dispute_events (dispute_id, type, at) select ${id(9, "i")}, 'filed', at ${fromCompleted}`);
  await tx.unsafe(
    `insert into dispute_events (dispute_id, type, at) select ${id(9, "i")}, 'closed', at ${fromCompleted} and i % 1010 <> 2`,
  );
}

/** Refunds a dollar of each approved dispute. */
async function fillRefunds(tx: postgres.TransactionSql): Promise<void> {
  const fromCompleted = "from filling where status = 'completed' and i % 202 = 103";
  await tx.unsafe(`insert into refunds (id, payment_id, merchant_id, dispute_id, usdc_units, chain_id, token_address, to_address, binding, status, created_by, created_at, transfer_id, completed_at)
    select refund_id, payment_id, merchant_id, ${id(9, "i")}, 1000000, 84532, '0x${"1".repeat(40)}', ${address("1000000 + i % 50000")}, '0x' || ${hash("f", "i")}, 'completed', consumer_id, at,
      ${id(10, "i")}, at ${fromCompleted}`);
  await tx.unsafe(`insert into transfers (id, chain_id, tx_hash, log_index, block_number, block_hash, block_time, token_address, from_address, to_address, usdc_units, binding,
      sender_merchant_id, refund_id, given_back_at, seen_at, final_at)
    select ${id(10, "i")}, 84532, '0x' || ${hash("g", "i")}, 1, 1000 + i / 4, '0x' || ${hash("h", "(i / 4)")}, at, '0x${"1".repeat(40)}', payee, ${address("1000000 + i % 50000")}, 1000000, '0x' || ${hash("f", "i")},
      merchant_id, refund_id, at, at, at ${fromCompleted}`);
  const line = (posting: number, kind: string, account: string, payment: string, units: number) =>
    tx.unsafe(`insert into journal_entries (posting_id, kind, account, chain_id, merchant_id, wallet_address, transfer_id, payment_id, refund_id, units, block_number, at)
      select ${id(posting, "i")}, '${kind}', '${account}', 84532, merchant_id, payee, ${id(10, "i")}, ${payment}, refund_id, ${units}, 1000 + i / 4, at ${fromCompleted}`);
  await line(11, "sent", "sent", "null", 1_000_000);
  await line(11, "sent", "wallet", "null", -1_000_000);
  await line(12, "returned", "returned", "payment_id", 1_000_000);
  await line(12, "returned", "sent", "null", -1_000_000);
}
