import {
  adminTransactionFilter,
  auditFilter,
  countAdminTransactionsInput,
  listAdminTransactionsInput,
  listAuditInput,
  listPeopleInput,
} from "@hearth/domain/admin/filters";
import {
  createMerchantInput,
  editMerchantInput,
  editUserInput,
  merchantIdInput,
  transactionIdInput,
  userIdInput,
} from "@hearth/domain/admin/inputs";
import { changePasswordInput, loginInput } from "@hearth/domain/auth/inputs";
import { completeFirstSignInInput, signInInput, stepUpInput } from "@hearth/domain/auth/second-factor";
import { showPasskeyInput } from "@hearth/domain/auth/passkeys";
import { listMailsInput, mailIdInput } from "@hearth/domain/notifications/inputs";
import { stopMerchantsPayoutChangeInput } from "@hearth/domain/merchants/payout-change";
import { approveMerchantInput, refuseMerchantInput } from "@hearth/domain/merchants/review";
import { tracked } from "@trpc/server";
import { z } from "zod";
import { auditedFile } from "../../audit/audited-file.ts";
import { csvFileView } from "../../csv/export-rows.ts";
import { resumable } from "../../events/follow.ts";
import { followAsCaller } from "../../trpc/follow-for.ts";
import { router } from "../../trpc/init.ts";
import {
  adminProcedure,
  freshAdminProcedure,
  freshOwnAdminProcedure,
  fromReplica,
  laterPagesFromReplica,
  ownAdminProcedure,
  publicProcedure,
} from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { messageView } from "../../trpc/wire.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { alarmProcedures } from "../alarms/alarms.procedures.ts";
import { signInAdmin } from "../auth/sign-in/admin-sign-in.service.ts";
import { logout, readAccount } from "../auth/sign-in/auth.service.ts";
import { loginView, userView } from "../auth/rows/auth.view.ts";
import { beginFirstSignIn, completedSignInView, completeFirstSignIn, firstSignInView } from "../auth/sign-in/first-sign-in.service.ts";
import { changePassword } from "../auth/passwords/password.service.ts";
import { signInWithPasskey } from "../auth/sign-in/passkey-sign-in.service.ts";
import { passkeyProcedures } from "../auth/factors/passkeys.procedures.ts";
import { secondFactorProcedures } from "../auth/factors/second-factor.procedures.ts";
import { stepUp } from "../auth/factors/step-up.service.ts";
import { mailPageView, mailView, readMails, resendMail } from "../mail/mails.service.ts";
import { notificationProcedures } from "../notifications/notifications.procedures.ts";
import { followUnread } from "../notifications/notifications.service.ts";
import { listAudit } from "./audit/audit.service.ts";
import { auditLineView } from "./audit/audit.view.ts";
import { countOpenDisputes, loadDashboard } from "./dashboard/dashboard.service.ts";
import { adminDashboardView } from "./dashboard/dashboard.view.ts";
import { createMerchant, editMerchant, stopMerchantsChange } from "./people/edit-merchant.service.ts";
import { exportAudit, exportTransactions } from "./transactions/export.service.ts";
import { listAllMerchants, listNames, readMerchant } from "./people/merchants.service.ts";
import { adminMerchantView, createdMerchantView, merchantNameView } from "./people/merchants.view.ts";
import { approveMerchant, listHeldMerchants, refuseMerchant } from "./people/review-merchants.service.ts";
import { heldMerchantView } from "./people/review-merchants.view.ts";
import { transactionDetailView, viewTransactionDetail } from "./transactions/transaction-detail.view.ts";
import { countTransactionsByStatus, getTransaction, listTransactions } from "./transactions/transactions.service.ts";
import { transactionCountsView, transactionView } from "./transactions/transactions.view.ts";
import { unmatchedProcedures } from "./unmatched/unmatched.procedures.ts";
import { editUser, listAllUsers, readUser } from "./people/users.service.ts";
import { adminUserView } from "./people/users.view.ts";

const nextCursor = z.string().nullable();

