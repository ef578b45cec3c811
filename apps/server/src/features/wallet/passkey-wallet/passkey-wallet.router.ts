import { passkeyIdInput, renamePasskeyInput, showPasskeyInput } from "@hearth/domain/auth/passkeys";
import {
  addWalletPasskeyInput,
  beginPasskeySignUpInput,
  createPasskeyWalletInput,
  passkeySignUpInput,
  removeWalletInput,
  reuseWalletInput,
  walletUseInput,
} from "@hearth/domain/passkey-wallet/inputs";
import { router } from "../../../trpc/init.ts";
import { freshUserProcedure, publicProcedure, userProcedure } from "../../../trpc/procedures.ts";
import { noStepUp } from "../../../trpc/step-up-rule.ts";
import { synchronous } from "../../../trpc/synchronous.ts";
import { messageView } from "../../../trpc/wire.ts";
import { loginView, registrationView } from "../../auth/rows/auth.view.ts";
import {
  beginPasskeySignUp,
  beginWalletProof,
  beginWalletSignIn,
  signInWithWalletPasskey,
  signUpWithPasskey,
  stepUpWithWalletPasskey,
} from "./passkey-account.service.ts";
import {
  addWalletPasskey,
  beginKeyExport,
  beginWalletPasskey,
  createPasskeyWallet,
  readPasskeyWallet,
  readWalletContents,
  recordWalletUse,
  removePasskeyWallet,
  removeWalletPasskey,
  renameWalletPasskey,
  reusePasskeyWallet,
} from "./passkey-wallet.service.ts";
import {
  newWalletPasskeyView,
  passkeyWalletView,
  walletChallengeView,
  walletContentsView,
  walletProofChallengeView,
} from "./passkey-wallet.view.ts";

/** The signed-in account's passkey wallet. A new passkey takes two calls: one returns the input of the wallet's page, the other takes its result. */
export const passkeyWalletRouter = router({
  read: userProcedure.output(synchronous(passkeyWalletView)).query(({ ctx }) => readPasskeyWallet(ctx.deps, ctx.actor)),
  begin: freshUserProcedure.output(synchronous(newWalletPasskeyView)).mutation(({ ctx }) => beginWalletPasskey(ctx.deps, ctx.actor)),
  create: freshUserProcedure
    .input(createPasskeyWalletInput)
    .output(synchronous(passkeyWalletView))
    .mutation(({ ctx, input }) => createPasskeyWallet(ctx.deps, ctx, ctx.actor, input)),
  addPasskey: freshUserProcedure
    .input(addWalletPasskeyInput)
    .output(synchronous(passkeyWalletView))
    .mutation(({ ctx, input }) => addWalletPasskey(ctx.deps, ctx, ctx.actor, input)),
  renamePasskey: userProcedure
    .meta(noStepUp.ownSettings)
    .input(renamePasskeyInput)
    .output(synchronous(passkeyWalletView))
    .mutation(({ ctx, input }) => renameWalletPasskey(ctx.deps, ctx.actor, input)),
  removePasskey: freshUserProcedure
    .input(passkeyIdInput)
    .output(synchronous(passkeyWalletView))
    .mutation(({ ctx, input }) => removeWalletPasskey(ctx.deps, ctx, ctx.actor, input.passkeyId)),
  reuse: freshUserProcedure
    .input(reuseWalletInput)
    .output(synchronous(passkeyWalletView))
    .mutation(({ ctx, input }) => reusePasskeyWallet(ctx.deps, ctx, ctx.actor, input.address)),
  /** A sign-up without a password takes two calls too, and so do a sign-in and a step-up. */
  beginSignUp: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(beginPasskeySignUpInput)
    .output(synchronous(newWalletPasskeyView))
    .mutation(({ ctx, input }) => beginPasskeySignUp(ctx.deps, ctx, input)),
  signUp: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(passkeySignUpInput)
    .output(synchronous(registrationView))
    .mutation(({ ctx, input }) => signUpWithPasskey(ctx.deps, ctx, input)),
  beginSignIn: publicProcedure
    .meta({ policy: "public", alone: true })
    .output(synchronous(walletChallengeView))
    .mutation(({ ctx }) => beginWalletSignIn(ctx.deps, ctx)),
  signIn: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(showPasskeyInput)
    .output(synchronous(loginView))
    .mutation(({ ctx, input }) => signInWithWalletPasskey(ctx.deps, ctx, input.response)),
  beginProof: userProcedure
    .meta(noStepUp.authenticates)
    .output(synchronous(walletProofChallengeView))
    .mutation(({ ctx }) => beginWalletProof(ctx.deps, ctx.actor)),
  stepUp: userProcedure
    .meta(noStepUp.authenticates)
    .input(showPasskeyInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => stepUpWithWalletPasskey(ctx.deps, ctx, ctx.actor, input.response)),
  contents: userProcedure.output(synchronous(walletContentsView)).query(({ ctx }) => readWalletContents(ctx.deps, ctx.actor)),
  remove: freshUserProcedure
    .input(removeWalletInput)
    .output(synchronous(passkeyWalletView))
    .mutation(({ ctx, input }) => removePasskeyWallet(ctx.deps, ctx, ctx.actor, input)),
  beginExport: freshUserProcedure.output(synchronous(messageView)).mutation(({ ctx }) => beginKeyExport(ctx.deps, ctx, ctx.actor)),
  recordUse: userProcedure
    .meta(noStepUp.ownSettings)
    .input(walletUseInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => recordWalletUse(ctx.deps, ctx.actor, input.credentialId)),
});
