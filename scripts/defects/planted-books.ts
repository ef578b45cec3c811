import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const requests = "apps/server/src/features/requests";
const migration = "drizzle/0038_requests.sql";
const paying = `${requests}/requests.int.test.ts`;
const months = `${rent}/books/months.int.test.ts`;
const roll = `${rent}/books/rent-roll.int.test.ts`;

/** Books that do not agree with the ledgers, and bills that are paid twice, by nobody or at the wrong place. */
export const bookkeeping: Defect[] = [
  {
    name: "a rent roll counts what came after its month",
    file: `${rent}/books/rent-roll.repo.ts`,
    find: "coalesce(u.cents, 0) - coalesce(s.later, 0) as closing",
    plant: "coalesce(u.cents, 0) as closing",
    test: roll,
  },
  {
    name: "a rent roll ends its month a day early",
    file: `${rent}/books/rent-roll.repo.ts`,
    find: "coalesce(sum(e.cents) filter (where e.effective_on > ${to}::date), 0)::float8 as later",
    plant: "coalesce(sum(e.cents) filter (where e.effective_on >= ${to}::date), 0)::float8 as later",
    test: roll,
  },
  {
    name: "a deposit is told as income",
    file: `${rent}/books/rent-roll.view.ts`,
    find: "income: wireAmount(receivedCents - depositCents)",
    plant: "income: wireAmount(receivedCents)",
    test: roll,
  },
  {
    name: "a closed month moves with what comes later",
    file: `${rent}/books/months.service.ts`,
    find: "figures: close.figures, canClose: false",
    plant: "figures: addUp(await sumRentRoll(db, { merchantId, ...days }), []), canClose: false",
    test: months,
  },
  {
    name: "what comes later about a closed month is in no month",
    file: `${rent}/books/months.service.ts`,
    find: "const isNext = last !== null &&",
    plant: "const isNext = last !== null && last.period < last.id &&",
    test: months,
  },
  {
    name: "what was written just before a close is counted twice",
    file: `${rent}/books/months.repo.ts`,
    find: "union select e.id, ${close.id}::uuid ${uncounted(merchantId, since)} and e.effective_on < ${from}::date`",
    plant: "`",
    test: months,
  },
  {
    name: "what was posted before a close and seen after it is counted by nobody",
    file: `${rent}/books/months.repo.ts`,
    find: "const unseenMs = 86_400_000;",
    plant: "const unseenMs = 0;",
    test: months,
  },
  {
    name: "two who close a month at once are not one after the other",
    file: `${rent}/books/months.service.ts`,
    find: "await lockCloses(tx);",
    plant: "",
    test: months,
  },
  {
    name: "a month is opened again below one that is closed",
    file: `${rent}/books/months.service.ts`,
    find: "if (close.id !== last?.id) throw",
    plant: "if (last === null) throw",
    test: months,
  },
  {
    name: "a statement begins with its first line",
    file: `${rent}/books/statement.service.ts`,
    find: "first ? first.balanceCents - first.cents",
    plant: "first ? first.balanceCents",
    test: `${rent}/books/statement.int.test.ts`,
  },
  {
    name: "a statement leaves its last day out",
    file: `${rent}/books/statements.repo.ts`,
    find: "e.effective_on <= ${to}::date",
    plant: "e.effective_on < ${to}::date",
    test: `${rent}/books/statement.int.test.ts`,
  },
  {
    name: "a refund stays in what a statement calls paid",
    file: "packages/domain/src/rent/statement.ts",
    find: "paidCents: 0 - moneyCents,",
    plant: 'paidCents: lines.reduce((sum, { subject, cents }) => (subject === "money" && cents < 0 ? sum - cents : sum), 0),',
    test: "packages/domain/src/rent/statement.test.ts",
  },
  {
    name: "two pay one bill at once",
    file: `${requests}/bind-payment.ts`,
    find: "if (await isBeingPaidByOther(tx, { requestId, payerId, now })) {",
    plant: "if ((await isBeingPaidByOther(tx, { requestId, payerId, now })) && isNew === null) {",
    test: paying,
  },
  {
    name: "a bill is paid by the checkout of a lease",
    file: `${requests}/bind-payment.ts`,
    find: "if (!isNew && (",
    plant: 'if (!isNew && requestId === "" && (',
    test: paying,
  },
  {
    name: "a lease is paid by the checkout of a bill",
    file: "apps/server/src/features/payments/checkout/create-checkout.ts",
    find: "if (!payment.isNew) await requireNoRequest(tx, payment.id);",
    plant: "",
    test: paying,
  },
  {
    name: "a bill that was withdrawn can be paid",
    file: "packages/domain/src/requests/rules.ts",
    find: 'if (state === "open") return null;',
    plant: 'if (state !== "paid") return null;',
    test: paying,
  },
  {
    name: "a bill stays paid when its payment is undone",
    file: migration,
    find: "'completed' in (old.status, new.status)",
    plant: "new.status = 'completed'",
    test: paying,
  },
  {
    name: "a merchant reads another one's requests",
    file: `${requests}/requests.repo.ts`,
    find: ".where(and(eq(paymentRequests.id, id), eq(paymentRequests.merchantId, merchantId)));",
    plant: ".where(eq(paymentRequests.id, id));",
    test: paying,
  },
  {
    name: "whoever has paid is led to a host that looks like another",
    file: "packages/domain/src/requests/return-url.ts",
    find: 'username === "" && password === "" && ',
    plant: "",
    test: "packages/domain/src/requests/requests.test.ts",
  },
  {
    name: "a transaction's hash leads to every tenant",
    file: `${rent}/rows/lease-lists.repo.ts`,
    find: "or s.id in (select k.lease_id from",
    plant: "or exists (select k.lease_id from",
    test: `${rent}/charges/lease-money.int.test.ts`,
  },
];
