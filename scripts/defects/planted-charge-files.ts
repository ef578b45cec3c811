import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const test = `${rent}/charges/charge-file.int.test.ts`;

/** Files that charge somebody twice or the wrong person, and reminders of paid rent or without end. */
export const chargeFiles: Defect[] = [
  {
    name: "refuses a charge file with the column names of an earlier template",
    file: `${rent}/charges/read-charge-file.ts`,
    find: " || name === formerColumns[column]?.toLowerCase()",
    plant: " && formerColumns !== undefined",
    test: `${rent}/charges/read-charge-file.test.ts`,
  },
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
  {
    name: "parses every row of a file of charges before it counts them",
    file: `${rent}/charges/parse-records.ts`,
    find: "if (records.length > 1 + chargeFileLimits.rows)",
    plant: "if (records.length > 100 * chargeFileLimits.rows)",
    test: `${rent}/charges/read-charge-file.test.ts`,
  },
  {
    name: "parses any number of columns in a file of charges",
    file: `${rent}/charges/parse-records.ts`,
    find: "if (index < chargeFileLimits.columns) return cell;",
    plant: "if (index >= 0) return cell;",
    test: `${rent}/charges/read-charge-file.test.ts`,
  },
  {
    name: "parses any number of blank rows in a file of charges",
    file: `${rent}/charges/parse-records.ts`,
    find: "if (blankCount > chargeFileLimits.rows) {",
    plant: "if (blankCount > chargeFileLimits.characters) {",
    test: `${rent}/charges/read-charge-file.test.ts`,
  },
  {
    name: "parses a file of charges in one turn of the event loop",
    file: `${rent}/charges/parse-records.ts`,
    find: "const bytesAtOnce = 1_024;",
    plant: "const bytesAtOnce = 10_000_000;",
    test: `${rent}/charges/read-charge-file.test.ts`,
  },
  {
    name: "reads any number of charge files of one account",
    file: "apps/server/src/file-queue.ts",
    find: 'sent: { rule: "chargeFile",',
    plant: 'sent: { rule: "call",',
    test: "apps/server/src/file-queue.test.ts",
  },
];
