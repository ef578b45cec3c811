import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { type NewJournalEntry, type Origin, posting } from "@hearth/db/postings";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { and, eq, gt, isNull, notInArray, sql } from "drizzle-orm";

const units = sql<string>`sum(${journalEntries.units})`.mapWith(BigInt);

/** Lines per INSERT, plus the rest of a posting. A statement holds at most 65,535 parameters. */
const linesAtOnce = 2_000;

/** Inserts journal postings. The lines of one posting are always in one statement. */
export async function insertPostings(tx: Transaction, entries: NewJournalEntry[]): Promise<void> {
  let lines: NewJournalEntry[] = [];
  for (const posting of Map.groupBy(entries, ({ postingId }) => postingId).values()) {
    lines.push(...posting);
    if (lines.length < linesAtOnce) continue;
    await tx.insert(journalEntries).values(lines);
    lines = [];
  }
  if (lines.length > 0) await tx.insert(journalEntries).values(lines);
}

/** A payment's credited base units, and the units of it that were returned to its payer. */
export interface PaymentSums {
  creditedUnits: bigint;
  returnedUnits: bigint;
}

/** Sums a payment's journal entries. */
export async function sumPayment(db: DatabaseOrTransaction, paymentId: string): Promise<PaymentSums> {
  const rows = await db
    .select({ account: journalEntries.account, units })
    .from(journalEntries)
    .where(eq(journalEntries.paymentId, paymentId))
    .groupBy(journalEntries.account);
  const unitsOf = (account: "payment" | "returned") => rows.find((row) => row.account === account)?.units ?? 0n;
  return { creditedUnits: -unitsOf("payment"), returnedUnits: unitsOf("returned") };
}

/** Sums a payment's base units returned by refunds without a dispute. */
export async function sumFreelyReturned(db: DatabaseOrTransaction, paymentId: string): Promise<bigint> {
  const [row] = await db
    .select({ units: sql<string>`coalesce(sum(${journalEntries.units}), 0)`.mapWith(BigInt) })
    .from(journalEntries)
    .innerJoin(refunds, and(eq(refunds.id, journalEntries.refundId), isNull(refunds.disputeId)))
    .where(and(eq(journalEntries.paymentId, paymentId), eq(journalEntries.account, "returned")));
  return row?.units ?? 0n;
}

/** Sums a transfer's base units that no payment has: all of it, unless a payment counts it or waits to, or its block left the chain. */
export async function sumHeld(db: DatabaseOrTransaction, transferId: string): Promise<bigint> {
  const { account, refundId } = journalEntries;
  const [row] = await db
    .select({ units: sql<string>`coalesce(-sum(${journalEntries.units}), 0)`.mapWith(BigInt) })
    .from(journalEntries)
    .innerJoin(transfers, and(eq(transfers.id, journalEntries.transferId), notInArray(transfers.verdict, ["matched", "part"])))
    // A refund's own transfer is not part of this money.
    .where(and(eq(journalEntries.transferId, transferId), eq(account, "unmatched"), isNull(refundId)));
  return row?.units ?? 0n;
}

/** Maps outgoing transfers to the base units they returned of a payment or a transfer. */
export async function sumReturnedByTransfer(db: DatabaseOrTransaction, origin: Origin): Promise<Map<string, bigint>> {
  const { account, transferId, paymentId, refundId } = journalEntries;
  const sums = db.select({ transferId, units }).from(journalEntries);
  const rows =
    "paymentId" in origin
      ? await sums.where(and(eq(paymentId, origin.paymentId), eq(account, "returned"))).groupBy(transferId)
      : await sums
          .innerJoin(transfers, eq(transfers.id, transferId))
          .innerJoin(refunds, and(eq(refunds.id, transfers.refundId), eq(refunds.id, refundId)))
          .where(and(eq(refunds.sourceTransferId, origin.sourceTransferId), eq(account, "unmatched")))
          .groupBy(transferId);
  return new Map(rows.flatMap((row) => (row.transferId === null ? [] : [[row.transferId, row.units]])));
}

