import type { Defect } from "./defect.ts";

const web = "apps/web/src";
const consumer = `${web}/areas/consumer`;

/** Defects in what a tenant reads first: the lease that owes, payments made twice, disputes, the ledger and the history. */
export const tenantFirst: Defect[] = [
  {
    name: "starts the dashboard with the lease that is due last",
    file: `${consumer}/dashboard/figures.ts`,
    find: "rank(left).localeCompare(rank(right))",
    plant: "rank(right).localeCompare(rank(left))",
    test: `${consumer}/dashboard/figures.test.ts`,
  },
  {
    name: "shows a new tenant ten zeros",
    file: `${consumer}/dashboard/statement.tsx`,
    find: "const hasFacts = !isNew || lease !== undefined;",
    plant: "const hasFacts = true;",
    test: `${consumer}/dashboard/statement.browser.test.tsx`,
  },
  {
    name: "pays the same amount a second time without a question",
    file: `${web}/features/payments/setup/pay-questions.tsx`,
    find: 'return findSame() ? "again" : null;',
    plant: "return null;",
    test: `${web}/features/payments/setup/setup-forms.browser.test.tsx`,
  },
  {
    name: "tells a quick press on Recurring that autopay does not exist",
    file: `${web}/features/payments/setup/type-choice.tsx`,
    find: "const isRent = await utils.autopay.mine.ensureData().then(",
    plant: "const isRent = await Promise.resolve(autopay.data).then(",
    test: `${consumer}/rent/autopay.browser.test.tsx`,
  },
  {
    name: "offers autopay for a lease with another business of the same name",
    file: `${web}/features/payments/setup/recurring-setup.tsx`,
    find: "leases.some(({ merchantId }) => merchantId === payee.merchantId)",
    plant: "leases.some(({ merchant }) => merchant === payee.name)",
    test: `${web}/features/payments/setup/setup-forms.browser.test.tsx`,
  },
  {
    name: "chooses autopay by the name of the business",
    file: `${web}/features/payments/setup/type-choice.tsx`,
    find: "leases.some((lease) => lease.merchantId === merchantId)",
    plant: "leases.some((lease) => lease.merchant === merchantId)",
    test: `${consumer}/rent/autopay.browser.test.tsx`,
  },
  {
    name: "says that a dispute was reopened with its new text although the text was refused",
    file: `${web}/features/disputes/use-send-dispute.ts`,
    find: 'procedure: "disputes.update" });',
    plant: 'procedure: "disputes.update" }).catch(() => undefined);',
    test: `${web}/features/disputes/dispute-forms.browser.test.tsx`,
  },
  {
    name: "claims months between two signed ones that are left out",
    file: `${web}/features/rent/own-lease-words.ts`,
    find: "return isUnbroken ? ",
    plant: "return count.length > 0 ? ",
    test: `${web}/features/rent/own-lease-words.test.ts`,
  },
  {
    name: "asks for a response right after a dispute was filed",
    file: `${web}/features/disputes/next-step.ts`,
    find: 'return last !== undefined && last.addedBy.role !== "user";',
    plant: 'return last?.addedBy.role !== "user";',
    test: `${consumer}/payment/payment-dialog.browser.test.tsx`,
  },
  {
    name: "opens the dispute's form above the payment's dialog",
    file: `${consumer}/payment/payment-dialog.tsx`,
    find: "open={open && asking === null}",
    plant: "open={open}",
    test: `${consumer}/payment/payment-dialog.browser.test.tsx`,
  },
  {
    name: "counts failed payments of a month as paid",
    file: "apps/server/src/features/payments/history/history.view.ts",
    find: "paidCount: countOf(completed)",
    plant: "paidCount: countOf(rows)",
    test: "apps/server/src/features/payments/history/history.int.test.ts",
  },
  {
    name: "lists a payment before the charge of the same day",
    file: "apps/server/src/features/rent/rows/lease-lists.repo.ts",
    find: "(order by e.effective_on, ${settles}, e.id)",
    plant: "(order by e.effective_on, e.id)",
    test: "apps/server/src/features/rent/leases/rent.int.test.ts",
  },
];