/** The administrators' area. Everything except signing in requires an admin token. */
export const adminRouter = router({
  login: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(signInInput)
    .output(synchronous(loginView))
    .mutation(({ ctx, input }) => signInAdmin(ctx.deps, ctx, input)),
  signInWithPasskey: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(showPasskeyInput)
    .output(synchronous(loginView))
    .mutation(({ ctx, input }) => signInWithPasskey(ctx.deps, ctx, input.response, "admin")),
  /** For an admin who must have a second factor before a token is issued, and has none. */
  beginFirstSignIn: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(loginInput)
    .output(synchronous(firstSignInView))
    .mutation(({ ctx, input }) => beginFirstSignIn(ctx.deps, ctx, input)),
  completeFirstSignIn: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(completeFirstSignInInput)
    .output(synchronous(completedSignInView))
    .mutation(({ ctx, input }) => completeFirstSignIn(ctx.deps, ctx, input)),
  logout: ownAdminProcedure
    .meta(noStepUp.signsOut)
    .output(synchronous(messageView))
    .mutation(({ ctx }) => logout(ctx.deps, ctx, ctx.actor)),
  me: adminProcedure
    .meta({ answersAccount: true })
    .output(synchronous(userView))
    .query(({ ctx }) => readAccount(ctx.deps, ctx.actor)),
  changePassword: ownAdminProcedure
    .meta({ stepUp: "besidePassword" })
    .input(changePasswordInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => changePassword(ctx.deps, ctx, ctx.actor, input)),
  ...passkeyProcedures(ownAdminProcedure, freshOwnAdminProcedure),
  ...secondFactorProcedures(ownAdminProcedure),
  stepUp: ownAdminProcedure
    .meta(noStepUp.authenticates)
    .input(stepUpInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => stepUp(ctx.deps, ctx, ctx.actor, input)),
  ...notificationProcedures(ownAdminProcedure),
  /** Sends the unread count at the start and whenever it may have changed. */
  watch: adminProcedure.input(z.strictObject(resumable)).subscription(async function* ({ ctx, signal }) {
    for await (const [mark, view] of followAsCaller(ctx, [followUnread(ctx.deps, ctx.actor)], signal)) yield tracked(mark, view);
  }),

  /** The mail outbox: sent, queued and failed mails. */
  mails: adminProcedure
    .input(listMailsInput)
    .output(synchronous(mailPageView))
    .query(({ ctx, input }) => readMails(ctx.deps, input)),
  resendMail: adminProcedure
    .meta(noStepUp.repeatsWork)
    .input(mailIdInput)
    .output(synchronous(mailView))
    .mutation(({ ctx, input }) => resendMail(ctx.deps, ctx, ctx.actor, input.mailId)),

  ...alarmProcedures,

  dashboard: adminProcedure.output(synchronous(adminDashboardView)).query(({ ctx }) => loadDashboard(ctx.deps, ctx.timeZone)),
  openDisputeCount: adminProcedure.output(synchronous(z.number().int())).query(({ ctx }) => countOpenDisputes(ctx.deps)),

  transactions: adminProcedure
    .use(laterPagesFromReplica)
    .input(listAdminTransactionsInput)
    .output(synchronous(z.strictObject({ items: transactionView.array(), nextCursor })))
    .query(({ ctx, input }) => listTransactions(ctx.deps, input, ctx.timeZone)),
  transactionCounts: adminProcedure
    .input(countAdminTransactionsInput)
    .output(synchronous(transactionCountsView.nullable()))
    .query(({ ctx, input }) => countTransactionsByStatus(ctx.deps, input, ctx.timeZone)),
  exportTransactions: freshAdminProcedure
    .use(auditedFile)
    .use(fromReplica)
    .input(adminTransactionFilter)
    .output(synchronous(csvFileView))
    .query(({ ctx, input }) => exportTransactions(ctx.deps, ctx.actor, input, ctx.timeZone)),
  transaction: adminProcedure
    .input(transactionIdInput)
    .output(synchronous(transactionDetailView))
    .query(async ({ ctx, input }) => viewTransactionDetail(ctx.deps, await getTransaction(ctx.deps, input.transactionId))),

  ...unmatchedProcedures,

  users: adminProcedure
    .input(listPeopleInput)
    .output(synchronous(z.strictObject({ items: adminUserView.array(), nextCursor })))
    .query(({ ctx, input }) => listAllUsers(ctx.deps, input)),
  user: adminProcedure
    .input(userIdInput)
    .output(synchronous(adminUserView))
    .query(({ ctx, input }) => readUser(ctx.deps, input.userId)),
  editUser: adminProcedure
    .meta({ stepUp: "byInput" })
    .input(editUserInput)
    .output(synchronous(adminUserView))
    .mutation(({ ctx, input }) => editUser(ctx.deps, ctx, ctx.actor, input)),

  merchants: adminProcedure
    .input(listPeopleInput)
    .output(synchronous(z.strictObject({ items: adminMerchantView.array(), nextCursor })))
    .query(({ ctx, input }) => listAllMerchants(ctx.deps, input)),
  merchantNames: adminProcedure.output(synchronous(merchantNameView.array())).query(({ ctx }) => listNames(ctx.deps)),
  merchant: adminProcedure
    .input(merchantIdInput)
    .output(synchronous(adminMerchantView))
    .query(({ ctx, input }) => readMerchant(ctx.deps, input.merchantId)),
  editMerchant: freshAdminProcedure
    .input(editMerchantInput)
    .output(synchronous(adminMerchantView))
    .mutation(({ ctx, input }) => editMerchant(ctx.deps, ctx, ctx.actor, input)),
  /** Merchants held for review because their name resembles another merchant's. */
  heldMerchants: adminProcedure.output(synchronous(heldMerchantView.array())).query(({ ctx }) => listHeldMerchants(ctx.deps)),
  approveMerchant: freshAdminProcedure
    .input(approveMerchantInput)
    .output(synchronous(adminMerchantView))
    .mutation(({ ctx, input }) => approveMerchant(ctx.deps, ctx, ctx.actor, input.merchantId)),
  refuseMerchant: freshAdminProcedure
    .input(refuseMerchantInput)
    .output(synchronous(adminMerchantView))
    .mutation(({ ctx, input }) => refuseMerchant(ctx.deps, ctx, ctx.actor, input)),
  /** Stops a pending change of a payout wallet. */
  stopPayoutChange: adminProcedure
    .meta(noStepUp.keepsPresent)
    .input(stopMerchantsPayoutChangeInput)
    .output(synchronous(adminMerchantView))
    .mutation(({ ctx, input }) => stopMerchantsChange(ctx.deps, ctx, ctx.actor, input)),
  createMerchant: freshAdminProcedure
    .input(createMerchantInput)
    .output(synchronous(createdMerchantView))
    .mutation(({ ctx, input }) => createMerchant(ctx.deps, ctx, ctx.actor, input)),

  auditLog: adminProcedure
    .use(laterPagesFromReplica)
    .input(listAuditInput)
    .output(synchronous(z.strictObject({ items: auditLineView.array(), nextCursor })))
    .query(({ ctx, input }) => listAudit(ctx.deps, input, ctx.timeZone)),
  exportAuditLog: freshAdminProcedure
    .use(auditedFile)
    .use(fromReplica)
    .input(auditFilter)
    .output(synchronous(csvFileView))
    .query(({ ctx, input }) => exportAudit(ctx.deps, ctx.actor, input, ctx.timeZone)),
});
