import { sendFromWalletInput } from "@hearth/domain/passkey-wallet/inputs";
import { router } from "../../../trpc/init.ts";
import { freshUserProcedure, userProcedure } from "../../../trpc/procedures.ts";
import { synchronous } from "../../../trpc/synchronous.ts";
import { readSends, sendFromWallet } from "./wallet-sends.service.ts";
import { walletSendsView, walletSendView } from "./wallet-sends.view.ts";

/** Money that the signed-in account sends out of its passkey wallet. */
export const walletSendsRouter = router({
  sends: userProcedure.output(synchronous(walletSendsView)).query(({ ctx }) => readSends(ctx.deps, ctx.actor)),
  send: freshUserProcedure
    .input(sendFromWalletInput)
    .output(synchronous(walletSendView))
    .mutation(({ ctx, input }) => sendFromWallet(ctx.deps, ctx, ctx.actor, input)),
});
