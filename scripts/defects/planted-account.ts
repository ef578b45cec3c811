import type { Defect } from "./defect.ts";

const account = "apps/server/src/features/account";
const test = `${account}/account.int.test.ts`;

/** Users' own data, and closed accounts. */
export const ownAccount: Defect[] = [
  {
    name: "a token alone takes all data of a person",
    file: `${account}/account.router.ts`,
    find: "exportData: freshUserProcedure",
    plant: "exportData: userProcedure",
    test,
  },
  {
    name: "a token alone closes the account",
    file: `${account}/account.router.ts`,
    find: "close: freshUserProcedure",
    plant: "close: userProcedure",
    test,
  },
  {
    name: "whoever has just learned a password closes the account",
    file: `${account}/closing.repo.ts`,
    find: "lte(knownDevices.createdAt, newSince)",
    plant: "gt(knownDevices.createdAt, newSince)",
    test,
  },
  {
    name: "an account closes while its payment is under way",
    file: `${account}/closing.repo.ts`,
    find: 'eq(payments.consumerId, userId), eq(payments.status, "pending")',
    plant: 'eq(payments.consumerId, userId), eq(payments.status, "failed")',
    test,
  },
  {
    name: "a closed account's rent record still shows its name to whoever has the link",
    file: `${account}/close-account.service.ts`,
    find: "await withdrawAllRecords(tx, userId, now);",
    plant: "void withdrawAllRecords;",
    test,
  },
  {
    name: "a business vanishes while it owes a refund",
    file: `${account}/closing.repo.ts`,
    find: "await disputed(isRefundOwed)",
    plant: "await disputed(isNull(disputes.id))",
    test,
  },
  {
    name: "who worked for a closed business stays signed in",
    file: `${account}/close-account.service.ts`,
    find: "await endSessions(tx, staffId, { now });",
    plant: "void staffId;",
    test,
  },
  {
    name: "a closed account is opened again by an administrator",
    file: "apps/server/src/features/auth/profile/edit-account.service.ts",
    find: "if (account.closedAt !== null)",
    plant: 'if (account.closedAt !== null && account.status === "active")',
    test,
  },
];
