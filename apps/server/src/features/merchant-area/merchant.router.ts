import {
  listMerchantsInput,
  listOddTransfersInput,
  listTransactionsInput,
  merchantIdInput,
  trustSignalsInput,
  merchantStatsInput,
  userChangesInput,
  searchTransactionsInput,
  transactionFilter,
  transactionTotalsInput,
} from "@hearth/domain/merchants/filters";
import {
  editBusinessInput,
  registerMerchantInput,
  payeeCardInput,
  setPayoutWalletInput,
  signPayeeCardInput,
  updateMerchantInput,
} from "@hearth/domain/merchants/business";
import { signUpMerchantInput } from "@hearth/domain/merchants/sign-up-input";
import { stopPayoutChangeInput } from "@hearth/domain/merchants/payout-change";
import {
  attachTransferInput,
  creditableTenantsInput,
  creditTenantInput,
  setTransferAsideInput,
  transferIdInput,
  undoTenantCreditInput,
} from "@hearth/domain/merchants/transfers";
import { confirmClaimInput, refuseClaimInput } from "@hearth/domain/payments/claims";
import { paymentIdInput } from "@hearth/domain/payments/inputs";
import {
  askPayerInput,
  proveRefundWalletInput,
  refundDisputeInput,
  refundIdInput,
  refundPaymentInput,
  sendRefundInput,
  sendBackInput,
} from "@hearth/domain/refunds/inputs";
import { giveBackInput, leaseIdInput } from "@hearth/domain/rent/inputs";
import { z } from "zod";
import { auditedFile } from "../../audit/audited-file.ts";
import { csvFileView } from "../../csv/export-rows.ts";
import { router } from "../../trpc/init.ts";
import {
  freshMerchantProcedure,
  freshOwnerProcedure,
  fromReplica,
  laterPagesFromReplica,
  managerProcedure,
  merchantProcedure,
  publicProcedure,
  userProcedure,
} from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { whileSuspended } from "../../trpc/write-rules.ts";
import { messageView } from "../../trpc/wire.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { registrationView } from "../auth/rows/auth.view.ts";
import { listActiveMerchants, listNamedMerchants } from "../businesses/merchants.service.ts";
import { merchantPageView } from "../businesses/merchants.view.ts";
import { acknowledgeMerchant, readTrustSignals } from "../businesses/trust-signals.service.ts";
import { trustSignalsView } from "../businesses/trust-signals.view.ts";
import { creditableTenantsView, tenantCreditView } from "../payments/unmatched/tenant-credit.service.ts";
import { attachableView, candidateView, unmatchedTransferPageView } from "../payments/unmatched/unmatched-transfers.view.ts";
import { sendReceipt, sentReceiptView } from "../payments/receipt/send-receipt.ts";
import { askPayer } from "../refunds/ask-payer.ts";
import { giveBack, givenBackView } from "../refunds/give-back.ts";
import { proveRefundWallet } from "../refunds/refund-wallets.service.ts";
import { cancelRefund, readRefunds, refundDispute, refundPayment } from "../refunds/refunds.service.ts";
import { paymentRefundsView, refundSendView, refundView } from "../refunds/refunds.view.ts";
import { readSendBack, sendBackTransfer } from "../refunds/send-back.service.ts";
import { sendRefund } from "../refunds/send-refund.service.ts";
import { begunSendBackView, sendBackView } from "../refunds/send-back.view.ts";
import { collectedMonthsView, deskView, readCollectedMonths, readDesk } from "../rent/desk/desk.service.ts";
import { leaseMoneyView, readLeaseMoney } from "../rent/leases/deposit-acts.service.ts";
import { readAttention, readFirstSteps, readUnpaidTenants } from "./dashboard/attention.service.ts";
import { attentionView, firstStepsView, unpaidTenantsView } from "./dashboard/attention.view.ts";
import { editBusiness, readBusiness, readBusinessById } from "./business/business.service.ts";
import { businessView } from "./business/business.view.ts";
import { readDisputeTotals, readMerchantStats, readUserChanges } from "./dashboard/dashboard.service.ts";
import { disputeTotalsView, merchantStatsView, userChangePageView } from "./dashboard/dashboard.view.ts";
import { exportTransactions } from "./transactions/export-transactions.ts";
import { requireOwnMerchant } from "../businesses/own-merchant.ts";
import { refunderOf } from "./business/refunder.ts";
import { readPayeeCard, signPayeeCard } from "./business/payee-card.service.ts";
import { payeeCardView } from "./business/payee-card.view.ts";
import { setPayoutWallet, stopOwnChange, updateMerchant } from "./business/payout-wallet.service.ts";
import { registerMerchant, signUpMerchant } from "./business/registration.service.ts";
import { transactionDetailView, viewTransactionDetail } from "./transactions/transaction-detail.view.ts";
import {
  getOwnTransaction,
  listOwnTransactions,
  readTransactionTotals,
  searchOwnTransactions,
} from "./transactions/transactions.service.ts";
import { transactionTotalsView, transactionView } from "./transactions/transactions.view.ts";
import {
  attachOwnTransfer,
  confirmOwnClaim,
  creditOwnTenant,
  listOwnAttachable,
  listOwnCandidates,
  listOwnCreditableTenants,
  listOwnOddTransfers,
  refuseOwnClaim,
  restoreOwnTransfer,
  setOwnTransferAside,
  undoOwnTenantCredit,
} from "./transactions/unmatched.service.ts";

