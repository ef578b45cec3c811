import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { transfers } from "@hearth/db/schema/transfers";
import { sql } from "drizzle-orm";

/** An unmatched transfer, with the merchant whose payout wallet received it. */
export interface StrangersTransfer {
  observed: ObservedTransfer;
  merchantId: string;
}

/** Rows per statement, which must end within seconds on a slow machine. */
const atOnce = 2_500;

/**
 * Inserts unmatched transfers with their `received` postings. Same result as inserting each one separately. Sends the rows as one JSON
 * text, because thousands of rows of parameters are slower.
 */
export async function insertStrangers(tx: Transaction, moved: StrangersTransfer[], now: Date): Promise<void> {
  for (let start = 0; start < moved.length; start += atOnce) {
    const rows = JSON.stringify(moved.slice(start, start + atOnce).map(toRow));
    await tx.execute(sql`
      with moved as materialized (
        select uuidv7() as id, gen_random_uuid() as posting_id, m.* from jsonb_to_recordset(${rows}::text::jsonb) as m(
          chain_id int, tx_hash text, log_index int, block_number bigint, block_hash text, block_time timestamptz, token_address text,
          from_address text, to_address text, usdc_units numeric, binding text, merchant_id uuid
        )
      ), kept as (
        insert into ${transfers} (id, chain_id, tx_hash, log_index, block_number, block_hash, block_time, token_address, from_address, to_address,
          usdc_units, binding, merchant_id, verdict, seen_at)
        select id, chain_id, tx_hash, log_index, block_number, block_hash, block_time, token_address, from_address, to_address,
          usdc_units, binding, merchant_id, 'unmatched', ${now.toISOString()}::timestamptz from moved
      )
      insert into ${journalEntries} (posting_id, kind, account, chain_id, merchant_id, wallet_address, transfer_id, units, block_number, at)
      select posting_id, 'received', line.account, chain_id, merchant_id, to_address, id, line.units, block_number, ${now.toISOString()}::timestamptz
      from moved cross join lateral (values ('wallet', usdc_units), ('unmatched', -usdc_units)) as line(account, units)`);
  }
}

function toRow({ observed, merchantId }: StrangersTransfer) {
  return {
    chain_id: observed.chainId,
    tx_hash: observed.txHash,
    log_index: observed.logIndex,
    block_number: String(observed.blockNumber),
    block_hash: observed.blockHash,
    block_time: observed.blockTime.toISOString(),
    token_address: observed.token,
    from_address: observed.from,
    to_address: observed.to,
    usdc_units: String(observed.usdcUnits),
    binding: observed.binding?.hash ?? null,
    merchant_id: merchantId,
  };
}
