import { networks } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { credited, received } from "@hearth/db/postings";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { paymentDefaults, paymentHistory } from "@hearth/db/testing/payment-history";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { checkoutExpired } from "@hearth/domain/payments/status";
import { eq } from "drizzle-orm";
import type { Address } from "viem";
import { demoId } from "./demo-ids.ts";
import type { WholePlan } from "./demo-plan.ts";
import type { PeopleRefs } from "./people-rows.ts";
import type { PaymentPlan, TransferPlan } from "./plan.ts";
import { observedMark, transferMark } from "./replay-transfers.ts";

type TransferRow = typeof transfers.$inferSelect;
type NewTransfer = typeof transfers.$inferInsert;
type PaymentRow = typeof payments.$inferSelect;
type NewPayment = typeof payments.$inferInsert;

/** Simulated delays of the server after a block: first seen, confirmation after two blocks, finality. */
const delays = { seenMs: 700, countedMs: 2_900, finalMs: 129_000 };
/** Rows per statement; PostgreSQL allows 65,535 parameters. */
const batch = 500;

/** The chain's transfers and the plan behind them. */
export interface MoneyFacts {
  plan: WholePlan;
  /** Every transfer to a merchant on the chain. */
  observed: ObservedTransfer[];
  /** The newest final block. */
  finalized: bigint;
  /** The senders' wallets, by key. */
  wallets: Map<string, { address: string }>;
  /** The merchants' payout wallets, by key. */
  merchants: Map<string, { address: Address }>;
}

/** Writes the payments, the chain's transfers, and every payment's history. */
export async function writePayments(tx: Transaction, facts: MoneyFacts, people: PeopleRefs): Promise<void> {
  const planned = new Map(facts.plan.transfers.map((transfer) => [markOf(facts, transfer), transfer]));
  const found = facts.observed.map((observed) => ({ observed, plan: planned.get(observedMark(observed)) ?? null }));
  const drafts = found.map(({ observed, plan }) => ({ plan, row: transferRow(facts, people, observed, plan) }));
  // Transfers and payments reference each other: first insert transfers as unmatched, then link them.
  await inBatches(drafts, async (some) => {
    await tx.insert(transfers).values(some.map(({ row }) => ({ ...row, paymentId: null, verdict: "unmatched" as const })));
  });
  const countedFor = new Map(
    drafts.flatMap(({ plan, row }) => (plan?.payment && row.verdict === "matched" ? [[plan.payment.id, row]] : [])),
  );
  const insertedPayments = await insertPayments(tx, facts, people, countedFor);
  await bindTransfers(
    tx,
    drafts.map(({ row }) => row),
  );
  await writeJournal(tx, insertedPayments);
  const meant = await transfersByPayment(tx);
  const events = insertedPayments.flatMap((payment) => paymentHistory(payment, meant.get(payment.id) ?? []));
  const inOrder = events.toSorted((left, right) => left.at.getTime() - right.at.getTime());
  await inBatches(inOrder, async (some) => {
    await tx.insert(paymentEvents).values(some);
  });
}

function markOf(facts: MoneyFacts, transfer: TransferPlan): string {
  return transferMark(facts.wallets.get(transfer.from)?.address ?? "", transfer.at);
}

type TransferDraft = NewTransfer & { id: string };

function transferRow(facts: MoneyFacts, people: PeopleRefs, observed: ObservedTransfer, plan: TransferPlan | null): TransferDraft {
  const { blockTime, blockNumber, token, from, to, binding, ...place } = observed;
  const merchant = people.merchants.get([...facts.merchants].find(([, { address }]) => address === to)?.[0] ?? "");
  if (!merchant) throw new RangeError(`The demo has no merchant that is paid at ${to}`);
  const after = (ms: number) => new Date(blockTime.getTime() + ms);
  const boundBy = plan?.payment ? (binding?.by ?? "wallet") : null;
  return {
    ...place,
    id: demoId(after(delays.seenMs), "transfer", observed.txHash, observed.logIndex),
    blockNumber,
    blockTime,
    tokenAddress: token,
    fromAddress: from,
    toAddress: to,
    binding: binding?.hash ?? null,
    boundBy,
    merchantId: merchant.merchantId,
    paymentId: plan?.payment?.id ?? null,
    verdict: plan?.verdict ?? "unmatched",
    seenAt: after(delays.seenMs),
    createdAt: after(delays.seenMs),
    finalAt: blockNumber <= facts.finalized ? after(delays.finalMs) : null,
  };
}

