import { endAutopayInput, leaseChequesInput, prepareChequesInput, signChequeInput, skipChequeInput } from "@hearth/domain/autopay/inputs";
import { z } from "zod";
import { router } from "../../trpc/init.ts";
import { adminProcedure, freshUserProcedure, userProcedure } from "../../trpc/procedures.ts";
import { autopayView, chequeView, preparedView } from "./autopay.view.ts";
import { endAutopay, skipCheque } from "./end-autopay.service.ts";
import { readChequesOfLease, readOwnAutopay } from "./read-autopay.ts";
import { prepareCheques, signCheque } from "./write-cheques.service.ts";

/** Rent that pays itself by cheques that the tenant signs ahead: what is coming, what is signed, and how it is left out, paused or stopped. */
export const autopayRouter = router({
  mine: userProcedure.output(autopayView.array()).query(({ ctx }) => readOwnAutopay(ctx.deps, ctx.actor.userId)),
  prepare: freshUserProcedure
    .input(prepareChequesInput)
    .output(preparedView.array())
    .mutation(({ ctx, input }) => prepareCheques(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** The signature is the wallet's own word, so that nothing else is asked for. */
  sign: userProcedure
    .input(signChequeInput)
    .output(z.null())
    .mutation(({ ctx, input }) => signCheque(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  skip: userProcedure
    .input(skipChequeInput)
    .output(z.null())
    .mutation(({ ctx, input }) => skipCheque(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  pause: userProcedure
    .input(endAutopayInput)
    .output(z.null())
    .mutation(({ ctx, input }) =>
      endAutopay(ctx.deps, ctx, ctx.actor, { input, key: ctx.idempotencyKey, procedure: "autopay.pause", as: "paused" }),
    ),
  stop: userProcedure
    .input(endAutopayInput)
    .output(z.null())
    .mutation(({ ctx, input }) =>
      endAutopay(ctx.deps, ctx, ctx.actor, { input, key: ctx.idempotencyKey, procedure: "autopay.stop", as: "stopped" }),
    ),
  forAdmin: adminProcedure
    .input(leaseChequesInput)
    .output(chequeView.array())
    .query(({ ctx, input }) => readChequesOfLease(ctx.deps, input.leaseId)),
});
