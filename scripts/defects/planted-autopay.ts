import type { Defect } from "./defect.ts";

const rules = "packages/domain/src/autopay";
const autopay = "apps/server/src/features/autopay";
const bills = "apps/server/src/features/rent/bills/bills.repo.ts";
const ruled = `${rules}/cheques.test.ts`;
const ends = `${autopay}/true-ends.int.test.ts`;
const assigning = "apps/server/src/features/rent/bills/assign-payment.ts";
const sending = `${autopay}/send-cheques.int.test.ts`;
const histories = "apps/server/src/features/settlement/checking/histories.int.test.ts";
const calls = `${autopay}/autopay.int.test.ts`;

/** Rent that is paid twice, too early, too much, to somebody else or without its payer's will. */
export const payingByItself: Defect[] = [
  {
    name: "a cheque on its way is taken for one that failed",
    file: `${autopay}/cheques.repo.ts`,
    find: "coalesce(bool_or(${relays.status} <> 'failed'), false)",
    plant: "false",
    test: sending,
  },
  {
    name: "a cheque holds before its due day",
    file: `${rules}/cheques.ts`,
    find: "validAfter: dueAt.getTime() / 1_000 - 1,",
    plant: "validAfter: 0,",
    test: ruled,
  },
  {
    name: "a cheque stands though another amount is open",
    file: `${rules}/cheques.ts`,
    find: "if (bill.cents !== cheque.cents)",
    plant: "if (bill.cents < 0)",
    test: ruled,
  },
  {
    name: "a cheque stands though the landlord is paid elsewhere",
    file: `${rules}/cheques.ts`,
    find: "if (payeeId !== cheque.payeeId)",
    plant: 'if (payeeId === "")',
    test: ruled,
  },
  {
    name: "a cheque is for the whole of a bill that is paid in part",
    file: `${rules}/bills.ts`,
    find: "cents: cents - paidCents,",
    plant: "cents,",
    test: ruled,
  },
  {
    name: "the nonce of a cheque says nothing of its amount",
    file: "packages/chain/src/cheque-reference.ts",
    find: "BigInt(cents), dueSeconds",
    plant: "0n, dueSeconds",
    test: "packages/chain/src/cheque-reference.test.ts",
  },
  {
    name: "a cheque is sent while its bill is being paid by hand",
    file: bills,
    find: "c.created_at > ",
    plant: "c.created_at < ",
    test: sending,
  },
  {
    name: "a cheque is sent though a signature for its bill may still be taken",
    file: bills,
    find: "p.expires_at + interval '2 minutes' >=",
    plant: "p.expires_at - interval '1 day' >=",
    test: sending,
  },
  {
    name: "a bill is paid by hand while its cheque is on its way",
    file: assigning,
    find: 'status === "sent" &&',
    plant: 'status !== "sent" &&',
    test: sending,
  },
  {
    name: "a cheque is not judged before it is sent",
    file: `${autopay}/send-cheques.ts`,
    find: "if (reason !== null) return",
    plant: 'if (reason === "over") return',
    test: sending,
  },
  {
    name: "a signature stays when its month is left out",
    file: `${autopay}/end-cheque.ts`,
    find: "const erased = { encryptedSignature: null,",
    plant: "const erased = {",
    test: calls,
  },
  {
    name: "somebody else's signature is kept for a cheque",
    file: `${autopay}/write-cheques.service.ts`,
    find: '!isSigned || answer === "signature" ||',
    plant: "false ||",
    test: calls,
  },
  {
    name: "a cheque is written to a wallet that nobody has proven",
    file: bills,
    find: ", isNull(payees.endedAt), isNotNull(payees.provenAt))",
    plant: ", isNull(payees.endedAt))",
    test: calls,
  },
  {
    name: "signing the same bill again makes a second nonce",
    file: `${autopay}/write-cheques.service.ts`,
    find: "if (same !== undefined) {",
    plant: "if (same === null) {",
    test: calls,
  },
  {
    name: "a payer is not told why a sent cheque was not taken",
    file: `${autopay}/why-failed.ts`,
    find: 'if (answer !== "fine" && answer !== "later" && answer !== "other") return answer;',
    plant: "",
    test: `${autopay}/send-cheques.int.test.ts`,
  },
  {
    name: "a sent cheque is tried again for a landlord's wallet that is none any more",
    file: `${autopay}/follow-cheque.ts`,
    find: "if (reason !== null) return changeIfUnchanged",
    plant: "if (reason === null && lease === null) return changeIfUnchanged",
    test: `${autopay}/send-cheques.int.test.ts`,
  },
  {
    name: "a cheque that its payer submits pays nothing",
    file: `${autopay}/credit-submitted.ts`,
    find: "if (transfer === null) return endDecided(tx, cheque, lease, now);",
    plant: "return false;",
    test: `${autopay}/send-cheques.int.test.ts`,
  },
  {
    name: "a checkout of the same amount takes a scheduled payment its bill",
    file: assigning,
    find: "if (own !== undefined) return requireItsBill(own, chosen);",
    plant: "",
    test: ends,
  },
  {
    name: "a scheduled payment fails while its chain is not read to its end",
    file: `${autopay}/send-cheques.ts`,
    find: "if (isUnspent === null) return wait(deps, cheque);",
    plant: 'if (isUnspent === null) return giveUp(deps, cheque, judged.lease, "expired");',
    test: ends,
  },
  {
    name: "a spent scheduled payment is taken for a cancelled one",
    file: `${autopay}/check-cheques.ts`,
    find: '=== null ? await findFate(deps, cheque) : "used";',
    plant: '=== null ? await findFate(deps, cheque) : "cancelled";',
    test: ends,
  },
  {
    name: "the search for a spent scheduled payment begins anew in each run",
    file: `${autopay}/find-fate.ts`,
    find: "    cheque.searchedBlock ??\n",
    plant: "",
    test: ends,
  },
  {
    name: "money that waits for more blocks is trouble of a scheduled payment",
    file: `${autopay}/follow-cheque.ts`,
    find: "if (hasMoney ||",
    plant: "if (",
    test: ends,
  },
  {
    name: "a scheduled payment whose payment was cancelled is tried on",
    file: `${autopay}/send-cheques.ts`,
    find: 'if (outcome?.status === "cancelled") return',
    plant: 'if (outcome?.status === "failed") return',
    test: ends,
  },
  {
    name: "one scheduled payment that cannot be read stops all others",
    file: "apps/server/src/jobs/work-list.ts",
    find: "await setAside(deps, work.list, item, error);",
    plant: "throw error;",
    test: ends,
  },
  {
    name: "the chain is asked while a scheduled payment's rows are held",
    file: `${autopay}/send-cheques.ts`,
    find: "  const now = deps.clock.now();\n  const isPayable",
    plant: "  await deps.chain.hasCode(cheque.fromAddress);\n  const now = deps.clock.now();\n  const isPayable",
    test: ends,
  },
  {
    name: "a sent scheduled payment fails while what it moved is not read",
    file: `${autopay}/follow-cheque.ts`,
    find: 'return isUnspent === null ? null : isUnspent ? "expired" : "used";',
    plant: 'return isUnspent === false ? "used" : "expired";',
    test: histories,
  },
];
