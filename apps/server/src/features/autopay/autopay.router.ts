import { endAutopayInput, leaseChequesInput, prepareChequesInput, signChequeInput, skipChequeInput } from "@hearth/domain/autopay/inputs";
import { z } from "zod";
import { router } from "../../trpc/init.ts";
import { adminProcedure, freshUserProcedure, userProcedure } from "../../trpc/procedures.ts";
import { autopayView, chequeView, preparedView } from "./autopay.view.ts";
import { endAutopay, skipCheque } from "./end-autopay.service.ts";
import { readChequesOfLease, readOwnAutopay } from "./read-autopay.ts";
import { prepareCheques, signCheque } from "./write-cheques.service.ts";

/**
 * Autopay: rent paid by scheduled payments that the tenant signs ahead. Lists them, prepares and signs them, and skips, pauses or stops
 * them.
 */
export const autopayRouter = router({
  mine: userProcedure.output(autopayView.array()).query(({ ctx }) => readOwnAutopay(ctx.deps, ctx.actor.userId)),
  prepare: freshUserProcedure
    .input(prepareChequesInput)
    .output(preparedView.array())
    .mutation(({ ctx, input }) => prepareCheques(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** Needs no recent sign-in, because the wallet's signature authorizes it. */
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
