import type { Defect } from "./defect.ts";

const rooms = "apps/server/src/features";
const wallet = `${rooms}/wallet/passkey-wallet`;
const test = `${wallet}/passkey-wallet.int.test.ts`;
const undoing = `${rooms}/account/undo-acts.int.test.ts`;
const card = "apps/web/src/features/wallet/passkey/passkey-wallet-card";

/** Passkey wallets that a thief gets, or that their holder loses. */
export const passkeyWallets: Defect[] = [
  {
    name: "takes the app's passkeys for those of the wallet's page",
    file: `${rooms}/auth/factors/passkey-ceremony.ts`,
    find: 'const origin = purpose === "addToWallet" ? walletOrigin : publicOrigin;',
    plant: "const origin = walletOrigin === null ? null : publicOrigin;",
    test,
  },
  {
    name: "proves an address whose key signed nothing",
    file: `${wallet}/passkey-wallet.service.ts`,
    find: "await requireKey(address, challenge, input.proof);",
    plant: "void challenge;",
    test,
  },
  {
    name: "accepts a wallet's proof again for another challenge",
    file: "packages/domain/src/passkey-wallet/proof.ts",
    find: "Challenge: ${challenge}`",
    plant: "Challenge: ${challenge.slice(0, 0)}`",
    test,
  },
  {
    name: "adds a passkey of somebody who cannot open the wallet",
    file: `${wallet}/passkey-wallet.service.ts`,
    find: "await requireKey(wallet.address, challenge, proof);",
    plant: "void challenge;",
    test,
  },
  {
    name: "adds a passkey to a wallet with a token alone",
    file: `${wallet}/passkey-wallet.router.ts`,
    find: "addPasskey: freshUserProcedure\n",
    plant: "addPasskey: userProcedure\n    .meta(noStepUp.ownSettings)\n",
    test,
  },
  {
    name: "makes a wallet in a session that has ended",
    file: `${wallet}/passkey-wallet.service.ts`,
    find: "await requireOpenSession(tx, actor);\n    const walletId",
    plant: "const walletId",
    test,
  },
  {
    name: "replaces the first tab's passkey by the second one's",
    file: `${wallet}/passkey-wallet.service.ts`,
    find: 'userId: randomBytes(32).toString("base64url"),',
    plant: 'userId: Buffer.from(actor.userId).toString("base64url"),',
    test,
  },
  {
    name: "replaces the first tab's wallet by the second one's",
    file: `${wallet}/passkey-wallet.repo.ts`,
    find: ".onConflictDoNothing(inUse)",
    plant: ".onConflictDoUpdate({ target: inUse.target, targetWhere: inUse.where, set: wallet })",
    test,
  },
  {
    name: "removes the last passkey of a wallet",
    file: `${wallet}/passkey-wallet.service.ts`,
    find: "if (wallet.passkeys.length === 1) throw",
    plant: "if (wallet.passkeys.length === 0) throw",
    test,
  },
  {
    name: "changes the passkeys of another account's wallet",
    file: `${wallet}/passkey-wallet.repo.ts`,
    find: "eq(passkeyWallets.id, passkeyWalletPasskeys.walletId), eq(passkeyWallets.userId, userId), isInUse",
    plant: "eq(passkeyWallets.id, passkeyWalletPasskeys.walletId), isInUse",
    test,
  },
  {
    name: "leaves a thief's wallet in the account that was taken back",
    file: `${rooms}/account/undo-acts.service.ts`,
    find: "const passkeyWallet = await undoPasskeyWallet(tx, takeover);",
    plant: "const passkeyWallet: Undone = { undone: [], remaining: [] };",
    test: undoing,
  },
  {
    name: "leaves out the passkeys that a thief removed from the owner's wallet",
    file: `${wallet}/passkey-wallet.repo.ts`,
    find: "restored: await change(null,",
    plant: "restored: await change(now,",
    test: undoing,
  },
  {
    name: "puts another account's wallet back into use",
    file: `${wallet}/passkey-wallet.repo.ts`,
    find: ".where(and(eq(passkeyWallets.userId, userId), isAddress, isNotNull(passkeyWallets.endedAt)))",
    plant: ".where(and(isAddress, isNotNull(passkeyWallets.endedAt)))",
    test: undoing,
  },
  {
    name: "removes what opens a wallet when its holder closes the account",
    file: `${rooms}/account/closing.repo.ts`,
    find: '.set({ name: "Passkey", lastUsedAt: null })',
    plant: '.set({ name: "Passkey", lastUsedAt: null, removedAt: new Date() })',
    test: `${rooms}/account/account.int.test.ts`,
  },
  {
    name: "signs the proof of a new passkey as a text",
    file: "apps/wallet/src/signing.ts",
    find: 'return item.kind !== "text" || !isWalletProofText(item.text);',
    plant: 'return item.kind !== "text" || item.text !== "";',
    test: "apps/wallet/src/signing.test.ts",
  },
  {
    name: "makes another passkey where the first one could not be saved",
    file: `${card}.tsx`,
    find: "const made = unsaved ?? (await make());",
    plant: "const made = await make();",
    test: `${card}.browser.test.tsx`,
  },
  {
    name: "calls a passkey synced that exists on one device only",
    file: "apps/web/src/features/auth/passkeys/passkey-list.tsx",
    find: "{isBackedUp ? ",
    plant: "{name !== null ? ",
    test: `${card}.browser.test.tsx`,
  },
];