/** Reverses the standing journal entries of transfers whose blocks left the chain. */
export async function reverseTransfers(tx: Transaction, transferIds: string[], now: Date): Promise<void> {
  if (transferIds.length === 0) return;
  await reverse(tx, and(sql`${journalEntries.transferId} = any(${sql.param(transferIds)}::uuid[])`), now);
}

/** Reverses the standing entries of money without transfer rows, in blocks above a height. */
export async function reverseRowlessMoney(tx: Transaction, chainId: number, above: bigint, now: Date): Promise<void> {
  await reverse(
    tx,
    and(isNull(journalEntries.transferId), eq(journalEntries.chainId, chainId), gt(journalEntries.blockNumber, above)),
    now,
  );
}

async function reverse(tx: Transaction, which: ReturnType<typeof and>, at: Date): Promise<void> {
  const { account, chainId, merchantId, walletAddress, transferId, paymentId, refundId, blockNumber } = journalEntries;
  const subject = { chainId, merchantId, walletAddress, transferId, refundId, blockNumber };
  const standing = await tx
    .select({ ...subject, account, paymentId, units })
    .from(journalEntries)
    .where(which)
    .groupBy(chainId, merchantId, walletAddress, transferId, refundId, blockNumber, account, paymentId)
    .having(sql`sum(${journalEntries.units}) <> 0`);
  const reversed = standing.map(({ account, paymentId, units, ...line }) => ({ ...line, account, paymentId, units: -units }));
  const groups = Map.groupBy(reversed, (line) => JSON.stringify([line.transferId, line.walletAddress, String(line.blockNumber)]));
  const entries = [...groups.values()].flatMap((lines) => {
    const postingId = crypto.randomUUID();
    return lines.map((line) => ({ ...line, postingId, kind: "reversed" as const, at }));
  });
  await insertPostings(tx, entries);
}

/** Money at a wallet in one block without transfer rows, in base units: received below the floor, or sent for no refund. */
export interface RowlessMoney {
  chainId: number;
  merchantId: string;
  walletAddress: `0x${string}`;
  blockNumber: bigint;
  inUnits: bigint;
  outUnits: bigint;
}

/** Adds money without transfer rows to the journal. */
export async function insertRowlessMoney(tx: Transaction, money: readonly RowlessMoney[], at: Date): Promise<void> {
  const entries = money.flatMap(({ inUnits, outUnits, ...place }) => [
    ...moved({ ...place, at, kind: "dust" }, "dust", inUnits),
    ...moved({ ...place, at, kind: "sent" }, "sent", -outUnits),
  ]);
  await insertPostings(tx, entries);
}

function moved(subject: Parameters<typeof posting>[0], account: "dust" | "sent", units: bigint): NewJournalEntry[] {
  if (units === 0n) return [];
  return posting(subject, [
    { account: "wallet", units },
    { account, units: -units },
  ]);
}

/** Lists the journal's money without transfer rows in a block range, both ends included, for the comparison with the chain. */
export async function listRowlessMoney(db: DatabaseOrTransaction, chainId: number, from: bigint, to: bigint): Promise<RowlessMoney[]> {
  const { merchantId, walletAddress, blockNumber, account } = journalEntries;
  const sumOf = (name: "dust" | "sent") => sql`coalesce(sum(${journalEntries.units}) filter (where ${account} = ${name}), 0)`;
  const rows = await db
    .select({
      chainId: journalEntries.chainId,
      merchantId,
      walletAddress,
      blockNumber,
      inUnits: sql<string>`-${sumOf("dust")}`.mapWith(BigInt),
      outUnits: sumOf("sent").mapWith(BigInt),
    })
    .from(journalEntries)
    .where(
      and(
        isNull(journalEntries.transferId),
        eq(journalEntries.chainId, chainId),
        sql`${blockNumber} between ${from.toString()}::bigint and ${to.toString()}::bigint`,
      ),
    )
    .groupBy(journalEntries.chainId, merchantId, walletAddress, blockNumber);
  return rows.filter(({ inUnits, outUnits }) => inUnits !== 0n || outUnits !== 0n);
}
