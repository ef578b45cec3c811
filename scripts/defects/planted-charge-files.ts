import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const test = `${rent}/charges/charge-file.int.test.ts`;

/** Files that charge somebody twice or the wrong person, and reminders of paid rent or without end. */
export const chargeFiles: Defect[] = [
  {
    name: "charges twice when a charge file is sent twice",
    file: `${rent}/charges/charge-file.service.ts`,
    find: "requireNoProblem((await withoutCharged(tx, ready)).bad);",
    plant: "",
    test,
  },
  {
    name: "charges a file twice when two people send it at the same time",
    file: `${rent}/charges/charge-file.service.ts`,
    find: "await lockLeases(tx, leaseIds);",
    plant: "",
    test,
  },
  {
    name: "charges a tenant who has moved out",
    file: `${rent}/charges/read-charge-file.ts`,
    find: "(endsOn === null || row.dueOn <= endsOn)",
    plant: "(endsOn === null || row.dueOn <= row.dueOn)",
    test,
  },
  {
    name: "charges one row of a file twice",
    file: `${rent}/charges/read-charge-file.ts`,
    find: "if (earlier === undefined) {",
    plant: "if (earlier === undefined || earlier > 0) {",
    test,
  },
  {
    name: "sends a reminder at every press of the button",
    file: `${rent}/reminders/remind-tenants.service.ts`,
    find: 'if (deps.env.hasRateLimits) await deps.sharedLimits.take("rentReminder", id, tx);',
    plant: "",
    test: `${rent}/reminders/remind-tenants.int.test.ts`,
  },
  {
    name: "reminds tenants who have paid ahead",
    file: `${rent}/reminders/remind-by-rule.ts`,
    find: "owedOn(byHand, lease.unusedCents, today)",
    plant: "owedOn(byHand, 0, today)",
    test: `${rent}/reminders/remind-by-rule.int.test.ts`,
  },
  {
    name: "reminds tenants twice when two runs overlap",
    file: `${rent}/reminders/remind-by-rule.ts`,
    // Two guards protect this: only one run creates each row, and a unique key prevents a second notification.
    find: "rows.some((row) => made.has(keyOf(row))));\n    await notifyOfMany(\n      tx,\n      notifiedPlans.map(({ notice }) => ({ ...notice, now })),",
    plant:
      "rows.length > 0 || made.size > 0);\n    await notifyOfMany(\n      tx,\n      notifiedPlans.map(({ notice }) => ({ ...notice, now, key: `${notice.key}:${made.size}` })),",
    test: `${rent}/reminders/remind-by-rule.int.test.ts`,
  },
  {
    name: "sends one reminder for each day on which nothing could be sent",
    file: "packages/domain/src/rent/reminders.ts",
    find: "return past - from <= reminderLagDays ? kind : null;",
    plant: "return past - from < 400 ? kind : null;",
    test: `${rent}/reminders/remind-by-rule.int.test.ts`,
  },
  {
    name: "reminds tenants of rent that autopay pays",
    file: `${rent}/reminders/remind-by-rule.ts`,
    find: "const byHand = open.filter(({ scheduledPaymentId }) => scheduledPaymentId === null);",
    plant: "const byHand = open;",
    test: `${rent}/reminders/remind-by-rule.int.test.ts`,
  },
  {
    name: "charges the valid rows of a file with an invalid row",
    file: `${rent}/charges/charge-file.service.ts`,
    find: "requireNoProblem(bad);",
    plant: "",
    test,
  },
];