/** Merchants as consumers see them, and the area of the signed-in merchant. */
export const merchantRouter = router({
  /** Lists the merchants that consumers can enroll with, by name. */
  list: userProcedure
    .input(listMerchantsInput)
    .output(synchronous(merchantPageView))
    .query(({ ctx, input }) => listActiveMerchants(ctx.deps, input)),
  /** Lists the merchants that may appear in people's history, by name; includes inactive ones. */
  listAll: userProcedure
    .input(listMerchantsInput)
    .output(synchronous(merchantPageView))
    .query(({ ctx, input }) => listNamedMerchants(ctx.deps, input)),

  /** Reads a merchant's trust signals before a payment. */
  standing: userProcedure
    .input(trustSignalsInput)
    .output(synchronous(trustSignalsView))
    .query(({ ctx, input }) => readTrustSignals(ctx.deps, ctx.actor, input.selectedMerchantId)),
  /** Records that the payer knows an unreviewed merchant. */
  acknowledge: userProcedure
    .meta(noStepUp.ownSettings)
    .input(trustSignalsInput)
    .output(synchronous(trustSignalsView))
    .mutation(({ ctx, input }) => acknowledgeMerchant(ctx.deps, ctx.actor, input.selectedMerchantId)),

  business: merchantProcedure.output(synchronous(businessView)).query(({ ctx }) => readBusiness(ctx.deps, ctx.actor)),
  get: merchantProcedure
    .input(merchantIdInput)
    .output(synchronous(businessView))
    .query(({ ctx, input }) => readBusinessById(ctx.deps, ctx.actor, input.merchantId)),

  /** Creates the account and its business together. */
  signUp: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(signUpMerchantInput)
    .output(synchronous(registrationView))
    .mutation(({ ctx, input }) => signUpMerchant(ctx.deps, ctx, input)),
  register: merchantProcedure
    .meta(noStepUp.joins)
    .input(registerMerchantInput)
    .output(synchronous(businessView))
    .mutation(({ ctx, input }) => registerMerchant(ctx.deps, ctx, ctx.actor, input)),
  editBusiness: merchantProcedure
    .meta(noStepUp.describesBusiness)
    .input(editBusinessInput)
    .output(synchronous(businessView))
    .mutation(({ ctx, input }) => editBusiness(ctx.deps, ctx, ctx.actor, input)),
  setPayoutWallet: merchantProcedure
    .meta({ stepUp: "byInput" })
    .input(setPayoutWalletInput)
    .output(synchronous(businessView))
    .mutation(({ ctx, input }) => setPayoutWallet(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** Reads the business's payee card, and the next one to sign. */
  payeeCard: merchantProcedure
    .input(payeeCardInput)
    .output(synchronous(payeeCardView))
    .query(({ ctx, input }) => readPayeeCard(ctx.deps, ctx.actor, input)),
  signPayeeCard: freshOwnerProcedure
    .input(signPayeeCardInput)
    .output(synchronous(payeeCardView))
    .mutation(({ ctx, input }) => signPayeeCard(ctx.deps, ctx, ctx.actor, input)),
  /** Stops a pending change of the payout wallet. */
  stopPayoutChange: merchantProcedure
    .meta(noStepUp.keepsPresent)
    .input(stopPayoutChangeInput)
    .output(synchronous(businessView))
    .mutation(({ ctx, input }) => stopOwnChange(ctx.deps, ctx, ctx.actor, input.changeId)),
  update: merchantProcedure
    .meta({ stepUp: "byInput" })
    .input(updateMerchantInput)
    .output(synchronous(businessView))
    .mutation(({ ctx, input }) => updateMerchant(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),

  stats: merchantProcedure
    .input(merchantStatsInput)
    .output(synchronous(merchantStatsView))
    .query(({ ctx, input }) => readMerchantStats(ctx.deps, ctx.actor, input)),
  /** The landlord's desk: the month's collection, what is past due, and the tasks of its leases. */
  desk: merchantProcedure.output(synchronous(deskView)).query(({ ctx }) => readDesk(ctx.deps, ctx.actor)),
  /** Sums billed and collected in each of the last twelve months. */
  collectedMonths: merchantProcedure.output(synchronous(collectedMonthsView)).query(({ ctx }) => readCollectedMonths(ctx.deps, ctx.actor)),
  /** Lists what needs the merchant's attention. `unpaidTenants` lists tenants who have not paid. */
  attention: merchantProcedure.output(synchronous(attentionView)).query(({ ctx }) => readAttention(ctx.deps, ctx.actor)),
  /** Reads the steps until a new merchant receives the first rent. */
  firstSteps: merchantProcedure.output(synchronous(firstStepsView)).query(({ ctx }) => readFirstSteps(ctx.deps, ctx.actor)),
  unpaidTenants: merchantProcedure
    .input(merchantStatsInput)
    .output(synchronous(unpaidTenantsView))
    .query(({ ctx, input }) => readUnpaidTenants(ctx.deps, ctx.actor, input)),
  disputeTotals: merchantProcedure
    .input(transactionTotalsInput)
    .output(synchronous(disputeTotalsView))
    .query(({ ctx, input }) => readDisputeTotals(ctx.deps, ctx.actor, input)),
  userChanges: merchantProcedure
    .input(userChangesInput)
    .output(synchronous(userChangePageView))
    .query(({ ctx, input }) => readUserChanges(ctx.deps, ctx.actor, input)),
  transactions: merchantProcedure
    .use(laterPagesFromReplica)
    .input(listTransactionsInput)
    .output(synchronous(z.strictObject({ items: transactionView.array(), nextCursor: z.string().nullable() })))
    .query(({ ctx, input }) => listOwnTransactions(ctx.deps, ctx.actor, input)),
  searchTransactions: merchantProcedure
    .input(searchTransactionsInput)
    .output(synchronous(transactionView.array()))
    .query(({ ctx, input }) => searchOwnTransactions(ctx.deps, ctx.actor, input)),
  exportTransactions: freshMerchantProcedure
    .use(auditedFile)
    .use(fromReplica)
    .input(transactionFilter)
    .output(synchronous(csvFileView))
    .query(({ ctx, input }) => exportTransactions(ctx.deps, ctx.actor, input)),
  transactionTotals: merchantProcedure
    .input(transactionTotalsInput)
    .output(synchronous(transactionTotalsView))
    .query(({ ctx, input }) => readTransactionTotals(ctx.deps, ctx.actor, input)),
  transaction: merchantProcedure
    .input(paymentIdInput)
    .output(synchronous(transactionDetailView))
    .query(async ({ ctx, input }) => viewTransactionDetail(ctx.deps, await getOwnTransaction(ctx.deps, ctx.actor, input.paymentId))),
  /** Mails the payer the receipt again. */
  sendReceipt: managerProcedure
    .meta(noStepUp.asksPeople)
    .input(paymentIdInput)
    .output(synchronous(sentReceiptView))
    .mutation(({ ctx, input }) => sendReceipt(ctx.deps, ctx.actor, input.paymentId)),

  /** Unmatched transfers in the merchant's wallet, and decisions about them. */
  oddTransfers: merchantProcedure
    .input(listOddTransfersInput)
    .output(synchronous(unmatchedTransferPageView))
    .query(({ ctx, input }) => listOwnOddTransfers(ctx.deps, ctx.actor, input)),
  transferCandidates: merchantProcedure
    .input(transferIdInput)
    .output(synchronous(candidateView.array()))
    .query(({ ctx, input }) => listOwnCandidates(ctx.deps, ctx.actor, input.transferId)),
  attachableTransfers: merchantProcedure
    .input(paymentIdInput)
    .output(synchronous(attachableView.array()))
    .query(({ ctx, input }) => listOwnAttachable(ctx.deps, ctx.actor, input.paymentId)),
  attachTransfer: managerProcedure
    .meta(noStepUp.ownMoney)
    .input(attachTransferInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => attachOwnTransfer(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  setTransferAside: managerProcedure
    .meta(noStepUp.ownMoney)
    .input(setTransferAsideInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => setOwnTransferAside(ctx.deps, ctx, ctx.actor, input)),
  restoreTransfer: managerProcedure
    .meta(noStepUp.ownMoney)
    .input(transferIdInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => restoreOwnTransfer(ctx.deps, ctx, ctx.actor, input.transferId)),

  /** The tenants that unmatched money could be from, and the acts that count it for a tenant's lease. */
  creditableTenants: merchantProcedure
    .input(creditableTenantsInput)
    .output(synchronous(creditableTenantsView))
    .query(({ ctx, input }) => listOwnCreditableTenants(ctx.deps, ctx.actor, input)),
  creditTenant: managerProcedure
    .meta(noStepUp.ownMoney)
    .input(creditTenantInput)
    .output(synchronous(tenantCreditView))
    .mutation(({ ctx, input }) => creditOwnTenant(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  undoTenantCredit: managerProcedure
    .meta(noStepUp.ownMoney)
    .input(undoTenantCreditInput)
    .output(synchronous(tenantCreditView))
    .mutation(({ ctx, input }) => undoOwnTenantCredit(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),

  confirmClaim: managerProcedure
    .meta(noStepUp.ownMoney)
    .input(confirmClaimInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => confirmOwnClaim(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  refuseClaim: managerProcedure
    .meta(noStepUp.ownMoney)
    .input(refuseClaimInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => refuseOwnClaim(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** Returns unmatched money to the wallet it came from; `cancelRefund` cancels that. */
  sendBack: merchantProcedure
    .input(transferIdInput)
    .output(synchronous(sendBackView))
    .query(async ({ ctx, input }) => readSendBack(ctx.deps, (await requireOwnMerchant(ctx.deps, ctx.actor)).id, input.transferId)),
  sendBackTransfer: managerProcedure
    .meta({ stepUp: "byInput" })
    .meta(whileSuspended.refunds)
    .input(sendBackInput)
    .output(synchronous(begunSendBackView))
    .mutation(async ({ ctx, input: { transferId, idempotencyKey = ctx.idempotencyKey } }) =>
      sendBackTransfer(ctx.deps, await refunderOf(ctx.deps, ctx, ctx.actor), transferId, idempotencyKey),
    ),

  /** Refunds to payers, owed for a dispute or voluntary. */
  refunds: merchantProcedure
    .input(paymentIdInput)
    .output(synchronous(paymentRefundsView))
    .query(async ({ ctx, input }) => readRefunds(ctx.deps, (await requireOwnMerchant(ctx.deps, ctx.actor)).id, input.paymentId)),
  refundDispute: managerProcedure
    .meta({ stepUp: "byInput" })
    .meta(whileSuspended.refunds)
    .input(refundDisputeInput)
    .output(synchronous(refundView))
    .mutation(async ({ ctx, input: { disputeId, idempotencyKey = ctx.idempotencyKey } }) =>
      refundDispute(ctx.deps, await refunderOf(ctx.deps, ctx, ctx.actor), disputeId, idempotencyKey),
    ),
  refundPayment: managerProcedure
    .meta({ stepUp: "byInput" })
    .meta(whileSuspended.refunds)
    .input(refundPaymentInput)
    .output(synchronous(refundView))
    .mutation(async ({ ctx, input: { amount: amountCents, idempotencyKey = ctx.idempotencyKey, ...fields } }) =>
      refundPayment(ctx.deps, await refunderOf(ctx.deps, ctx, ctx.actor), { ...fields, amountCents }, idempotencyKey),
    ),
  /** Money that the merchant has received from a lease's tenants, and its return. */
  leaseMoney: merchantProcedure
    .input(leaseIdInput)
    .output(synchronous(leaseMoneyView.array()))
    .query(async ({ ctx, input }) =>
      readLeaseMoney(ctx.deps, { merchantId: (await requireOwnMerchant(ctx.deps, ctx.actor)).id }, input.leaseId),
    ),
  giveBack: managerProcedure
    .meta({ stepUp: "byInput" })
    .meta(whileSuspended.refunds)
    .input(giveBackInput)
    .output(synchronous(givenBackView))
    .mutation(async ({ ctx, input }) => giveBack(ctx.deps, await refunderOf(ctx.deps, ctx, ctx.actor), input, ctx.idempotencyKey)),
  /** Asks the payer for a wallet, where the sending wallet may not be theirs. */
  askPayer: managerProcedure
    .meta(noStepUp.asksPeople)
    .meta(whileSuspended.refunds)
    .input(askPayerInput)
    .output(synchronous(messageView))
    .mutation(async ({ ctx, input: { paymentId, amount, idempotencyKey = ctx.idempotencyKey } }) => {
      await askPayer(ctx.deps, await refunderOf(ctx.deps, ctx, ctx.actor), { paymentId, amountCents: amount }, idempotencyKey);
      return { message: "The payer has been asked to choose a wallet" };
    }),
  /** Proves by signature a further wallet that refunds are sent from, other than the payout wallet. */
  proveRefundWallet: managerProcedure
    .meta(noStepUp.takesSignature)
    .meta(whileSuspended.refunds)
    .input(proveRefundWalletInput)
    .output(synchronous(messageView))
    .mutation(async ({ ctx, input }) => {
      await proveRefundWallet(ctx.deps, await refunderOf(ctx.deps, ctx, ctx.actor), input, input.idempotencyKey ?? ctx.idempotencyKey);
      return { message: "Refunds from this wallet count from now on" };
    }),
  /** Sends an open refund, or money sent back, from the passkey wallet that signed it. */
  sendRefund: managerProcedure
    .meta(noStepUp.takesSignature)
    .meta(whileSuspended.refunds)
    .input(sendRefundInput)
    .output(synchronous(refundSendView))
    .mutation(async ({ ctx, input }) => sendRefund(ctx.deps, await refunderOf(ctx.deps, ctx, ctx.actor), input)),
  cancelRefund: managerProcedure
    .meta(noStepUp.keepsPresent)
    .meta(whileSuspended.refunds)
    .input(refundIdInput)
    .output(synchronous(messageView))
    .mutation(async ({ ctx, input }) => {
      await cancelRefund(ctx.deps, await refunderOf(ctx.deps, ctx, ctx.actor), input.refundId);
      return { message: "The refund is cancelled" };
    }),
});
