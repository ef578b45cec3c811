import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const test = `${rent}/charge-file.int.test.ts`;

/** Files that charge somebody twice, or somebody else, and reminders without an end. */
export const chargeFiles: Defect[] = [
  {
    name: "a file of charges that is brought twice charges twice",
    file: `${rent}/charge-file.service.ts`,
    find: "requireNoProblem((await withoutCharged(tx, ready)).bad);",
    plant: "",
    test,
  },
  {
    name: "two who bring one file at once both charge it",
    file: `${rent}/charge-file.service.ts`,
    find: "await lockLeases(tx, leaseIds);",
    plant: "",
    test,
  },
  {
    name: "a file charges who has moved out",
    file: `${rent}/read-charge-file.ts`,
    find: "(endsOn === null || row.dueOn <= endsOn)",
    plant: "(endsOn === null || row.dueOn <= row.dueOn)",
    test,
  },
  {
    name: "a file charges one row twice",
    file: `${rent}/read-charge-file.ts`,
    find: "if (earlier === undefined) {",
    plant: "if (earlier === undefined || earlier > 0) {",
    test,
  },
  {
    name: "tenants are reminded at each press",
    file: `${rent}/remind-tenants.service.ts`,
    find: 'if (deps.env.hasRateLimits) await deps.sharedLimits.take("rentReminder", id, tx);',
    plant: "",
    test: `${rent}/remind-tenants.int.test.ts`,
  },
  {
    name: "a file with a bad row charges the others",
    file: `${rent}/charge-file.service.ts`,
    find: "requireNoProblem(bad);",
    plant: "",
    test,
  },
];
