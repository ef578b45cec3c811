import type { Defect } from "./defect.ts";

const rules = "packages/domain/src/autopay";
const autopay = "apps/server/src/features/autopay";
const bills = "apps/server/src/features/rent/bills/bills.repo.ts";
const ruled = `${rules}/scheduled-payments.test.ts`;
const ends = `${autopay}/true-ends.int.test.ts`;
const assigning = "apps/server/src/features/rent/bills/assign-payment.ts";
const sending = `${autopay}/send-scheduled-payments.int.test.ts`;
const histories = "apps/server/src/features/settlement/checking/histories.int.test.ts";
const calls = `${autopay}/autopay.int.test.ts`;

/** Rent that is paid twice, too early, too much, to somebody else or without its payer's will. */
export const autopayDefects: Defect[] = [
  {
    name: "treats a sent scheduled payment as failed",
    file: `${autopay}/scheduled-payments.repo.ts`,
    find: "coalesce(bool_or(${relays.status} <> 'failed'), false)",
    plant: "false",
    test: sending,
  },
  {
    name: "explains a failed scheduled payment with what was found after its window",
    file: `${autopay}/check-scheduled-payments.ts`,
    find: "const trouble = isOver ? current.trouble : isFine",
    plant: "const trouble = isFine",
    test: ends,
  },
  {
    name: "offers a signature that was cancelled on the chain again and again",
    file: `${autopay}/write-scheduled-payments.service.ts`,
    find: 'if (fate !== "cancelled") return new HearthError("AUTHORIZATION_USED");',
    plant: 'return new HearthError("AUTHORIZATION_USED");',
    test: calls,
  },
  {
    name: "makes a scheduled payment valid before its due day",
    file: `${rules}/scheduled-payments.ts`,
    find: "validAfter: dueAt.getTime() / 1_000 - 1,",
    plant: "validAfter: 0,",
    test: ruled,
  },
  {
    name: "keeps a scheduled payment although the open amount differs",
    file: `${rules}/scheduled-payments.ts`,
    find: "if (bill.cents !== scheduledPayment.cents)",
    plant: "if (bill.cents < 0)",
    test: ruled,
  },
  {
    name: "keeps a scheduled payment although the landlord's wallet changed",
    file: `${rules}/scheduled-payments.ts`,
    find: "if (payeeId !== scheduledPayment.payeeId)",
    plant: 'if (payeeId === "")',
    test: ruled,
  },
  {
    name: "schedules the whole amount of a bill that is partly paid",
    file: `${rules}/bills.ts`,
    find: "cents: cents - paidCents,",
    plant: "cents,",
    test: ruled,
  },
  {
    name: "leaves the amount out of a scheduled payment's nonce",
    file: "packages/chain/src/scheduled-payment-reference.ts",
    find: "BigInt(cents), dueSeconds",
    plant: "0n, dueSeconds",
    test: "packages/chain/src/scheduled-payment-reference.test.ts",
  },
  {
    name: "sends a scheduled payment while its bill is being paid by hand",
    file: bills,
    find: "c.created_at > ",
    plant: "c.created_at < ",
    test: sending,
  },
  {
    name: "sends a scheduled payment while another signature for its bill is still valid",
    file: bills,
    find: "p.expires_at + interval '2 minutes' >=",
    plant: "p.expires_at - interval '1 day' >=",
    test: sending,
  },
  {
    name: "lets a bill be paid by hand while its scheduled payment is being sent",
    file: assigning,
    find: 'status === "sent" &&',
    plant: 'status !== "sent" &&',
    test: sending,
  },
  {
    name: "sends a scheduled payment without checking it first",
    file: `${autopay}/send-scheduled-payments.ts`,
    find: "if (reason !== null)\n    return",
    plant: 'if (reason === "over")\n    return',
    test: sending,
  },
  {
    name: "keeps the signature of a skipped month",
    file: `${autopay}/end-scheduled-payment.ts`,
    find: "const erased = { encryptedSignature: null,",
    plant: "const erased = {",
    test: calls,
  },
  {
    name: "accepts another person's signature for a scheduled payment",
    file: `${autopay}/write-scheduled-payments.service.ts`,
    find: '!isSigned || answer === "signature" ||',
    plant: "false ||",
    test: calls,
  },
  {
    name: "schedules a payment to an unproven wallet",
    file: bills,
    find: ", isNull(payees.endedAt), isNotNull(payees.provenAt))",
    plant: ", isNull(payees.endedAt))",
    test: calls,
  },
  {
    name: "creates a second nonce when the same bill is signed again",
    file: `${autopay}/write-scheduled-payments.service.ts`,
    find: "if (prepared !== undefined) {",
    plant: "if (prepared === null) {",
    test: calls,
  },
  {
    name: "does not tell the payer why a sent scheduled payment was rejected",
    file: `${autopay}/follow-scheduled-payment.ts`,
    find: 'if (answer !== "fine" && answer !== "later" && answer !== "other") return answer;',
    plant: "",
    test: `${autopay}/send-scheduled-payments.int.test.ts`,
  },
  {
    name: "retries a sent scheduled payment for a wallet that the landlord no longer uses",
    file: `${autopay}/follow-scheduled-payment.ts`,
    find: "if (reason !== null)\n    return changeIfUnchanged",
    plant: "if (reason === null && lease === null)\n    return changeIfUnchanged",
    test: `${autopay}/send-scheduled-payments.int.test.ts`,
  },
  {
    name: "does not credit a scheduled payment that its payer submitted",
    file: `${autopay}/credit-submitted.ts`,
    find: "if (transfer === null) return endDecided(tx, scheduledPayment, lease, now);",
    plant: "return false;",
    test: `${autopay}/send-scheduled-payments.int.test.ts`,
  },
  {
    name: "lets a checkout of the same amount take the bill of a scheduled payment",
    file: assigning,
    find: "if (ownScheduledPayment !== undefined) return requireItsBill(ownScheduledPayment, chosen);",
    plant: "",
    test: ends,
  },
  {
    name: "fails a scheduled payment before the chain is read up to its end",
    file: `${autopay}/send-scheduled-payments.ts`,
    find: "if (isUnspent === null) return wait(deps, scheduledPayment);",
    plant: 'if (isUnspent === null) return giveUp(deps, scheduledPayment, judged.lease, "expired");',
    test: ends,
  },
  {
    name: "treats a spent scheduled payment as cancelled",
    file: `${autopay}/check-scheduled-payments.ts`,
    find: '=== null ? await findFate(deps, scheduledPayment) : "used";',
    plant: '=== null ? await findFate(deps, scheduledPayment) : "cancelled";',
    test: ends,
  },
  {
    name: "restarts the search for a spent scheduled payment in each run",
    file: `${autopay}/find-fate.ts`,
    find: "    scheduledPayment.searchedBlock ??\n",
    plant: "",
    test: ends,
  },
  {
    name: "reports money that waits for confirmations as an obstacle of a scheduled payment",
    file: `${autopay}/follow-scheduled-payment.ts`,
    find: "if (hasMoney ||",
    plant: "if (",
    test: ends,
  },
  {
    name: "retries a scheduled payment whose payment was cancelled",
    file: `${autopay}/send-scheduled-payments.ts`,
    find: 'if (outcome?.status === "cancelled")',
    plant: 'if (outcome?.status === "failed")',
    test: ends,
  },
  {
    name: "stops all scheduled payments when one cannot be read",
    file: "apps/server/src/jobs/work-list.ts",
    find: "await setAside(deps, work.list, item, error);",
    plant: "throw error;",
    test: ends,
  },
  {
    name: "calls the chain while it holds a lock on a scheduled payment",
    file: `${autopay}/send-scheduled-payments.ts`,
    find: "  const now = deps.clock.now();\n  const merchant",
    plant: "  await deps.chain.hasCode(scheduledPayment.fromAddress);\n  const now = deps.clock.now();\n  const merchant",
    test: ends,
  },
  {
    name: "fails a sent scheduled payment before its transfer is read",
    file: `${autopay}/follow-scheduled-payment.ts`,
    find: 'return isUnspent === null ? null : isUnspent ? "expired" : "used";',
    plant: 'return isUnspent === false ? "used" : "expired";',
    test: histories,
  },
];
