import type { Defect } from "./defect.ts";

const auth = "apps/server/src/features/auth";
const steppedUp = `${auth}/factors/step-up.int.test.ts`;
const limited = `${auth}/sign-in/sign-in-limits.int.test.ts`;

/** Accounts that a stolen token or a guess takes over. */
export const signingIn: Defect[] = [
  {
    name: "a sign-in on a strange device is not told",
    file: `${auth}/sessions/known-devices.ts`,
    find: "return wasSignedIn && !knowsDevice;",
    plant: "return false;",
    test: `${auth}/sessions/devices.int.test.ts`,
  },
  {
    name: "a token alone takes a merchant's payers away",
    file: "apps/server/src/features/merchant/merchant.router.ts",
    find: "exportTransactions: freshMerchantProcedure",
    plant: "exportTransactions: merchantProcedure",
    test: steppedUp,
  },
  {
    name: "a token alone takes a merchant's tenants away",
    file: "apps/server/src/features/rent/rent.router.ts",
    find: "rollFile: freshMerchantProcedure",
    plant: "rollFile: merchantProcedure",
    test: steppedUp,
  },
  {
    name: "a token alone does what asks who it is",
    file: "packages/domain/src/auth/step-up.ts",
    find: "< limits.stepUpSeconds * 1000",
    plant: "< limits.stepUpSeconds * 1_000_000",
    test: steppedUp,
  },
  {
    name: "a token alone changes the email",
    file: `${auth}/profile/profile.service.ts`,
    find: "      requireStepUp(deps, actor);\n      await askForEmail",
    plant: "      await askForEmail",
    test: steppedUp,
  },
  {
    name: "a program that keeps no cookie fills the owner's mailbox",
    file: `${auth}/sessions/sign-in-notices.ts`,
    find: "`new-device:${at.slice(0, 10)}:",
    plant: "`new-device:${at}:",
    test: `${auth}/sessions/devices.int.test.ts`,
  },
  {
    name: "a program that keeps no cookie makes the owner's browser unknown",
    file: `${auth}/rows/known-devices.repo.ts`,
    find: ".orderBy(isThis, cameBack, ",
    plant: ".orderBy(isThis, ",
    test: `${auth}/sessions/devices.int.test.ts`,
  },
  {
    name: "an admin's token alone makes a business that is paid to the thief",
    file: "apps/server/src/features/admin/admin.router.ts",
    find: "createMerchant: freshAdminProcedure",
    plant: "createMerchant: adminProcedure",
    test: steppedUp,
  },
  {
    name: "an admin's token alone activates the look-alike that was held",
    file: "apps/server/src/features/admin/people/edit-merchant.service.ts",
    find: "if (isApproved) requireStepUp(deps, actor);",
    plant: "void requireStepUp;",
    test: steppedUp,
  },
  {
    name: "showing who one is opens every session of the account",
    file: `${auth}/rows/sessions.repo.ts`,
    find: ".set({ authenticatedAt: now })\n    .where(and(eq(sessions.id, sessionId), ",
    plant: ".set({ authenticatedAt: now })\n    .where(and(",
    test: steppedUp,
  },
  {
    name: "passwords are guessed without end from many networks",
    file: "apps/server/src/shared-limits.ts",
    find: "wrongPasswords: { max: 100,",
    plant: "wrongPasswords: { max: 100_000,",
    test: limited,
  },
  {
    name: "strangers lock the owner out of a known device",
    file: `${auth}/passwords/check-credentials.ts`,
    find: "const device = await findKnownDevice(deps, origin, input.email);",
    plant: "const device = (await findKnownDevice(deps, origin, input.email)) && null;",
    test: limited,
  },
  {
    name: "a browser that another account knows is known to all",
    file: `${auth}/rows/known-devices.repo.ts`,
    find: "eq(users.email, device.email), ",
    plant: "",
    test: limited,
  },
  {
    name: "a common password in another spelling is taken",
    file: `${auth}/passwords/known-passwords.ts`,
    find: "common.has(shape) || own.has(shape)",
    plant: "shape === password && common.has(shape)",
    test: `${auth}/passwords/known-passwords.int.test.ts`,
  },
  {
    name: "strangers keep holders waiting for the password's hash",
    file: `${auth}/passwords/check-credentials.ts`,
    find: 'device === null ? "strangers" : "holders"',
    plant: '"strangers"',
    test: limited,
  },
  {
    name: "an authorization that was overtaken ends the one that overtook it",
    file: "apps/server/src/features/exchange/connect-account.ts",
    find: "if ((await lockExchangeAccount(tx, userId))?.id !== id) return null;",
    plant: "await lockExchangeAccount(tx, userId);",
    test: "apps/server/src/features/exchange/link-edges.int.test.ts",
  },
];
