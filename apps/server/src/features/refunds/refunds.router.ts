import { paymentIdInput } from "@hearth/domain/payments/inputs";
import { nameWalletInput } from "@hearth/domain/refunds/inputs";
import { router } from "../../trpc/init.ts";
import { userProcedure } from "../../trpc/procedures.ts";
import { listAsked, nameWallet, readOwnDestination } from "./refund-destinations.service.ts";
import { refundDestinationView } from "./refund-destinations.view.ts";

/** Refund destinations of a payer. The merchant's side is in the merchant's router. */
export const refundsRouter = router({
  asked: userProcedure.output(refundDestinationView.array()).query(({ ctx }) => listAsked(ctx.deps, ctx.actor)),
  destination: userProcedure
    .input(paymentIdInput)
    .output(refundDestinationView)
    .query(({ ctx, input }) => readOwnDestination(ctx.deps, ctx.actor, input.paymentId)),
  nameWallet: userProcedure
    .input(nameWalletInput)
    .output(refundDestinationView)
    .mutation(({ ctx, input }) => nameWallet(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
});
