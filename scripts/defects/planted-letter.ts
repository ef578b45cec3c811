import type { Defect } from "./defect.ts";

const setup = "apps/web/src/features/payments/setup";
const forms = `${setup}/setup-forms.browser.test.tsx`;
const billLines = "apps/server/src/features/payments/rows/bill-lines.int.test.ts";
const statement = "apps/web/src/areas/consumer/dashboard/statement.browser.test.tsx";

/** Defects that pay the wrong bill, pay one twice, or take another amount than the one that is shown. */
export const paidBills: Defect[] = [
  {
    name: "takes an amount with two decimal points",
    file: `${setup}/one-time-schema.ts`,
    find: ".transform((value): string | number => value)",
    plant: '.transform((value): string | number => value.replace(/\\.$/, ""))',
    test: `${setup}/one-time-schema.test.ts`,
  },
  {
    name: "drops the decimals of an amount that is left",
    file: "apps/web/src/ui/amount-entry.tsx",
    find: "text.replace(/^(\\d+)\\.$/",
    plant: "text.replace(/^(\\d+)\\.\\d*$/",
    test: "apps/web/src/ui/amount-entry.test.ts",
  },
  {
    name: "hides the bank guidance from a payer whose wallet holds enough",
    file: `${setup}/amount-part.tsx`,
    find: "if (!isLarge) return null;",
    plant: 'if (!isLarge || typeof balance === "bigint") return null;',
    test: `${setup}/ach-note.browser.test.tsx`,
  },
  {
    name: "leaves an administrator on the public page",
    file: "apps/web/src/routes/index.tsx",
    find: "if (adminToken) throw",
    plant: "if (adminToken && user) throw",
    test: "apps/web/src/session-areas.browser.test.tsx",
  },
  {
    name: "pays rent with the amount that was offered for a late fee",
    file: `${setup}/pay-choices.ts`,
    find: "chargeIds: first.map(({ id }) => id),",
    plant: "chargeIds: [],",
    test: forms,
  },
  {
    name: "offers everything first where only a part is past due",
    file: "packages/domain/src/rent/pay-bills.ts",
    find: "(lateCents > 0 ? index < lateCount : ",
    plant: "(lateCents > 0 ? index >= 0 : ",
    test: "packages/domain/src/rent/pay-bills.test.ts",
  },
  {
    name: "names a bill that is paid in part",
    file: "packages/domain/src/rent/pay-bills.ts",
    find: " || shares.some(({ charge, cents }) => cents < charge.openCents)",
    plant: "",
    test: billLines,
  },
  {
    name: "lists the bills in payment order, not the chosen ones",
    file: "apps/server/src/features/payments/rows/bill-lines.view.ts",
    find: "sharesOf(open, amountCents, leaseCredit.chosen)",
    plant: "sharesOf(open, amountCents)",
    test: billLines,
  },
  {
    name: "pays without a question although nothing is due",
    file: `${setup}/pay-questions.tsx`,
    find: 'return lease.owed === 0 ? "ahead" : null;',
    plant: "return null;",
    test: forms,
  },
  {
    name: "pays a merchant that the payer has not said to know",
    file: `${setup}/pay-questions.tsx`,
    find: 'if (mustAcknowledge) return "merchant";',
    plant: "",
    test: forms,
  },
  {
    name: "opens a checkout from the dashboard for a merchant that the payer has not said to know",
    file: `${setup}/pay-bills.tsx`,
    find: "standing.data !== undefined && !mustAcknowledge && ",
    plant: "standing.data !== undefined && ",
    test: statement,
  },
  {
    name: "stops autopay without a question",
    file: "apps/web/src/areas/consumer/rent/autopay-page.tsx",
    find: "onSelect={() => setAsking(true)}",
    plant: "onSelect={() => stop.mutate({ leaseId })}",
    test: "apps/web/src/areas/consumer/rent/autopay.browser.test.tsx",
  },
  {
    name: "cancels a payment without a question",
    file: "apps/web/src/features/payments/pending/pending-actions.tsx",
    find: "<Button onClick={() => setAsking(true)}>Cancel</Button>",
    plant: "<Button onClick={end}>Cancel</Button>",
    test: "apps/web/src/features/payments/live-payment.browser.test.tsx",
  },
  {
    name: "reminds nobody who has no account",
    file: "apps/server/src/features/rent/reminders/remind-tenants.service.ts",
    find: "id, strangers, { owed,",
    plant: "id, [], { owed,",
    test: "apps/server/src/features/rent/reminders/remind-tenants.int.test.ts",
  },
  {
    name: "sends a reminder without showing it first",
    file: "apps/web/src/features/rent/acts/lease-acts.tsx",
    find: "      {note}\n      <ReminderPreview lease={lease} />",
    plant: "      {note}",
    test: "apps/web/src/areas/merchant/rent/rent-lists.browser.test.tsx",
  },
];
