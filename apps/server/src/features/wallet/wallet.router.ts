import { proveWalletInput, saveSmartWalletInput, updateWalletInput, walletChallengeInput } from "@hearth/domain/wallet/inputs";
import { router } from "../../trpc/init.ts";
import { freshUserProcedure, userProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { challengeWallet, proveWallet } from "./wallet-proof.service.ts";
import { readBalance, readWalletAddress, readWalletStatus, setWallet } from "./wallet.service.ts";
import { balanceView, challengeView, walletAddressView, walletStatusView } from "./wallet.view.ts";

/** The signed-in account's wallets. */
export const walletRouter = router({
  status: userProcedure.output(synchronous(walletStatusView)).query(({ ctx }) => readWalletStatus(ctx.deps, ctx.actor)),
  address: userProcedure.output(synchronous(walletAddressView)).query(({ ctx }) => readWalletAddress(ctx.deps, ctx.actor)),
  balance: userProcedure.output(synchronous(balanceView)).query(({ ctx }) => readBalance(ctx.deps, ctx.actor)),
  challenge: userProcedure
    .meta(noStepUp.takesSignature)
    .input(walletChallengeInput)
    .output(synchronous(challengeView))
    .mutation(({ ctx, input }) => challengeWallet(ctx.deps, ctx.actor, input)),
  prove: freshUserProcedure
    .input(proveWalletInput)
    .output(synchronous(walletStatusView))
    .mutation(({ ctx, input }) => proveWallet(ctx.deps, ctx, ctx.actor, input)),
  update: freshUserProcedure
    .input(updateWalletInput)
    .output(synchronous(walletStatusView))
    .mutation(({ ctx, input }) =>
      setWallet(ctx.deps, ctx, ctx.actor, { kind: "external", address: input.walletAddress, field: "walletAddress" }),
    ),
  saveSmart: freshUserProcedure
    .input(saveSmartWalletInput)
    .output(synchronous(walletStatusView))
    .mutation(({ ctx, input }) =>
      setWallet(ctx.deps, ctx, ctx.actor, { kind: "smart", address: input.smartWalletAddress, field: "smartWalletAddress" }),
    ),
});
