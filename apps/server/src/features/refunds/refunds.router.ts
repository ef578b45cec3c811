import { paymentIdInput } from "@hearth/domain/payments/inputs";
import { nameWalletInput } from "@hearth/domain/refunds/inputs";
import { giveBackInput } from "@hearth/domain/rent/inputs";
import { router } from "../../trpc/init.ts";
import { adminProcedure, userProcedure } from "../../trpc/procedures.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { givenBackView, giveBackForAdmin } from "./give-back.ts";
import { listAsked, nameWallet, readOwnDestination } from "./refund-destinations.service.ts";
import { refundDestinationView } from "./refund-destinations.view.ts";

/** Refund destinations of a payer. The merchant's side is in the merchant's router. */
export const refundsRouter = router({
  asked: userProcedure.output(synchronous(refundDestinationView.array())).query(({ ctx }) => listAsked(ctx.deps, ctx.actor)),
  destination: userProcedure
    .input(paymentIdInput)
    .output(synchronous(refundDestinationView))
    .query(({ ctx, input }) => readOwnDestination(ctx.deps, ctx.actor, input.paymentId)),
  nameWallet: userProcedure
    .meta({ stepUp: "byInput" })
    .input(nameWalletInput)
    .output(synchronous(refundDestinationView))
    .mutation(({ ctx, input }) => nameWallet(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** Lets an administrator give back a lease's money for its landlord. */
  giveBackForAdmin: adminProcedure
    .meta({ stepUp: "byInput" })
    .input(giveBackInput)
    .output(synchronous(givenBackView))
    .mutation(({ ctx, input }) => giveBackForAdmin(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
});
