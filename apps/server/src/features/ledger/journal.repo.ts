import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { type NewJournalEntry, type Origin, posting } from "@hearth/db/postings";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { and, eq, gt, isNull, notInArray, sql } from "drizzle-orm";

const units = sql<string>`sum(${journalEntries.units})`.mapWith(BigInt);

/** So many lines and somewhat more go into one statement, which holds 65,535 parameters. */
const linesAtOnce = 2_000;

/** Writes postings into the journal, each whole in one statement; nothing is written where nothing was moved. */
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

/** What came in for a payment and counts for it, and what of that went back to its payer, in base units. */
export interface PaymentSums {
  creditedUnits: bigint;
  returnedUnits: bigint;
}

/** What the journal says of a payment. */
export async function sumPayment(db: DatabaseOrTransaction, paymentId: string): Promise<PaymentSums> {
  const rows = await db
    .select({ account: journalEntries.account, units })
    .from(journalEntries)
    .where(eq(journalEntries.paymentId, paymentId))
    .groupBy(journalEntries.account);
  const of = (account: "payment" | "returned") => rows.find((row) => row.account === account)?.units ?? 0n;
  return { creditedUnits: -of("payment"), returnedUnits: of("returned") };
}

/** What of a payment went back to its payer by refunds that no dispute asked for, in base units. */
export async function sumFreelyReturned(db: DatabaseOrTransaction, paymentId: string): Promise<bigint> {
  const [row] = await db
    .select({ units: sql<string>`coalesce(sum(${journalEntries.units}), 0)`.mapWith(BigInt) })
    .from(journalEntries)
    .innerJoin(refunds, and(eq(refunds.id, journalEntries.refundId), isNull(refunds.disputeId)))
    .where(and(eq(journalEntries.paymentId, paymentId), eq(journalEntries.account, "returned")));
  return row?.units ?? 0n;
}

/** What of a transfer is money that no payment has, in base units: all of it, unless a payment has it or waits to count it, or its block left the chain. */
export async function sumHeld(db: DatabaseOrTransaction, transferId: string): Promise<bigint> {
  const { account, refundId } = journalEntries;
  const [row] = await db
    .select({ units: sql<string>`coalesce(-sum(${journalEntries.units}), 0)`.mapWith(BigInt) })
    .from(journalEntries)
    .innerJoin(transfers, and(eq(transfers.id, journalEntries.transferId), notInArray(transfers.verdict, ["matched", "part"])))
    // What carries a refund is not this money, but somebody else's on its way back.
    .where(and(eq(journalEntries.transferId, transferId), eq(account, "unmatched"), isNull(refundId)));
  return row?.units ?? 0n;
}

/** What of each transfer went back of a payment to its payer, or of a transfer to its sender, in base units, by the id of what left. */
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

/** Reverses what the journal still says of transfers whose blocks have left the chain. */
export async function reverseTransfers(tx: Transaction, transferIds: string[], now: Date): Promise<void> {
  if (transferIds.length === 0) return;
  await reverse(tx, and(sql`${journalEntries.transferId} = any(${sql.param(transferIds)}::uuid[])`), now);
}

/** Reverses what the journal says of money in blocks above a height that was not kept as transfers. */
export async function reverseUnkept(tx: Transaction, chainId: number, above: bigint, now: Date): Promise<void> {
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

/** What moved at a wallet within one block and is not kept as transfers, in base units: came in below the floor, or went out for no refund. */
export interface UnkeptMoney {
  chainId: number;
  merchantId: string;
  walletAddress: `0x${string}`;
  blockNumber: bigint;
  inUnits: bigint;
  outUnits: bigint;
}

/** Says in the journal what moved without being kept as transfers. */
export async function insertUnkept(tx: Transaction, money: readonly UnkeptMoney[], at: Date): Promise<void> {
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

/** What the journal says moved at wallets within the blocks, both ends included, without being kept as transfers, for comparing with the chain. */
export async function listUnkept(db: DatabaseOrTransaction, chainId: number, from: bigint, to: bigint): Promise<UnkeptMoney[]> {
  const { merchantId, walletAddress, blockNumber, account } = journalEntries;
  const of = (name: "dust" | "sent") => sql`coalesce(sum(${journalEntries.units}) filter (where ${account} = ${name}), 0)`;
  const rows = await db
    .select({
      chainId: journalEntries.chainId,
      merchantId,
      walletAddress,
      blockNumber,
      inUnits: sql<string>`-${of("dust")}`.mapWith(BigInt),
      outUnits: of("sent").mapWith(BigInt),
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
