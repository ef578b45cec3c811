import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";

/** Figures that payers, merchants and administrators read. */
export const figures: Defect[] = [
  {
    name: "counts refunded money as paid this month",
    file: `${features}/payments/rows/listed-payments.repo.ts`,
    find: "sql<string>`sum(${netCents})`",
    plant: "sql<string>`sum(${payments.amountCents})`",
    test: `${features}/payments/history/history.int.test.ts`,
  },
  {
    name: "lists a refunded payment as one of which nothing was returned",
    file: "packages/db/src/payment-money.ts",
    find: "'refundedCents', ${returned})",
    plant: "'refundedCents', 0)",
    test: `${features}/payments/history/history.int.test.ts`,
  },
  {
    name: "does not subtract refunds from a merchant's revenue",
    file: `${features}/payments/rows/payment-money.view.ts`,
    find: "netAmount: wireAmount(grossCents - refundedCents),",
    plant: "netAmount: wireAmount(grossCents),",
    test: `${features}/merchant-area/business/merchant-area.int.test.ts`,
  },
  {
    name: "does not subtract refunds from an administrator's monthly figures",
    file: `${features}/admin/dashboard/dashboard.service.ts`,
    find: 'wireAmount(figures("completed").cents - back)',
    plant: 'wireAmount(figures("completed").cents)',
    test: `${features}/admin/transactions/admin-lists.int.test.ts`,
  },
  {
    name: "includes unpaid payments in the total",
    file: `${features}/payments/history/dashboard.view.ts`,
    find: 'total: wire(sum(({ status }) => status === "pending" || status === "completed")),',
    plant: "total: wire(sum(() => true)),",
    test: `${features}/payments/history/history.int.test.ts`,
  },
];
