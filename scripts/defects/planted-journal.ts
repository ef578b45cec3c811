import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const settlement = `${features}/settlement`;
const ledger = `${features}/ledger`;
const refunding = `${features}/refunds/refund-transfers.int.test.ts`;
const disputeLimits = `${features}/disputes/dispute-limits.int.test.ts`;
const disputeCredit = `${features}/rent/charges/dispute-credit.int.test.ts`;
const journal = `${settlement}/checking/journal.int.test.ts`;

/** Money without journal entries, and journal entries without money. */
export const journaling: Defect[] = [
  {
    name: "a refund that was given up is forgotten after a while",
    file: `${ledger}/refunds.repo.ts`,
    find: ".where(and(eq(refunds.binding, binding), eq(refunds.chainId, chainId)));",
    plant: '.where(and(eq(refunds.binding, binding), eq(refunds.chainId, chainId), ne(refunds.status, "cancelled")));',
    test: refunding,
  },
  {
    name: "what is freely given back after a dispute was approved does not count towards it",
    file: "packages/db/src/owed-refund.ts",
    find: "(r.dispute_id is null or r.dispute_id = ${disputes.id})",
    plant: "r.dispute_id = ${disputes.id}",
    test: disputeLimits,
  },
  {
    name: "what was freely given back before a dispute was decided counts towards it",
    file: "packages/db/src/owed-refund.ts",
    find: "case when each.own then 0 else ${freelyReturnedBefore} end",
    plant: "0",
    test: disputeLimits,
  },
  {
    name: "a dispute may be owed more than can still go back of its payment",
    file: "packages/db/src/owed-refund.ts",
    find: "    ${leftCents}), 0)::int",
    plant: "    ${disputes.chargebackCents}), 0)::int",
    test: disputeLimits,
  },
  {
    name: "a payment that has gone back can be disputed",
    file: "packages/domain/src/disputes/rules.ts",
    find: "  return Math.max(0, Math.min(amountCents, leftCents));",
    plant: "  return amountCents;",
    test: disputeLimits,
  },
  {
    name: "a chargeback may be more than can still go back of the payment",
    file: `${features}/disputes/change-dispute.ts`,
    find: "    const { leftCents } = await readAmounts(tx, payment);\n",
    plant: "    const leftCents = payment.amountCents;\n",
    test: disputeLimits,
  },
  {
    name: "a dispute is settled for good while its payment's transfer has left the chain",
    file: `${features}/disputes/dispute-records.repo.ts`,
    find: "where p.id = ${disputes.paymentId} and p.status = 'completed'",
    plant: "where p.id = ${disputes.paymentId}",
    test: disputeLimits,
  },
  {
    name: "what goes back beyond what came in is money of the payment",
    file: `${settlement}/returns/classify-refund-transfer.ts`,
    find: "const units = usdcUnits < left ? usdcUnits : left;",
    plant: "const units = usdcUnits;",
    test: refunding,
  },
  {
    name: "a posting need not add up",
    file: "drizzle/0017_one_journal.sql",
    find: "having sum(units) <> 0",
    plant: "having false",
    test: "packages/db/src/one-journal.int.test.ts",
  },
  {
    name: "a completed payment is not credited in the journal",
    file: `${settlement}/counting/count-transfer.ts`,
    find: "await insertPostings(tx, postings);",
    plant: "",
    test: journal,
  },
  {
    name: "a payment that cannot be counted holds up all that are counted with it",
    file: `${settlement}/counting/settle-transfers.ts`,
    find: "if (isDatabaseAway(error)) throw error;",
    plant: "throw error;",
    test: `${settlement}/recording/many-payments.int.test.ts`,
  },
  {
    name: "the journal keeps what has left the chain",
    file: `${settlement}/recording/undo-transfers.ts`,
    find: "await reverseTransfers(tx, [transfer.id], now);",
    plant: "",
    test: journal,
  },
  {
    name: "dust that has left the chain stays in the journal",
    file: `${settlement}/recording/undo-transfers.ts`,
    find: "await reverseUnkept(tx, from.chainId, ancestor.number, now);",
    plant: "",
    test: journal,
  },
  {
    name: "a stranger's dust is kept log by log",
    file: "packages/chain/src/networks.ts",
    find: "const dustFloorUnits = 10_000n;",
    plant: "const dustFloorUnits = 0n;",
    test: journal,
  },
  {
    name: "nobody compares what is only added up with the chain",
    file: `${settlement}/recording/reconcile-ledger.ts`,
    find: "invented: inJournal.size + lacking.length - missing.length",
    plant: "invented: 0",
    test: journal,
  },
  {
    name: "late money is shown to whoever the address belongs to now",
    file: `${settlement}/recording/record-transfer.ts`,
    find: "merchantId: payee !== null && receivers.includes(payee) ? payee : receiver,",
    plant: "merchantId: receiver,",
    test: journal,
  },
  {
    name: "what a wallet received before it was a payout wallet is missed rent",
    file: `${settlement}/recording/watched-wallets.ts`,
    find: "return first !== null && first <= blockNumber;",
    plant: "return first !== null;",
    test: `${settlement}/reading/reorganisation.int.test.ts`,
  },
  {
    name: "each transfer of a block is finalized with a question of its own",
    file: `${ledger}/final-transfers.repo.ts`,
    find: "db.selectDistinct({ number: lowest.number })",
    plant: "db.select({ number: lowest.number })",
    test: `${settlement}/reading/reorganisation.int.test.ts`,
  },
  {
    name: "a payment's timeline says that it was undone when money beside it left the chain",
    file: "packages/domain/src/payments/rules.ts",
    find: 'if (state.status !== "completed" || event.reopenAs === undefined) return state;',
    plant: 'if (state.status !== "completed") return state;',
    test: "packages/domain/src/payments/rules.test.ts",
  },
  {
    name: "a merchant takes the second payment of one person for another's debt",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: "return meant !== null && meant.consumerId !== payment.consumerId;",
    plant: "return false;",
    test: `${features}/merchant/transactions/unmatched-transfers.int.test.ts`,
  },
  {
    name: "a block of the second in which something was asked for is older than it",
    file: "packages/domain/src/time.ts",
    find: "return blockTime.getTime() < secondOf(moment).getTime();",
    plant: "return blockTime.getTime() < moment.getTime();",
    test: "packages/domain/src/time.test.ts",
  },
  {
    name: "the database takes a block of the second after for one of the same second",
    file: "packages/db/src/block-seconds.ts",
    find: "return sql<boolean>`${moment} < ${blockTime} + interval '1 second'`;",
    plant: "return sql<boolean>`${moment} <= ${blockTime} + interval '1 second'`;",
    test: "packages/db/src/block-seconds.int.test.ts",
  },
  {
    name: "money of the second in which a checkout was given up is in time",
    file: "packages/domain/src/time.ts",
    find: "return !isBlockBefore(blockTime, givenUpAt);",
    plant: "return isBlockAfter(blockTime, givenUpAt);",
    test: "apps/server/src/features/settlement/counting/edges-of-seconds.int.test.ts",
  },
  {
    name: "who wins a dispute about a bill owes it again",
    file: "apps/server/src/features/settlement/returns/settle-refund.ts",
    find: "  if (held !== null) await creditDispute(tx, held, now);\n",
    plant: "",
    test: disputeCredit,
  },
  {
    name: "what a dispute took from unused money is credited as well",
    file: "apps/server/src/features/rent/charges/dispute-credit.ts",
    find: "const cents = Math.min(more, released);",
    plant: "const cents = more;",
    test: disputeCredit,
  },
  {
    name: "a dispute's credit that the landlord took back comes again with the refund's next block",
    file: "apps/server/src/features/rent/charges/dispute-credit.ts",
    find: "(await isTakenBack(tx, dispute.disputeCreditId))",
    plant: "false",
    test: disputeCredit,
  },
  {
    name: "a dispute's credit stays when its charge is voided",
    file: "apps/server/src/features/rent/charges/void-charge.ts",
    find: "const standIns = await listStandInCredits(tx, ids);",
    plant: "const standIns = [] as Awaited<ReturnType<typeof listStandInCredits>>;",
    test: disputeCredit,
  },
];
