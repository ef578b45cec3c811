import type { Defect } from "./defect.ts";

const auth = "apps/server/src/features/auth";
const test = `${auth}/factors/passkeys.int.test.ts`;
const wallet = "apps/wallet/src";
const webWallet = "apps/web/src/features/wallet";
const walletTalk = "apps/web/src/features/wallet-page/wallet-talk.ts";
const walletDialogTest = `${webWallet}-page/ask-wallet.browser.test.tsx`;
const strongest = `${auth}/factors/strongest-proof.int.test.ts`;

/** Accounts and wallets that another person's passkey, or none, opens. */
export const passkeys: Defect[] = [
  {
    name: "accepts a passkey's response twice",
    file: `${auth}/rows/passkeys.repo.ts`,
    find: ".delete(passkeyChallenges)\n    .where(",
    plant: ".update(passkeyChallenges)\n    .set({ purpose })\n    .where(",
    test,
  },
  {
    name: "accepts a passkey's response from another origin",
    file: `${auth}/factors/passkey-ceremony.ts`,
    find: "expectedOrigin: origin,",
    plant: 'expectedOrigin: [origin, "https://hearth.example"],',
    test,
  },
  {
    name: "accepts a passkey without user verification",
    file: `${auth}/factors/passkey-ceremony.ts`,
    find: "requireUserVerification: true",
    plant: "requireUserVerification: false",
    test,
  },
  {
    name: "accepts another person's passkey in a step-up",
    file: `${auth}/factors/passkey-ceremony.ts`,
    find: " || (userId !== null && found.passkey.userId !== userId)",
    plant: "",
    test,
  },
  {
    name: "removes another person's passkey",
    file: `${auth}/rows/passkeys.repo.ts`,
    find: ".delete(passkeys)\n    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))",
    plant: ".delete(passkeys)\n    .where(eq(passkeys.id, id))",
    test,
  },
  {
    name: "signs in to an account with a passkey by the password alone",
    file: `${auth}/factors/factors.ts`,
    find: "return app !== null || passkeys > 0;",
    plant: "return app !== null;",
    test,
  },
  {
    name: "adds a passkey with a token alone",
    file: `${auth}/factors/passkeys.procedures.ts`,
    find: "beginPasskey: freshProcedure",
    plant: "beginPasskey: procedure",
    test,
  },
  {
    name: "sets up an authenticator app beside a passkey by the password alone",
    file: `${auth}/factors/second-factor.procedures.ts`,
    find: 'setUpSecondFactor: procedure\n      .meta({ stepUp: "besidePassword" })',
    plant: 'setUpSecondFactor: procedure\n      .meta({ stepUp: "byInput" })',
    test: strongest,
  },
  {
    name: "hands out recovery codes beside a passkey by the new app's code alone",
    file: `${auth}/factors/second-factor.procedures.ts`,
    find: 'confirmSecondFactor: procedure\n      .meta({ stepUp: "besidePassword" })',
    plant: 'confirmSecondFactor: procedure\n      .meta({ stepUp: "byInput" })',
    test: strongest,
  },
  {
    name: "changes the password by itself where the account has something stronger",
    file: `${auth}/auth.router.ts`,
    find: 'changePassword: userProcedure\n    .meta({ stepUp: "besidePassword" })',
    plant: 'changePassword: userProcedure\n    .meta({ stepUp: "byInput" })',
    test: strongest,
  },
  {
    name: "takes the password alone where the account has something stronger",
    file: `${auth}/factors/require-step-up.ts`,
    find: "if (hasSecondFactor(factors) || !factors.hasPassword)",
    plant: "if (!factors.hasPassword)",
    test: strongest,
  },
  {
    name: "opens a wrapped key of another wallet",
    file: `${wallet}/wallet-key.ts`,
    find: "additionalData: encode(address.toLowerCase()) }",
    plant: "additionalData: encode(infos[kind]) }",
    test: `${wallet}/wallet-key.test.ts`,
  },
  {
    name: "changes the derivation of wallets that people have",
    file: `${wallet}/wallet-key.ts`,
    find: "hearth wallet 1: key wrapped for a passkey",
    plant: "hearth wallet 1: key wrapped for passkeys",
    test: `${wallet}/wallet-key.test.ts`,
  },
  {
    name: "accepts a recovery code with a typing mistake",
    file: `${wallet}/recovery-code.ts`,
    find: "isWellFormed && typed === code + (await checkOf(code)) ? typed : null",
    plant: "isWellFormed ? typed : null",
    test: `${wallet}/recovery-code.test.ts`,
  },
  {
    name: "shows another amount than the wallet signs",
    file: `${wallet}/signing.ts`,
    find: "sum + BigInt(usdcUnits)",
    plant: "sum + (BigInt(usdcUnits) / 10_000n) * 10_000n",
    test: `${wallet}/signing.test.ts`,
  },
  {
    name: "answers every path of the wallet's host",
    file: "apps/server/src/plugins/wallet-page.ts",
    find: "const plain = files.get(path);",
    plant: 'const plain = files.get(path) ?? files.get("/");',
    test: "apps/server/src/plugins/wallet-page.int.test.ts",
  },
  {
    name: "lets every site frame the wallet",
    file: "apps/server/src/plugins/wallet-page.ts",
    find: "`frame-ancestors ${appOrigin}`,",
    plant: '"frame-ancestors *",',
    test: "apps/server/src/plugins/wallet-page.int.test.ts",
  },
  {
    name: "takes a host for the wallet whose passkeys the app may use",
    file: "apps/server/src/env.ts",
    find: "`.${app.hostname}`.endsWith(`.${wallet.hostname}`)",
    plant: "app.hostname === wallet.hostname",
    test: "apps/server/src/env.test.ts",
  },
  {
    name: "takes an answer of another window for the wallet's",
    file: walletTalk,
    find: "event.source !== page || ",
    plant: "",
    test: walletDialogTest,
  },
  {
    name: "takes an answer of another origin for the wallet's",
    file: walletTalk,
    find: " || event.origin !== origin",
    plant: "",
    test: walletDialogTest,
  },
  {
    name: "takes the wallet's answer to another request",
    file: walletTalk,
    find: "if (data.id !== id) return;",
    plant: "",
    test: walletDialogTest,
  },
  {
    name: "opens two requests to the wallet at once",
    file: `${webWallet}-page/ask-wallet.ts`,
    find: 'if (isOpen) throw new WalletGaveNothing("busy");',
    plant: "",
    test: walletDialogTest,
  },
  {
    name: "has the wallet sign other typed data than it shows",
    file: "apps/web/src/lib/wagmi-passkey-signables.ts",
    find: "if (hashTypedData(asked) === hash) return item;",
    plant: "if (hashTypedData(asked) !== null && hash !== null) return item;",
    test: "apps/web/src/lib/wagmi-passkey-signables.test.ts",
  },
  {
    name: "offers the passkey wallet without PRF",
    file: "apps/web/src/lib/passkey-wallet-support.ts",
    find: 'if (capabilities["extension:prf"] === false) return "impossible";',
    plant: "",
    test: "apps/web/src/lib/passkey-wallet-support.test.ts",
  },
  {
    name: "connects the passkey wallet of the user before",
    file: "apps/web/src/lib/wagmi-passkey-wallet.ts",
    find: '(await config.storage?.getItem("passkeyWallet.connectedFor")) === userId',
    plant: '(await config.storage?.getItem("passkeyWallet.connectedFor")) !== null',
    test: `${webWallet}/passkey/passkey-wallet.browser.test.tsx`,
  },
  {
    name: "makes a second passkey wallet after the first could not be saved",
    file: "apps/web/src/lib/wagmi-passkey-making.ts",
    find: "if (unsaved?.userId !== userId) unsaved",
    plant: "unsaved",
    test: `${webWallet}/passkey/passkey-wallet.browser.test.tsx`,
  },
  {
    name: "has a passkey wallet send a transfer, which it cannot",
    file: "apps/web/src/features/payments/checkout/pay-method.ts",
    find: "if (!canSend) return",
    plant: "if (!canSend && !isChosen && isRelayAvailable) return",
    test: "apps/web/src/features/payments/checkout/pay-method.test.ts",
  },
  {
    name: "asks for a second touch for months that were signed and not saved",
    file: "apps/web/src/features/rent/scheduled-payments/use-sign-scheduled-payments.ts",
    find: '![null, "INTERNAL"].includes(errorCode(error))',
    plant: "errorCode(error) !== null",
    test: "apps/web/src/features/rent/scheduled-payments/sign-scheduled-payments.browser.test.tsx",
  },
];
