import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { refundWallets } from "@hearth/db/schema/refund-wallets";
import { wallets } from "@hearth/db/schema/wallets";
import { eq, sql } from "drizzle-orm";

/** A merchant's wallet that a refund may come from. */
export interface OwnWallet extends Record<string, unknown> {
  address: `0x${string}`;
  isProven: boolean;
  /** True when the exchange named it and nobody has signed with it. The exchange holds its key, and sends from other wallets. */
  isExchange: boolean;
}

/** Lists the wallets where a merchant is or was paid, the current one first, then those proven for refunds, newest first. */
export async function listOwnWallets(db: DatabaseOrTransaction, merchantId: string): Promise<OwnWallet[]> {
  return db.execute<OwnWallet>(sql`
    select address, "isProven", "isExchange" from (
    select p.address, p.proven_at is not null as "isProven",
      coalesce(bool_or(w.kind = 'exchange') and not bool_or(w.proven_at is not null), false) as "isExchange",
      1 as place, p.ended_at, p.created_at as since
    from ${payees} p join ${merchants} m on m.id = p.merchant_id
      -- Includes the owner and all staff, because the business may have a new owner.
      left join ${wallets} w on lower(w.address) = lower(p.address) and w.user_id in (
        select m.owner_user_id union all select s.user_id from ${merchantStaff} s where s.merchant_id = m.id and s.user_id is not null)
    where p.merchant_id = ${merchantId}
    group by p.id
    union all
    select r.address, true, false, 2, null, r.proven_at from ${refundWallets} r where r.merchant_id = ${merchantId}
    ) own order by place, ended_at desc nulls first, since desc`);
}

/** Lists the addresses that a merchant has proven for refunds. */
export async function listProvenForRefunds(tx: Transaction, merchantId: string): Promise<`0x${string}`[]> {
  const rows = await tx.select({ address: refundWallets.address }).from(refundWallets).where(eq(refundWallets.merchantId, merchantId));
  return rows.map(({ address }) => address);
}

/** Stores a wallet proven for refunds. */
export async function insertRefundWallet(tx: Transaction, wallet: typeof refundWallets.$inferInsert): Promise<void> {
  await tx.insert(refundWallets).values(wallet);
}
