import type { Defect } from "./defect.ts";

const auth = "apps/server/src/features/auth";
const wallet = "apps/server/src/features/wallet/passkey-wallet";
const test = `${wallet}/passkey-account.int.test.ts`;
const registration = "apps/server/src/features/merchant-area/business/registration.int.test.ts";
const staffSignUp = "apps/server/src/features/merchant-area/business/staff-sign-up.int.test.ts";
const touch = "apps/web/src/features/auth/touch";

/** Accounts that are made with a passkey and have no password. */
export const touchAccounts: Defect[] = [
  {
    name: "takes a passkey's challenge for any purpose",
    file: `${auth}/rows/passkeys.repo.ts`,
    find: "eq(passkeyChallenges.challengeHash, challengeHash), eq(passkeyChallenges.purpose, purpose), gt(",
    plant: "eq(passkeyChallenges.challengeHash, challengeHash), gt(",
    test,
  },
  {
    name: "takes a passkey's answer in a frame of any page",
    file: `${auth}/factors/passkey-ceremony.ts`,
    find: "{ expectedTopOrigin: deps.env.publicOrigin }",
    plant: '{ expectedTopOrigin: [deps.env.publicOrigin, "https://hostile.example"] }',
    test,
  },
  {
    name: "signs in by a passkey that was removed from its wallet",
    file: `${wallet}/passkey-wallet.repo.ts`,
    find: ".where(and(eq(passkeyWalletPasskeys.credentialId, credentialId), isInUse));",
    plant: ".where(eq(passkeyWalletPasskeys.credentialId, credentialId));",
    test,
  },
  {
    name: "signs an administrator in by a wallet's passkey",
    file: `${wallet}/passkey-account.service.ts`,
    find: 'if (role === "admin") {',
    plant: 'if (role === "admin" && status !== "active") {',
    test,
  },
  {
    name: "signs a suspended account in by a wallet's passkey",
    file: `${wallet}/passkey-account.service.ts`,
    find: "await requireActive(deps, origin, { userId, status });",
    plant: "void requireActive;",
    test,
  },
  {
    name: "counts no sign-up by passkey",
    file: `${wallet}/passkey-account.service.ts`,
    find: 'await deps.sharedLimits.take("registerEmail", email);',
    plant: "void email;",
    test,
  },
  {
    name: "makes a passkey for an email that is taken",
    file: `${wallet}/passkey-account.service.ts`,
    find: "await requireFreeEmail(deps, email);",
    plant: "void requireFreeEmail;",
    test,
  },
  {
    name: "asks an account without a password for nothing in its place",
    file: `${auth}/passwords/password.service.ts`,
    find: "if (!isFresh(actor.authenticatedAt, deps.clock.now())) throw",
    plant: "if (!isFresh(deps.clock.now(), deps.clock.now())) throw",
    test,
  },
  {
    name: "takes any password of an account that has none",
    file: `${auth}/factors/confirm-owner.ts`,
    find: 'await confirmPassword(deps, origin, actor, password, { field: "password", message: "This is not your password" });',
    plant: "void confirmPassword;\n  await confirmHolder(deps, origin, actor, password);",
    test,
  },
  {
    name: "takes no recent step-up beside the password that an account does not have",
    file: `${auth}/factors/require-step-up.ts`,
    find: "|| !factors.hasPassword)",
    plant: ")",
    test,
  },
  {
    name: "sets a first password over the one of an account",
    file: `${auth}/rows/auth.repo.ts`,
    find: "change.checkedHash === null ? isNull(users.passwordHash)",
    plant: "change.checkedHash === null ? undefined",
    test,
  },
  {
    name: "deletes the only way into an account",
    file: `${wallet}/passkey-wallet.service.ts`,
    find: "if (!(await hasPassword(tx, userId))) throw new HearthError",
    plant: "if ((await hasPassword(tx, userId)) && address === userId) throw new HearthError",
    test,
  },
  {
    name: "makes an administrator of an account without a password",
    file: "apps/server/src/features/operations/make-admin.ts",
    find: "if (known?.hasPassword === false)",
    plant: "if (known?.hasPassword === false && known.id === email)",
    test,
  },
  {
    name: "makes a second wallet where the first one's account could not be saved",
    file: `${touch}/touch-calls.ts`,
    find: "if (unsaved?.person === key) return unsaved.wallet;",
    plant: "void unsaved;",
    test: `${touch}/touch.browser.test.tsx`,
  },
  {
    name: "tells the holder of a new account to delete its passkey where an answer was lost",
    file: `${touch}/touch-calls.ts`,
    find: "if (isUnanswered) return",
    plant: "if (isUnanswered && !isFinal) return",
    test: `${touch}/touch.browser.test.tsx`,
  },
  {
    name: "counts a sign-up for each press after the wallet's page was closed",
    file: `${touch}/touch-calls.ts`,
    find: "if (begun === null || begun.person !== key ||",
    plant: "if (begun === null || begun.person === key ||",
    test: `${touch}/touch.browser.test.tsx`,
  },
  {
    name: "calls an account without a passkey that its wallet's passkeys sign in",
    file: "apps/web/src/features/auth/passkeys/passkeys-card.tsx",
    find: "if (names.length === 0) {",
    plant: "if (names.length >= 0) {",
    test: "apps/web/src/features/auth/passkeys/passkeys.browser.test.tsx",
  },
  {
    name: "asks for a password that an account does not have",
    file: "apps/web/src/features/auth/step-up-dialog.tsx",
    find: "if (factor.data?.hasPassword === false) {",
    plant: "if (factor.data?.hasPassword === undefined) {",
    test: "apps/web/src/features/profile/step-up.browser.test.tsx",
  },
  {
    name: "takes a landlord's sign-up with neither a password nor a wallet",
    file: "packages/domain/src/merchants/sign-up-input.ts",
    find: "...signUpFields, ...passwordOrWallet, work: signUpProof.work }).refine(hasOne, refusal);",
    plant: "...signUpFields, ...passwordOrWallet, work: signUpProof.work });",
    test: registration,
  },
  {
    name: "signs a landlord up by a passkey and stores no wallet",
    file: "apps/server/src/features/merchant-area/business/registration.service.ts",
    find: "if (made) await storeWallet(deps, tx, place, userId, made);",
    plant: "void made;\n    void storeWallet;",
    test: registration,
  },
  {
    name: "forgets what a landlord agreed to when they choose a password instead",
    file: "apps/web/src/areas/merchant/register/sign-up-steps.tsx",
    find: "    latest.current = values;",
    plant: "",
    test: "apps/web/src/areas/merchant/register/registration.browser.test.tsx",
  },
  {
    name: "asks for a password that a landlord does not have to change the payout wallet at once",
    file: "apps/web/src/areas/merchant/settings/sign-payout.tsx",
    find: "const hasPassword = useProtectedWallet(walletAddress) !== null;",
    plant: "const hasPassword = useProtectedWallet(walletAddress) !== undefined;",
    test: "apps/web/src/areas/merchant/settings/connect-payout.browser.test.tsx",
  },
  {
    name: "takes a staff member's account with neither a password nor a wallet",
    file: "packages/domain/src/merchants/sign-up-input.ts",
    find: "...acceptStaffInvitationNames.shape, ...passwordOrWallet })\n  .refine(hasOne, refusal);",
    plant: "...acceptStaffInvitationNames.shape, ...passwordOrWallet });",
    test: staffSignUp,
  },
  {
    name: "signs a staff member up by a passkey and stores no wallet",
    file: "apps/server/src/features/merchant-area/business/registration.service.ts",
    find: "if (made) await storeWallet(deps, tx, origin, userId, made);",
    plant: "void made;\n    void storeWallet;",
    test: staffSignUp,
  },
  {
    name: "counts a staff member's sign-up by passkey against their network instead of the invitation",
    file: `${touch}/touch-calls.ts`,
    find: "return signUpWithWallet(walletOrigin, person, token, (wallet) =>",
    plant: "return signUpWithWallet(walletOrigin, person, null, (wallet) =>",
    test: "apps/web/src/areas/merchant/settings/staff.browser.test.tsx",
  },
];
