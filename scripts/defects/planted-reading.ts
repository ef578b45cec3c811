import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const whoMayCall = "apps/server/src/testing/authorization-trpc.int.test.ts";
const isOwn = 'eq(payments.consumerId, sql.placeholder("consumerId"))';

/** Defects in the statement that reads a payment: another payer's rows, or a wrong amount. */
export const reading: Defect[] = [
  {
    name: "anybody reads where a payment stands",
    file: `${features}/ledger/payments.repo.ts`,
    find: isOwn,
    plant: 'sql`${sql.placeholder("consumerId")}::uuid is not null`',
    test: whoMayCall,
  },
  {
    name: "anybody reads a payment with its checkout's address",
    file: `${features}/payments/rows/payment-detail.repo.ts`,
    find: isOwn,
    plant: 'sql`${sql.placeholder("consumerId")}::uuid is not null`',
    test: whoMayCall,
  },
  {
    name: "the first page of payments is everybody's",
    file: `${features}/payments/rows/listed-payments.repo.ts`,
    find: 'eq(payments.consumerId, anyId(sql.placeholder("consumerId")))',
    plant: 'sql`${sql.placeholder("consumerId")}::uuid is not null`',
    test: `${features}/payments/history/history.int.test.ts`,
  },
  {
    name: "large amounts within a row are rounded",
    file: "packages/db/src/rows-within.ts",
    find: "/^(bigint|numeric)/.test(column.getSQLType())",
    plant: "/^never/.test(column.getSQLType())",
    test: "packages/db/src/rows-within.int.test.ts",
  },
  {
    name: "a checkout begins without a word of it in the payment's timeline",
    file: `${features}/ledger/payments.repo.ts`,
    find: "select id, 'created', consumer_id, created_at from created)",
    plant: "select id, 'created', consumer_id, created_at from created where false)",
    test: `${features}/payments/checkout/create-checkout.int.test.ts`,
  },
  {
    name: "what comes for a payment that is paid already pays it once more when it comes with others",
    file: `${features}/settlement/recording/record-payments.ts`,
    find: "payment.transferId !== null || paid.has(payment.id) || ",
    plant: "",
    test: `${features}/settlement/counting/settlement.int.test.ts`,
  },
  {
    name: "money that comes twice in one block is seen once",
    file: `${features}/settlement/recording/record-payments.ts`,
    find: "return fresh.filter(({ observed }) => !taken.has(observed));",
    plant:
      "const left = fresh.filter((observed) => !taken.has(observed));\n  return [...new Map(left.map((observed) => [observed.binding?.hash ?? observed, observed])).values()];",
    test: `${features}/settlement/recording/many-payments.int.test.ts`,
  },
  {
    name: "what a payer's wallet sent pays another checkout after its block was replaced",
    file: `${features}/settlement/recording/match-payment.ts`,
    find: "again || only",
    plant: "only",
    test: `${features}/settlement/counting/top-ups.int.test.ts`,
  },
];