async function insertPayments(
  tx: Transaction,
  facts: MoneyFacts,
  people: PeopleRefs,
  countedFor: Map<string, TransferDraft>,
): Promise<PaymentRow[]> {
  const drafts = facts.plan.payments.map((payment) => {
    const payeeAddress = facts.merchants.get(payment.merchant)?.address;
    if (!payeeAddress) throw new RangeError(`The demo's payment ${payment.key} has no payee`);
    return { ...paymentRow(payment, people, countedFor.get(payment.id) ?? null), payeeAddress };
  });
  const insertedPayments: PaymentRow[] = [];
  await inBatches(drafts, async (some) => {
    insertedPayments.push(...(await tx.insert(payments).values(some).returning()));
  });
  return insertedPayments;
}

function paymentRow(payment: PaymentPlan, people: PeopleRefs, counted: TransferDraft | null): Omit<NewPayment, "payeeAddress"> {
  const { consumer, createdAt, ending } = payment;
  const merchant = people.merchants.get(payment.merchant);
  const payer = people.consumers.get(consumer.key);
  if (!merchant?.payeeId || !payer) throw new RangeError(`The demo's payment ${payment.key} has no payer or no payee`);
  const completedAt = counted ? new Date(counted.blockTime.getTime() + delays.countedMs) : null;
  return {
    ...paymentDefaults(payment.key, createdAt),
    id: payment.id,
    reference: payment.reference,
    binding: payment.binding,
    consumerId: payer.id,
    merchantId: merchant.merchantId,
    payeeId: merchant.payeeId,
    tokenAddress: networks.local.usdc.address,
    amountCents: payment.amountCents,
    description: payment.description,
    aptNumber: consumer.aptNumber,
    paymentType: consumer.paymentType,
    status: counted ? "completed" : (ending?.status ?? "pending"),
    oddity: counted ? oddityOf(payment, counted) : "none",
    notes: ending?.status === "failed" ? checkoutExpired : null,
    transferId: counted?.id ?? null,
    createdAt,
    endedAt: ending?.at ?? null,
    completedAt,
    updatedAt: completedAt ?? ending?.at ?? createdAt,
  };
}

function oddityOf(payment: PaymentPlan, counted: TransferDraft): "none" | "late" | "over" {
  if (counted.usdcUnits > centsToUsdcUnits(payment.amountCents)) return "over";
  return payment.ending ? "late" : "none";
}

async function bindTransfers(tx: Transaction, rows: TransferDraft[]): Promise<void> {
  const counted = { paymentId: payments.id, verdict: "matched" as const, countedAt: payments.completedAt };
  await tx.update(transfers).set(counted).from(payments).where(eq(payments.transferId, transfers.id));
  for (const { id, paymentId, verdict } of rows.filter((row) => row.verdict === "short" || row.verdict === "duplicate")) {
    await tx.update(transfers).set({ paymentId, verdict }).where(eq(transfers.id, id));
  }
}

/** Writes journal entries for the money received, and for its payments. */
async function writeJournal(tx: Transaction, insertedPayments: PaymentRow[]): Promise<void> {
  const paid = new Map(
    insertedPayments.flatMap(({ id, transferId, completedAt }) => (transferId && completedAt ? [[transferId, { id, completedAt }]] : [])),
  );
  const entries = (await tx.select().from(transfers)).flatMap((transfer) => {
    const payment = paid.get(transfer.id);
    return [...received(transfer, transfer.seenAt), ...(payment ? credited(transfer, payment.id, payment.completedAt) : [])];
  });
  await inBatches(entries, async (some) => {
    await tx.insert(journalEntries).values(some);
  });
}

async function transfersByPayment(tx: Transaction): Promise<Map<string, TransferRow[]>> {
  const byPayment = new Map<string, TransferRow[]>();
  for (const row of await tx.select().from(transfers)) {
    if (row.paymentId !== null) byPayment.set(row.paymentId, [...(byPayment.get(row.paymentId) ?? []), row]);
  }
  return byPayment;
}

async function inBatches<T>(all: T[], work: (some: T[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += batch) await work(all.slice(start, start + batch));
}
