import {
  endAutopayInput,
  leaseScheduledPaymentsInput,
  prepareScheduledPaymentsInput,
  signScheduledPaymentInput,
  skipScheduledPaymentInput,
  withScheduledPaymentId,
} from "@hearth/domain/autopay/inputs";
import { z } from "zod";
import { router } from "../../trpc/init.ts";
import { adminProcedure, freshUserProcedure, userProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { autopayView, scheduledPaymentView, preparedView } from "./autopay.view.ts";
import { endAutopay, skipScheduledPayment } from "./end-autopay.service.ts";
import { readScheduledPaymentsOfLease, readOwnAutopay } from "./read-autopay.ts";
import { prepareScheduledPayments, signScheduledPayment } from "./write-scheduled-payments.service.ts";

/**
 * Autopay: rent paid by scheduled payments that the tenant signs ahead. Lists them, prepares and signs them, and skips, pauses or stops
 * them.
 */
export const autopayRouter = router({
  mine: userProcedure.output(synchronous(autopayView.array())).query(({ ctx }) => readOwnAutopay(ctx.deps, ctx.actor.userId)),
  prepare: freshUserProcedure
    .input(prepareScheduledPaymentsInput)
    .output(synchronous(preparedView.array()))
    .mutation(({ ctx, input }) => prepareScheduledPayments(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** Needs no recent sign-in, because the wallet's signature authorizes it. */
  sign: userProcedure
    .meta(noStepUp.takesSignature)
    .input(signScheduledPaymentInput)
    .output(synchronous(z.null()))
    .mutation(({ ctx, input }) => signScheduledPayment(ctx.deps, ctx, ctx.actor, withScheduledPaymentId(input), ctx.idempotencyKey)),
  skip: userProcedure
    .meta(noStepUp.stopsPaying)
    .input(skipScheduledPaymentInput)
    .output(synchronous(z.null()))
    .mutation(({ ctx, input }) => skipScheduledPayment(ctx.deps, ctx, ctx.actor, withScheduledPaymentId(input), ctx.idempotencyKey)),
  pause: userProcedure
    .meta(noStepUp.stopsPaying)
    .input(endAutopayInput)
    .output(synchronous(z.null()))
    .mutation(({ ctx, input }) =>
      endAutopay(ctx.deps, ctx, ctx.actor, { input, key: ctx.idempotencyKey, procedure: "autopay.pause", as: "paused" }),
    ),
  stop: userProcedure
    .meta(noStepUp.stopsPaying)
    .input(endAutopayInput)
    .output(synchronous(z.null()))
    .mutation(({ ctx, input }) =>
      endAutopay(ctx.deps, ctx, ctx.actor, { input, key: ctx.idempotencyKey, procedure: "autopay.stop", as: "stopped" }),
    ),
  forAdmin: adminProcedure
    .input(leaseScheduledPaymentsInput)
    .output(synchronous(scheduledPaymentView.array()))
    .query(({ ctx, input }) => readScheduledPaymentsOfLease(ctx.deps, input.leaseId)),
});
