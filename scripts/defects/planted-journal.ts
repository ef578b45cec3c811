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
    name: "forgets an abandoned refund after a while",
    file: `${ledger}/refunds.repo.ts`,
    find: ".where(and(eq(refunds.binding, binding), eq(refunds.chainId, chainId)));",
    plant: '.where(and(eq(refunds.binding, binding), eq(refunds.chainId, chainId), ne(refunds.status, "cancelled")));',
    test: refunding,
  },
  {
    name: "does not count a voluntary refund after an approved dispute towards it",
    file: "packages/db/src/owed-refund.ts",
    find: "(r.dispute_id is null or r.dispute_id = ${disputes.id})",
    plant: "r.dispute_id = ${disputes.id}",
    test: disputeLimits,
  },
  {
    name: "counts a voluntary refund before a dispute's decision towards it",
    file: "packages/db/src/owed-refund.ts",
    find: "case when each.own then 0 else ${freelyReturnedBefore} end",
    plant: "0",
    test: disputeLimits,
  },
  {
    name: "lets a dispute owe more than its payment has left",
    file: "packages/db/src/owed-refund.ts",
    find: "    ${leftCents}), 0)::int",
    plant: "    ${disputes.chargebackCents}), 0)::int",
    test: disputeLimits,
  },
  {
    name: "lets a fully refunded payment be disputed",
    file: "packages/domain/src/disputes/rules.ts",
    find: "  return Math.max(0, Math.min(amountCents, leftCents));",
    plant: "  return amountCents;",
    test: disputeLimits,
  },
  {
    name: "allows a chargeback above what the payment has left",
    file: `${features}/disputes/change-dispute.ts`,
    find: "    const { leftCents } = await readAmounts(tx, payment);\n",
    plant: "    const leftCents = payment.amountCents;\n",
    test: disputeLimits,
  },
  {
    name: "settles a dispute finally while its payment's transfer is off the chain",
    file: `${features}/disputes/dispute-records.repo.ts`,
    find: "where p.id = ${disputes.paymentId} and p.status = 'completed'",
    plant: "where p.id = ${disputes.paymentId}",
    test: disputeLimits,
  },
  {
    name: "books money returned beyond the received amount on the payment",
    file: `${settlement}/returns/settle-refund.ts`,
    find: "const units = usdcUnits < remainingUnits ? usdcUnits : remainingUnits;",
    plant: "const units = usdcUnits;",
    test: refunding,
  },
  {
    name: "allows a posting that does not balance",
    file: "drizzle/0017_one_journal.sql",
    find: "having sum(units) <> 0",
    plant: "having false",
    test: "packages/db/src/one-journal.int.test.ts",
  },
  {
    name: "does not credit a completed payment in the journal",
    file: `${settlement}/counting/count-transfer.ts`,
    find: "await insertPostings(tx, postings);",
    plant: "",
    test: journal,
  },
  {
    name: "blocks every payment of a batch when one cannot be counted",
    file: `${settlement}/counting/settle-transfers.ts`,
    find: "if (isDatabaseAway(error)) throw error;",
    plant: "throw error;",
    test: `${settlement}/recording/many-payments.int.test.ts`,
  },
  {
    name: "keeps journal lines of transfers that left the chain",
    file: `${settlement}/recording/undo-transfers.ts`,
    find: "await reverseTransfers(tx, [transfer.id], now);",
    plant: "",
    test: journal,
  },
  {
    name: "keeps dust that left the chain in the journal",
    file: `${settlement}/recording/undo-transfers.ts`,
    find: "await reverseRowlessMoney(tx, from.chainId, ancestor.number, now);",
    plant: "",
    test: journal,
  },
  {
    name: "stores every single dust transfer of a stranger",
    file: "packages/chain/src/networks.ts",
    find: "const dustFloorUnits = 10_000n;",
    plant: "const dustFloorUnits = 0n;",
    test: journal,
  },
  {
    name: "does not compare summed dust with the chain",
    file: `${settlement}/recording/reconcile-ledger.ts`,
    find: "invented: inJournal.size + lacking.length - missing.length",
    plant: "invented: 0",
    test: journal,
  },
  {
    name: "shows late money to the current owner of the address",
    file: `${settlement}/recording/record-transfer.ts`,
    find: "merchantId: payee !== null && receivers.includes(payee) ? payee : receiver,",
    plant: "merchantId: receiver,",
    test: journal,
  },
  {
    name: "counts money from before a wallet was a payout wallet as missed",
    file: `${settlement}/recording/watched-wallets.ts`,
    find: "return first !== null && first <= blockNumber;",
    plant: "return first !== null;",
    test: `${settlement}/reading/reorganisation.int.test.ts`,
  },
  {
    name: "finalizes each transfer of a block with a separate query",
    file: `${ledger}/final-transfers.repo.ts`,
    find: "db.selectDistinct({ number: lowest.number })",
    plant: "db.select({ number: lowest.number })",
    test: `${settlement}/reading/reorganisation.int.test.ts`,
  },
  {
    name: "reports a payment as reverted when unrelated money left the chain",
    file: "packages/domain/src/payments/rules.ts",
    find: 'if (state.status !== "completed" || event.reopenAs === undefined) return state;',
    plant: 'if (state.status !== "completed") return state;',
    test: "packages/domain/src/payments/rules.test.ts",
  },
  {
    name: "lets a merchant use one payer's duplicate payment for another payer's debt",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: "return meant !== null && meant.consumerId !== payment.consumerId;",
    plant: "return false;",
    test: `${features}/merchant-area/transactions/unmatched-transfers.int.test.ts`,
  },
  {
    name: "treats a block of the same second as older than the checkout",
    file: "packages/domain/src/time.ts",
    find: "return blockTime.getTime() < secondOf(moment).getTime();",
    plant: "return blockTime.getTime() < moment.getTime();",
    test: "packages/domain/src/time.test.ts",
  },
  {
    name: "treats a block of the next second as one of the same second in the database",
    file: "packages/db/src/block-seconds.ts",
    find: "return sql<boolean>`${moment} < ${blockTime} + interval '1 second'`;",
    plant: "return sql<boolean>`${moment} <= ${blockTime} + interval '1 second'`;",
    test: "packages/db/src/block-seconds.int.test.ts",
  },
  {
    name: "accepts money from the second in which a checkout was cancelled as in time",
    file: "packages/domain/src/time.ts",
    find: "return !isBlockBefore(blockTime, givenUpAt);",
    plant: "return isBlockAfter(blockTime, givenUpAt);",
    test: "apps/server/src/features/settlement/counting/edges-of-seconds.int.test.ts",
  },
  {
    name: "charges a bill again after a won dispute about it",
    file: "apps/server/src/features/settlement/returns/settle-refund.ts",
    find: "  if (lockedLease !== null) await creditDispute(tx, lockedLease, now);\n",
    plant: "",
    test: disputeCredit,
  },
  {
    name: "refunds disputed money before it is allocated to its bill",
    file: "apps/server/src/features/rent/charges/dispute-credit.ts",
    find: "  await allocateLeases(tx, [lease.id], now);\n",
    plant: "",
    test: disputeCredit,
  },
  {
    name: "credits money that a dispute took from unused money again",
    file: "apps/server/src/features/rent/charges/dispute-credit.ts",
    find: "const cents = Math.min(more, released);",
    plant: "const cents = more;",
    test: disputeCredit,
  },
  {
    name: "restores a reversed dispute credit with the refund's next block",
    file: "apps/server/src/features/rent/charges/dispute-credit.ts",
    find: "(await isTakenBack(tx, dispute.disputeCreditId))",
    plant: "false",
    test: disputeCredit,
  },
  {
    name: "keeps a dispute's credit after its charge was voided",
    file: "apps/server/src/features/rent/charges/void-charge.ts",
    find: "const standIns = await listReplacementCredits(tx, ids);",
    plant: "const standIns = [] as Awaited<ReturnType<typeof listReplacementCredits>>;",
    test: disputeCredit,
  },
];
