import { initiateAuthInput, linkCallbackInput } from "@hearth/domain/exchange/inputs";
import { walletPageOf } from "@hearth/domain/exchange/wallet-page";
import { z } from "zod";
import { router } from "../../trpc/init.ts";
import { freshUserProcedure, userProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { bankView, linkedView, redirectView, retryView, verificationView } from "./exchange.view.ts";
import { finishLink, startLink } from "./link-account.ts";
import { checkBankAccount, clearConnection, clearVerification, readVerification, retryVerification } from "./verification.service.ts";

const messageView = z.strictObject({ message: z.string() });

/** The signed-in account's exchange account. */
export const exchangeRouter = router({
  paymentMethods: userProcedure.output(synchronous(bankView)).query(({ ctx }) => checkBankAccount(ctx.deps, ctx, ctx.actor)),
  initiateAuth: freshUserProcedure
    .input(initiateAuthInput)
    .output(synchronous(redirectView))
    .mutation(({ ctx, input }) => startLink(ctx.deps, ctx.actor, { currentPath: input.currentPath, isSignUp: false })),
  createWallet: freshUserProcedure
    .output(synchronous(redirectView))
    .mutation(({ ctx }) => startLink(ctx.deps, ctx.actor, { currentPath: walletPageOf(ctx.actor.role), isSignUp: true })),
  /** A query, because the documented call is a GET; its state works once. */
  callback: userProcedure
    .input(linkCallbackInput)
    .output(synchronous(linkedView))
    .query(({ ctx, input }) => finishLink(ctx.deps, ctx, ctx.actor, input)),
  checkWallet: userProcedure.output(synchronous(verificationView)).query(({ ctx }) => readVerification(ctx.deps, ctx.actor)),
  retryVerification: userProcedure
    .meta(noStepUp.disconnects)
    .output(synchronous(retryView))
    .mutation(({ ctx }) => retryVerification(ctx.deps, ctx, ctx.actor)),
  clearVerification: userProcedure
    .meta(noStepUp.disconnects)
    .output(synchronous(messageView))
    .mutation(({ ctx }) => clearVerification(ctx.deps, ctx, ctx.actor)),
  clearConnection: userProcedure
    .meta(noStepUp.disconnects)
    .output(synchronous(messageView))
    .mutation(({ ctx }) => clearConnection(ctx.deps, ctx, ctx.actor)),
});
