import type { Defect } from "./defect.ts";

const test = "apps/server/src/features/operations/make-admin.int.test.ts";

/** Read-only administrators, and passwords that somebody else handed over. */
export const administrators: Defect[] = [
  {
    name: "an admin who may only look changes what they like",
    file: "apps/server/src/trpc/procedures.ts",
    find: 'type === "mutation" && actor.isReadOnly && !meta?.ownAccount',
    plant: "actor.isReadOnly && meta === undefined",
    test,
  },
  {
    name: "the last admin who may change something is made to look only",
    file: "apps/server/src/features/auth/profile/create-account.service.ts",
    find: "isReadOnly && acting.every((id) => id === userId)",
    plant: "isReadOnly && acting.length === 0",
    test,
  },
  {
    name: "whoever registered an address before its holder is made an admin",
    file: "apps/server/src/features/auth/rows/accounts.repo.ts",
    find: 'eq(users.role, "user"), isNotNull(users.emailConfirmedAt)',
    plant: 'eq(users.role, "user")',
    test,
  },
  {
    name: "a password that was handed over signs in",
    file: "apps/server/src/features/auth/passwords/check-credentials.ts",
    find: 'if (checked.firstPasswordUntil !== null) throw new HearthError("FIRST_PASSWORD_REPLACEMENT_NEEDED");',
    plant: "",
    test,
  },
  {
    name: "a password that was handed over is good for ever",
    file: "apps/server/src/features/auth/sign-in/first-password.service.ts",
    find: "deps.clock.now() >= firstPasswordUntil",
    plant: "deps.clock.now() < new Date(0)",
    test,
  },
  {
    name: "the password that an administrator hands to an owner signs in",
    file: "apps/server/src/features/admin/people/edit-merchant.service.ts",
    find: "firstPasswordUntil: firstPasswordEnd(now)",
    plant: "firstPasswordUntil: null",
    test: "apps/server/src/features/admin/people/edit-people.int.test.ts",
  },
];
