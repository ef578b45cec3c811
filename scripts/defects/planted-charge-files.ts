import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const test = `${rent}/charges/charge-file.int.test.ts`;

/** Files that charge somebody twice or the wrong person, and reminders of paid rent or without end. */
export const chargeFiles: Defect[] = [
  {
    name: "a file of charges that is brought twice charges twice",
    file: `${rent}/charges/charge-file.service.ts`,
    find: "requireNoProblem((await withoutCharged(tx, ready)).bad);",
    plant: "",
    test,
  },
  {
    name: "two who bring one file at once both charge it",
    file: `${rent}/charges/charge-file.service.ts`,
    find: "await lockLeases(tx, leaseIds);",
    plant: "",
    test,
  },
  {
    name: "a file charges who has moved out",
    file: `${rent}/charges/read-charge-file.ts`,
    find: "(endsOn === null || row.dueOn <= endsOn)",
    plant: "(endsOn === null || row.dueOn <= row.dueOn)",
    test,
  },
  {
    name: "a file charges one row twice",
    file: `${rent}/charges/read-charge-file.ts`,
    find: "if (earlier === undefined) {",
    plant: "if (earlier === undefined || earlier > 0) {",
    test,
  },
  {
    name: "tenants are reminded at each press",
    file: `${rent}/reminders/remind-tenants.service.ts`,
    find: 'if (deps.env.hasRateLimits) await deps.sharedLimits.take("rentReminder", id, tx);',
    plant: "",
    test: `${rent}/reminders/remind-tenants.int.test.ts`,
  },
  {
    name: "tenants who have paid ahead are reminded by rule",
    file: `${rent}/reminders/remind-by-rule.ts`,
    find: "owedOn(byHand, lease.unusedCents, today)",
    plant: "owedOn(byHand, 0, today)",
    test: `${rent}/reminders/remind-by-rule.int.test.ts`,
  },
  {
    name: "two runs at once remind twice",
    file: `${rent}/reminders/remind-by-rule.ts`,
    // Two guards protect this: only one run creates each row, and a unique key prevents a second notification.
    find: "rows.some((row) => made.has(keyOf(row))));\n    await notifyOfMany(\n      tx,\n      told.map(({ notice }) => ({ ...notice, now })),",
    plant:
      "rows.length > 0 || made.size > 0);\n    await notifyOfMany(\n      tx,\n      told.map(({ notice }) => ({ ...notice, now, key: `${notice.key}:${made.size}` })),",
    test: `${rent}/reminders/remind-by-rule.int.test.ts`,
  },
  {
    name: "days on which nothing could be sent are made up for one by one",
    file: "packages/domain/src/rent/reminders.ts",
    find: "return past - from <= reminderLagDays ? kind : null;",
    plant: "return past - from < 400 ? kind : null;",
    test: `${rent}/reminders/remind-by-rule.int.test.ts`,
  },
  {
    name: "rent that autopay pays is asked for",
    file: `${rent}/reminders/remind-by-rule.ts`,
    find: "const byHand = open.filter(({ chequeId }) => chequeId === null);",
    plant: "const byHand = open;",
    test: `${rent}/reminders/remind-by-rule.int.test.ts`,
  },
  {
    name: "a file with a bad row charges the others",
    file: `${rent}/charges/charge-file.service.ts`,
    find: "requireNoProblem(bad);",
    plant: "",
    test,
  },
];
