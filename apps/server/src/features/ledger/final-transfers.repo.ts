import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { transfers } from "@hearth/db/schema/transfers";
import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

/**
 * Lists the blocks of the lowest living, not yet final transfers up to a height, without blocks set aside. `most` limits transfers and
 * blocks.
 */
export async function listUnfinalBlocks(
  db: DatabaseOrTransaction,
  chainId: number,
  { upTo, now, most }: { upTo: bigint; now: Date; most: { blocks: number; transfers: number } },
): Promise<bigint[]> {
  const lowest = db
    .select({ number: transfers.blockNumber })
    .from(transfers)
    .where(
      and(
        eq(transfers.chainId, chainId),
        isNull(transfers.finalAt),
        isNull(transfers.reorgedAt),
        lte(transfers.blockNumber, upTo),
        isNotSetAside("block", transfers.blockNumber, now),
      ),
    )
    .orderBy(asc(transfers.blockNumber))
    .limit(most.transfers)
    .as("lowest");
  const rows = await db.selectDistinct({ number: lowest.number }).from(lowest).orderBy(asc(lowest.number)).limit(most.blocks);
  return rows.map(({ number }) => number);
}

/** Marks at most `most` living transfers in exactly these blocks as final. Returns the transfers marked now. */
export async function markFinal(
  tx: Transaction,
  chainId: number,
  blocks: readonly { number: bigint; hash: string }[],
  { now, most }: { now: Date; most: number },
) {
  if (blocks.length === 0) return [];
  const { id, paymentId, verdict, txHash, blockNumber, usdcUnits } = transfers;
  const inBlocks = sql.join(
    blocks.map(({ number, hash }) => sql`(${number.toString()}::bigint, ${hash})`),
    sql`, `,
  );
  const some = tx
    .select({ id })
    .from(transfers)
    .where(
      and(
        eq(transfers.chainId, chainId),
        isNull(transfers.finalAt),
        isNull(transfers.reorgedAt),
        sql`(${blockNumber}, ${transfers.blockHash}) in (${inBlocks})`,
      ),
    )
    .limit(most);
  return tx
    .update(transfers)
    .set({ finalAt: now })
    .where(inArray(id, some))
    .returning({ id, paymentId, verdict, txHash, blockNumber, usdcUnits });
}
