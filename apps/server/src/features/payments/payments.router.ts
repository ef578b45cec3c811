import { tracked } from "@trpc/server";
import { claimIdInput, claimTransferInput } from "@hearth/domain/payments/claims";
import {
  authorizePaymentInput,
  cancelPaymentInput,
  checkoutInput,
  createCheckoutInput,
  listPaymentsInput,
  paymentFilter,
  paymentIdInput,
  recordSuccessInput,
  topUpAtCheckoutInput,
  topUpPaymentInput,
} from "@hearth/domain/payments/inputs";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { payBillInput } from "@hearth/domain/requests/inputs";
import { z } from "zod";
import { auditedFile } from "../../audit/audited-file.ts";
import { csvFileView } from "../../csv/export-rows.ts";
import { resumable } from "../../events/follow.ts";
import { followAsCaller } from "../../trpc/follow-for.ts";
import { router } from "../../trpc/init.ts";
import { fromReplica, laterPagesFromReplica, publicProcedure, userProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { isoTime, messageView } from "../../trpc/wire.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { checkoutView } from "./checkout/checkout.view.ts";
import { payBill } from "./checkout/pay-bill.ts";
import { createCheckout, openedCheckoutView } from "./checkout/create-checkout.ts";
import { claimTransfer, readClaims, withdrawClaim } from "./claims/claims.service.ts";
import { ownClaimView } from "./claims/claims.view.ts";
import { networkView, toNetworkView } from "./checkout/network.view.ts";
import { progressView } from "./checkout/payment-progress.view.ts";
import { dashboardView, loadDashboard } from "./history/dashboard.view.ts";
import { exportHistory } from "./history/export-history.ts";
import { listPayments, readHistoryTotals } from "./history/history.service.ts";
import { historyTotalsView } from "./history/history.view.ts";
import { startOnrampPayment } from "./onramp/buy-payment.ts";
import {
  cancelOwnPayment,
  getCheckout,
  getOwnCheckout,
  getOwnPayment,
  giveUpOwnTopUp,
  loadCheckout,
  loadPayment,
  readStatus,
  openCheckout,
  recheckPayment,
  recordSuccess,
  topUpAtCheckout,
  topUpOwnPayment,
} from "./payments.service.ts";
import { makeReceipt } from "./receipt/receipt.service.ts";
import { authorizePayment } from "./relay/authorize-payment.ts";
import { billLinesView } from "./rows/bill-lines.view.ts";
import { givenRefundView } from "./rows/given-refunds.view.ts";
import { paymentView } from "./rows/payments.view.ts";

const paymentDetail = z.strictObject({
  ...paymentView.shape,
  ...progressView.shape,
  /** The lease whose charges it pays; null without a lease. */
  leaseId: z.string().nullable(),
  bill: billLinesView,
  /** True if the paid business has closed, so that no dispute can be filed or reopened. */
  businessClosed: z.boolean(),
  expiresAt: isoTime,
  serverTime: isoTime,
  /** The words of the payee card that names the wallet; null without one. */
  payeeWords: z.string().nullable(),
  checkoutURL: z.string().nullable(),
  /** Address of the open checkout for the missing amount. */
  topUpURL: z.string().nullable(),
  refunds: givenRefundView.array(),
});

/** Address at which the person buys USDC for the payment. */
const onrampView = z.strictObject({ onrampUrl: z.string() });

export const paymentsRouter = router({
  network: publicProcedure.output(synchronous(networkView)).query(({ ctx }) => toNetworkView(ctx.deps)),

  list: userProcedure
    .use(laterPagesFromReplica)
    .input(listPaymentsInput)
    .output(synchronous(z.strictObject({ items: z.array(paymentView), nextCursor: z.string().nullable() })))
    .query(({ ctx, input }) => listPayments(ctx.deps, ctx.actor, input, ctx.timeZone)),

  historyTotals: userProcedure
    .input(paymentFilter)
    .output(synchronous(historyTotalsView))
    .query(({ ctx, input }) => readHistoryTotals(ctx.deps, ctx.actor, input, ctx.timeZone)),

  exportHistory: userProcedure
    .use(auditedFile)
    .use(fromReplica)
    .input(paymentFilter)
    .output(synchronous(csvFileView))
    .query(({ ctx, input }) => exportHistory(ctx.deps, ctx.actor, input, ctx.timeZone)),

  dashboard: userProcedure.output(synchronous(dashboardView)).query(({ ctx }) => loadDashboard(ctx.deps, ctx.actor.userId, ctx.timeZone)),

  get: userProcedure
    .input(paymentIdInput)
    .output(synchronous(paymentDetail))
    .query(({ ctx, input }) => loadPayment(ctx.deps, ctx.actor, input.paymentId)),

  status: userProcedure
    .input(paymentIdInput)
    .output(synchronous(z.strictObject({ status: z.enum(paymentStatuses), transactionHash: z.string().nullable() })))
    .query(({ ctx, input }) => readStatus(ctx.deps, ctx.actor, input.paymentId)),

  receipt: userProcedure
    .use(auditedFile)
    .input(paymentIdInput)
    .output(synchronous(z.strictObject({ fileName: z.string(), pdf: z.string() })))
    .query(({ ctx, input }) => makeReceipt(ctx.deps, ctx.actor, input.paymentId)),

  /** Opens a checkout for a payment request. */
  payBill: userProcedure
    .meta(noStepUp.ownPayment)
    .input(payBillInput)
    .output(synchronous(openedCheckoutView))
    .mutation(({ ctx, input }) => payBill(ctx.deps, ctx.actor, input, ctx.idempotencyKey)),

  createCheckout: userProcedure
    .meta(noStepUp.ownPayment)
    .input(createCheckoutInput)
    .output(synchronous(openedCheckoutView))
    .mutation(({ ctx, input }) => createCheckout(ctx.deps, ctx.actor, input, ctx.idempotencyKey)),

  cancel: userProcedure
    .meta(noStepUp.ownPayment)
    .input(cancelPaymentInput)
    .output(synchronous(paymentDetail))
    .mutation(({ ctx, input }) =>
      cancelOwnPayment(ctx.deps, ctx.actor, { paymentId: input.paymentId, key: input.idempotencyKey ?? ctx.idempotencyKey }),
    ),

  topUp: userProcedure
    .meta(noStepUp.ownPayment)
    .input(topUpPaymentInput)
    .output(synchronous(openedCheckoutView))
    .mutation(({ ctx, input }) =>
      topUpOwnPayment(ctx.deps, ctx.actor, { paymentId: input.paymentId, key: input.idempotencyKey ?? ctx.idempotencyKey }),
    ),

  giveUpTopUp: userProcedure
    .meta(noStepUp.ownPayment)
    .input(topUpPaymentInput)
    .output(synchronous(paymentDetail))
    .mutation(({ ctx, input }) =>
      giveUpOwnTopUp(ctx.deps, ctx.actor, { paymentId: input.paymentId, key: input.idempotencyKey ?? ctx.idempotencyKey }),
    ),

  topUpAtCheckout: publicProcedure
    .input(topUpAtCheckoutInput)
    .output(synchronous(openedCheckoutView))
    .mutation(({ ctx, input }) =>
      topUpAtCheckout(ctx.deps, { reference: input.reference, key: input.idempotencyKey ?? ctx.idempotencyKey }),
    ),

  recheck: userProcedure
    .meta(noStepUp.ownPayment)
    .input(paymentIdInput)
    .output(synchronous(paymentDetail))
    .mutation(({ ctx, input }) => recheckPayment(ctx.deps, ctx.actor, input.paymentId)),

  recordSuccess: userProcedure
    .meta(noStepUp.ownPayment)
    .input(recordSuccessInput)
    .output(synchronous(z.strictObject({ message: z.string() })))
    .mutation(({ ctx, input }) => recordSuccess(ctx.deps, ctx.actor, input)),

  /** The payer's claims, which the merchant decides. */
  claims: userProcedure
    .input(paymentIdInput)
    .output(synchronous(ownClaimView.array()))
    .query(async ({ ctx, input }) => readClaims(ctx.deps, await getOwnPayment(ctx.deps, ctx.actor, input.paymentId))),

  claim: userProcedure
    .meta(noStepUp.ownPayment)
    .input(claimTransferInput)
    .output(synchronous(messageView))
    .mutation(async ({ ctx, input }) => {
      const payment = await getOwnPayment(ctx.deps, ctx.actor, input.paymentId);
      await claimTransfer(ctx.deps, ctx, ctx.actor, payment, { ...input, key: ctx.idempotencyKey });
      return { message: "We have asked the merchant" };
    }),

  withdrawClaim: userProcedure
    .meta(noStepUp.ownPayment)
    .input(claimIdInput)
    .output(synchronous(messageView))
    .mutation(async ({ ctx, input }) => {
      await withdrawClaim(ctx.deps, ctx, ctx.actor, input.claimId);
      return { message: "Reversed" };
    }),

  buy: userProcedure
    .meta(noStepUp.ownPayment)
    .input(paymentIdInput)
    .output(synchronous(onrampView))
    .mutation(async ({ ctx, input }) => startOnrampPayment(ctx.deps, await getOwnCheckout(ctx.deps, ctx.actor, input.paymentId), ctx.ip)),

  buyAtCheckout: publicProcedure
    .input(checkoutInput)
    .output(synchronous(onrampView))
    .mutation(async ({ ctx, input }) => startOnrampPayment(ctx.deps, await getCheckout(ctx.deps, input.reference), ctx.ip)),

  checkout: publicProcedure
    .input(checkoutInput)
    .output(synchronous(checkoutView))
    .query(({ ctx, input }) => loadCheckout(ctx.deps, input.reference)),

  openCheckout: publicProcedure
    .input(checkoutInput)
    .output(synchronous(z.null()))
    .mutation(async ({ ctx, input }) => {
      await openCheckout(ctx.deps, input.reference);
      return null;
    }),

  watchCheckout: publicProcedure.input(checkoutInput.extend(resumable)).subscription(async function* ({ ctx, input, signal }) {
    const { payment } = await getCheckout(ctx.deps, input.reference);
    const load = () => loadCheckout(ctx.deps, input.reference);
    const followed = [{ bus: ctx.deps.paymentEvents, uuid: payment.id, load }];
    for await (const [mark, view] of followAsCaller(ctx, followed, signal)) yield tracked(mark, view);
  }),

  authorize: publicProcedure
    .input(authorizePaymentInput)
    .output(synchronous(checkoutView))
    .mutation(async ({ ctx, input }) => {
      await authorizePayment(ctx.deps, input, ctx.idempotencyKey);
      return loadCheckout(ctx.deps, input.reference);
    }),
});
