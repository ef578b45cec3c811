import type { Defect } from "./defect.ts";

const test = "apps/server/src/features/operations/make-admin.int.test.ts";

/** Read-only administrators, and passwords that somebody else handed over. */
export const administrators: Defect[] = [
  {
    name: "lets a read-only admin make changes",
    file: "apps/server/src/trpc/procedures.ts",
    find: 'type === "mutation" && actor.isReadOnly && !meta?.ownAccount',
    plant: "actor.isReadOnly && meta === undefined",
    test,
  },
  {
    name: "makes the last admin with write access read-only",
    file: "apps/server/src/features/auth/profile/create-account.service.ts",
    find: "isReadOnly && acting.every((id) => id === userId)",
    plant: "isReadOnly && acting.length === 0",
    test,
  },
  {
    name: "makes the account that registered an unconfirmed email an admin",
    file: "apps/server/src/features/auth/rows/accounts.repo.ts",
    find: 'eq(users.role, "user"), isNotNull(users.emailConfirmedAt)',
    plant: 'eq(users.role, "user")',
    test,
  },
  {
    name: "lets a handed-over password sign in without being replaced",
    file: "apps/server/src/features/auth/passwords/check-credentials.ts",
    find: 'if (checked.firstPasswordUntil !== null) throw new HearthError("FIRST_PASSWORD_REPLACEMENT_NEEDED");',
    plant: "",
    test,
  },
  {
    name: "never expires a handed-over password",
    file: "apps/server/src/features/auth/sign-in/first-password.service.ts",
    find: "deps.clock.now() >= firstPasswordUntil",
    plant: "deps.clock.now() < new Date(0)",
    test,
  },
  {
    name: "lets a password that an administrator set for an owner sign in without being replaced",
    file: "apps/server/src/features/admin/people/edit-merchant.service.ts",
    find: "firstPasswordUntil: firstPasswordEnd(now)",
    plant: "firstPasswordUntil: null",
    test: "apps/server/src/features/admin/people/edit-people.int.test.ts",
  },
  {
    name: "leaves the home of a signed payment out of the audit log",
    file: "apps/server/src/features/admin/audit/audit.view.ts",
    find: "    { name: row.home, page:",
    plant: "    { name: null, page:",
    test: "apps/server/src/features/admin/audit/mentions.int.test.ts",
  },
  {
    name: "asks for names of a kind that no audit entry mentions",
    file: "apps/server/src/features/admin/audit/mentions.ts",
    find: "wanted.size === 0 ? [] : await",
    plant: "await",
    test: "apps/server/src/features/admin/audit/mentions.int.test.ts",
  },
  {
    name: "marks nothing where a name differs from the one that it resembles",
    file: "apps/web/src/areas/admin/merchants/name-difference.ts",
    find: "append(difference.left, letter, true);",
    plant: "append(difference.left, letter, false);",
    test: "apps/web/src/areas/admin/merchants/name-difference.test.ts",
  },
  {
    name: "marks Transactions as the current page of unmatched money",
    file: "apps/web/src/kit/shell/navigation.ts",
    find: "matchLength(item, pathname) === longest",
    plant: "matchLength(item, pathname) > 0",
    test: "apps/web/src/areas/consumer/shell/own-navigation.test.ts",
  },
  {
    name: "leaves a merchant's search for disputes without effect",
    file: "apps/server/src/features/disputes/disputes.service.ts",
    find: '...(search !== "" && { words: search })',
    plant: "...{}",
    test: "apps/server/src/features/disputes/list-disputes.int.test.ts",
  },
  {
    name: "lists every dispute where only owed refunds are asked for",
    file: "apps/server/src/features/disputes/disputes.repo.ts",
    find: "isOwed ? isRefundOwed : undefined",
    plant: "undefined",
    test: "apps/server/src/features/disputes/list-disputes.int.test.ts",
  },
  {
    name: "keeps the request as the headline of a decided dispute",
    file: "apps/web/src/features/disputes/disputed-amount.tsx",
    find: 'if (refund?.status === "owed") {',
    plant: 'if (refund?.status === "owed" && amount < 0) {',
    test: "apps/web/src/areas/admin/disputes/dispute-page.browser.test.tsx",
  },
  {
    name: "leaves the property and unit of a payment's lease out of the landlord's transactions",
    file: "apps/server/src/features/merchant-area/transactions/transactions.repo.ts",
    find: "home: leaseUnitName,",
    plant: "home: sql<string | null>`null`,",
    test: "apps/server/src/features/payments/payment-zone.int.test.ts",
  },
  {
    name: "does not say before a month is closed that money is unmatched",
    file: "apps/web/src/areas/merchant/rent/month-close.tsx",
    find: "].filter(({ count }) => count > 0);",
    plant: "].filter(({ count }) => count < 0);",
    test: "apps/web/src/areas/merchant/rent/rent-roll.browser.test.tsx",
  },
  {
    name: "offers to renew a lease that is over",
    file: "apps/web/src/features/rent/acts/lease-step.ts",
    find: "if (!isOver && endsOn !== null &&",
    plant: "if (endsOn !== null &&",
    test: "apps/web/src/features/rent/acts/lease-step.test.ts",
  },
];
