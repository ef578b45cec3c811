import type { DatabaseOrTransaction } from "@hearth/db/client";
import { transfers } from "@hearth/db/schema/transfers";
import { and, asc, inArray, isNotNull, isNull, or } from "drizzle-orm";

/** Lists the transfers that count for these payments, also while a payment is short, earliest first. */
export async function listPayingTransfers(db: DatabaseOrTransaction, paymentIds: string[]) {
  const { id, paymentId, txHash, logIndex, blockNumber, blockHash, blockTime, fromAddress, toAddress, usdcUnits, binding, boundBy } =
    transfers;
  return db
    .select({ id, paymentId, txHash, logIndex, blockNumber, blockHash, blockTime, fromAddress, toAddress, usdcUnits, binding, boundBy })
    .from(transfers)
    .where(
      and(
        inArray(transfers.paymentId, paymentIds),
        or(inArray(transfers.verdict, ["matched", "part"]), isNotNull(transfers.deepAt)),
        isNull(transfers.reorgedAt),
      ),
    )
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex), asc(transfers.id));
}
export type PayingTransferRow = Awaited<ReturnType<typeof listPayingTransfers>>[number];
