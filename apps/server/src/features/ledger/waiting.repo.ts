import type { DatabaseOrTransaction } from "@hearth/db/client";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { topUps } from "@hearth/db/schema/top-ups";
import { transfers, lacksConfirmations, isPendingCredit, isPendingReturn } from "@hearth/db/schema/transfers";
import { wallets } from "@hearth/db/schema/wallets";
import { sql } from "drizzle-orm";

/**
 * Returns true when anything waits for the chain: an open checkout, a refund begun since `refundsSince`, uncounted money, or a newly proven
 * wallet. Looks into seven indexes that hold only waiting rows.
 */
export async function isAnythingAwaited(db: DatabaseOrTransaction, refundsSince: Date): Promise<boolean> {
  const [row] = await db.execute<{ is: boolean }>(sql`
    select exists (select from ${payments} where ${payments.status} = 'pending')
      or exists (select from ${topUps} where ${topUps.endedAt} is null)
      or exists (select from ${transfers} where ${isPendingCredit(transfers)})
      or exists (select from ${transfers} where ${lacksConfirmations(transfers)})
      or exists (select from ${transfers} where ${isPendingReturn(transfers)})
      or exists (select from ${refunds} where ${refunds.status} = 'open' and ${refunds.createdAt} > ${refundsSince.toISOString()}::timestamptz)
      or exists (select from ${wallets} where ${wallets.lookBackDueAt} is not null) as is`);
  return row?.is ?? false;
}
