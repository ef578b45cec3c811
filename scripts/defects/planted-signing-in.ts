import type { Defect } from "./defect.ts";

const auth = "apps/server/src/features/auth";
const steppedUp = `${auth}/factors/step-up.int.test.ts`;
const limited = `${auth}/sign-in/sign-in-limits.int.test.ts`;

/** Accounts that a stolen token or a guess takes over. */
export const signingIn: Defect[] = [
  {
    name: "does not notify about a sign-in on a new device",
    file: `${auth}/sessions/known-devices.ts`,
    find: "return wasSignedIn && !knowsDevice;",
    plant: "return false;",
    test: `${auth}/sessions/devices.int.test.ts`,
  },
  {
    name: "exports a merchant's payers with a token alone",
    file: "apps/server/src/features/merchant-area/merchant.router.ts",
    find: "exportTransactions: freshMerchantProcedure",
    plant: "exportTransactions: merchantProcedure",
    test: steppedUp,
  },
  {
    name: "exports a merchant's tenants with a token alone",
    file: "apps/server/src/features/rent/rent.router.ts",
    find: "rollFile: freshMerchantProcedure",
    plant: "rollFile: merchantProcedure",
    test: steppedUp,
  },
  {
    name: "skips the step-up for protected calls",
    file: "packages/domain/src/auth/step-up.ts",
    find: "< limits.stepUpSeconds * 1000",
    plant: "< limits.stepUpSeconds * 1_000_000",
    test: steppedUp,
  },
  {
    name: "changes the email with a token alone",
    file: `${auth}/profile/profile.service.ts`,
    find: "      requireStepUp(deps, actor);\n      await askForEmail",
    plant: "      await askForEmail",
    test: steppedUp,
  },
  {
    name: "emails the owner at every sign-in without a cookie",
    file: `${auth}/sessions/sign-in-notices.ts`,
    find: "`new-device:${at.slice(0, 10)}:",
    plant: "`new-device:${at}:",
    test: `${auth}/sessions/devices.int.test.ts`,
  },
  {
    name: "forgets the owner's browser after many sign-ins without a cookie",
    file: `${auth}/rows/known-devices.repo.ts`,
    find: ".orderBy(isThis, cameBack, ",
    plant: ".orderBy(isThis, ",
    test: `${auth}/sessions/devices.int.test.ts`,
  },
  {
    name: "lets an admin token alone create a business with a thief's wallet",
    file: "apps/server/src/features/admin/admin.router.ts",
    find: "createMerchant: freshAdminProcedure",
    plant: "createMerchant: adminProcedure",
    test: steppedUp,
  },
  {
    name: "lets an admin token alone activate a held look-alike business",
    file: "apps/server/src/features/admin/people/edit-merchant.service.ts",
    find: "if (isApproved) requireStepUp(deps, actor);",
    plant: "void requireStepUp;",
    test: steppedUp,
  },
  {
    name: "steps up every session of the account",
    file: `${auth}/rows/sessions.repo.ts`,
    find: ".set({ authenticatedAt: now })\n    .where(and(eq(sessions.id, sessionId), ",
    plant: ".set({ authenticatedAt: now })\n    .where(and(",
    test: steppedUp,
  },
  {
    name: "allows unlimited password guesses from many networks",
    file: "apps/server/src/shared-limits.ts",
    find: "wrongPasswords: { max: 100,",
    plant: "wrongPasswords: { max: 100_000,",
    test: limited,
  },
  {
    name: "lets strangers lock the owner out of a known device",
    file: `${auth}/passwords/check-credentials.ts`,
    find: "const device = await findKnownDevice(deps, origin, input.email);",
    plant: "const device = (await findKnownDevice(deps, origin, input.email)) && null;",
    test: limited,
  },
  {
    name: "treats a browser that one account knows as known to all",
    file: `${auth}/rows/known-devices.repo.ts`,
    find: "eq(users.email, device.email), ",
    plant: "",
    test: limited,
  },
  {
    name: "accepts a common password in another spelling",
    file: `${auth}/passwords/known-passwords.ts`,
    find: "common.has(shape) || personalShapes.has(shape)",
    plant: "shape === password && common.has(shape)",
    test: `${auth}/passwords/known-passwords.int.test.ts`,
  },
  {
    name: "lets strangers delay sign-ins with password hashing",
    file: `${auth}/passwords/check-credentials.ts`,
    find: 'device === null ? "strangers" : "holders"',
    plant: '"strangers"',
    test: limited,
  },
  {
    name: "ends a newer exchange authorization with an older one",
    file: "apps/server/src/features/exchange/connect-account.ts",
    find: "if ((await lockExchangeAccount(tx, userId))?.id !== id) return null;",
    plant: "await lockExchangeAccount(tx, userId);",
    test: "apps/server/src/features/exchange/link-edges.int.test.ts",
  },
  {
    name: "locks every session out of confirming the password after a thief's wrong ones",
    file: `${auth}/passwords/password.service.ts`,
    find: "triesInSession(actor.sessionId)",
    plant: "triesInSession(actor.userId)",
    test: limited,
  },
  {
    name: "keeps a session's wrong passwords after a passkey was shown",
    file: `${auth}/factors/step-up.service.ts`,
    find: "  await forgetTries(deps, { near: here, all: here });\n",
    plant: "  void [forgetTries, here];\n",
    test: limited,
  },
  {
    name: "keeps a known device locked out after a password reset there",
    file: `${auth}/email/reset-password.service.ts`,
    find: "    if (device !== null) await forgetTries(deps, { near: device, all: device }, tx);\n",
    plant: "    void [forgetTries, device];\n",
    test: limited,
  },
  {
    name: "counts passkey challenges of all sessions together",
    file: `${auth}/factors/passkeys.service.ts`,
    find: 'await deps.sharedLimits.take("passkey", sessionId);\n  const passkeys',
    plant: 'void sessionId;\n  await deps.sharedLimits.take("passkey", userId);\n  const passkeys',
    test: limited,
  },
];
