import type { Defect } from "./defect.ts";

const account = "apps/server/src/features/account";
const test = `${account}/account.int.test.ts`;

/** Users' own data, and closed accounts. */
export const ownAccount: Defect[] = [
  {
    name: "reads with a session the business that its account owns alone, and none for staff",
    file: "apps/server/src/features/auth/rows/sessions.repo.ts",
    find: ".leftJoin(merchants, eq(merchants.id, merchantOf(sessions.userId)))",
    plant: ".leftJoin(merchants, eq(merchants.ownerUserId, sessions.userId))",
    test: "apps/server/src/features/auth/sessions/sessions.int.test.ts",
  },
  {
    name: "reads a business with the session of a mutation, which may change it",
    file: "apps/server/src/trpc/procedure-meta.ts",
    find: '  if (type !== "query") return undefined;\n',
    plant: "",
    test: "apps/server/src/trpc/write-rules.test.ts",
  },
  {
    name: "reads another account with the session than the session's own",
    file: "apps/server/src/features/auth/rows/sessions.repo.ts",
    find: "    .leftJoin(owned, isOwnedMerchant)\n",
    plant: "    .leftJoin(owned, eq(owned.id, users.enrolledMerchantId))\n",
    test: "apps/server/src/features/auth/sessions/sessions.int.test.ts",
  },
  {
    name: "exports all data of an account with a token alone",
    file: `${account}/account.router.ts`,
    find: "exportData: freshUserProcedure",
    plant: "exportData: userProcedure",
    test,
  },
  {
    name: "closes an account with a token alone",
    file: `${account}/account.router.ts`,
    find: "close: freshUserProcedure",
    plant: "close: userProcedure",
    test,
  },
  {
    name: "closes an account from a device that is new to it",
    file: `${account}/closing.repo.ts`,
    find: "lte(knownDevices.createdAt, newSince)",
    plant: "gt(knownDevices.createdAt, newSince)",
    test,
  },
  {
    name: "closes an account while its payment is in progress",
    file: `${account}/closing.repo.ts`,
    find: 'eq(payments.consumerId, userId), eq(payments.status, "pending")',
    plant: 'eq(payments.consumerId, userId), eq(payments.status, "failed")',
    test,
  },
  {
    name: "shows the name in a closed account's rent record to anybody with the link",
    file: `${account}/close-account.service.ts`,
    find: "await withdrawAllRecords(tx, userId, now);",
    plant: "void withdrawAllRecords;",
    test,
  },
  {
    name: "closes a business that still owes a refund",
    file: `${account}/closing.repo.ts`,
    find: "await disputed(isRefundOwed)",
    plant: "await disputed(isNull(disputes.id))",
    test,
  },
  {
    name: "leaves the staff of a closed business signed in",
    file: `${account}/close-account.service.ts`,
    find: "await endSessions(tx, staffId, { now });",
    plant: "void staffId;",
    test,
  },
  {
    name: "lets an administrator reopen a closed account",
    file: "apps/server/src/features/auth/profile/edit-account.service.ts",
    find: "if (account.closedAt !== null)",
    plant: 'if (account.closedAt !== null && account.status === "active")',
    test,
  },
];
