import {
  addChargeInput,
  addLeaseCreditInput,
  addTenantInput,
  addPropertyInput,
  addUnitInput,
  changePropertyInput,
  changeLeaseInput,
  changeTenantInput,
  createLeaseInput,
  endLeaseInput,
  leaseIdInput,
  renewLeaseInput,
  leaseLedgerInput,
  listLeasesForAdminInput,
  listPropertiesInput,
  listTenantsForAdminInput,
  listTenantsInput,
  moveTenantOutInput,
  paymentLeaseInput,
  remindTenantsInput,
  renameUnitInput,
  keepDepositInput,
  reverseLeaseCreditInput,
  setPartPaymentsInput,
  setPaymentLeaseInput,
  undoLeaseInput,
  unitIdInput,
  voidChargeInput,
  wrongFeesInput,
} from "@hearth/domain/rent/inputs";
import { addChargesInput, chargeFileInput } from "@hearth/domain/rent/charge-file";
import {
  monthFileInput,
  monthInput,
  rentPeriodInput,
  rentRollFileInput,
  rentRollInput,
  statementInput,
} from "@hearth/domain/rent/books-inputs";
import { setReminderRuleInput } from "@hearth/domain/rent/reminders";
import { z } from "zod";
import { joinLeaseInput } from "@hearth/domain/rent/invitations";
import { leaseTerms, signTermsInput, termsToSignInput } from "@hearth/domain/rent/lease-terms";
import { auditedFile } from "../../audit/audited-file.ts";
import { router } from "../../trpc/init.ts";
import {
  adminProcedure,
  freshAdminProcedure,
  freshMerchantProcedure,
  fromReplica,
  freshOwnerProcedure,
  managerProcedure,
  merchantProcedure,
  userProcedure,
} from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { whileSuspended } from "../../trpc/write-rules.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { requireOwnMerchant } from "../businesses/own-merchant.ts";
import { paymentLeaseView, readPaymentLease, setPaymentLease } from "./leases/place-payment.service.ts";
import { joinLease } from "./invitations/follow-invitation.service.ts";
import { makeAccountingFile } from "./books/accounting-file.service.ts";
import { bookFileView } from "./books/book-file.view.ts";
import { addCharges, chargeFileView, chargesAddedView, checkChargeFile } from "./charges/charge-file.service.ts";
import { keepDeposit, leaseMoneyView, readLeaseMoney } from "./leases/deposit-acts.service.ts";
import {
  addCharge,
  addLeaseCredit,
  creditAddedView,
  reverseLeaseCredit,
  setPartPayments,
  voidCharge,
} from "./leases/lease-acts.service.ts";
import { endLease, renewLease, undoLease } from "./leases/lease-end.service.ts";
import { changeLease, createLease } from "./leases/leases.service.ts";
import { addTenant, changeTenant, leaseTenantDoneView, moveTenantOut } from "./leases/lease-tenants.service.ts";
import { anyLeasePageView, leaseView, ledgerPageView, ownLeaseView, tenancyView, wrongFeesView } from "./leases/leases.view.ts";
import { closeMonth, makeMonthFile, readMonth, reopenMonth } from "./books/months.service.ts";
import { monthView } from "./books/months.view.ts";
import {
  addedView,
  addProperty,
  addUnit,
  changeProperty,
  propertyPageView,
  readProperties,
  removeUnit,
  renameUnit,
} from "./leases/properties.service.ts";
import { readAllLeases, readLease, readLedger, readOwnLeases, readWrongFees } from "./leases/read-leases.ts";
import { readTenancies, readTenanciesOf } from "./leases/read-tenancies.ts";
import { readReminderRule, reminderRuleView, setReminderRule } from "./reminders/reminder-rule.service.ts";
import { remindedView, remindTenants } from "./reminders/remind-tenants.service.ts";
import { makeRentRoll, readRentRoll, sumUpRent } from "./books/rent-roll.service.ts";
import { rollPageView, rollSumsView } from "./books/rent-roll.view.ts";
import { readTermsToSign, signTerms } from "./leases/sign-terms.service.ts";
import { makeStatement } from "./books/statement.service.ts";

const tenancyPageView = z.strictObject({ items: tenancyView.array(), nextCursor: z.string().nullable() });

/** Leases and their ledgers: the landlord's properties and books, the tenant's own leases, and administrators' access to all. */
export const rentRouter = router({
  /** The tenant's leases with the amount owed on each and its due day. */
  mine: userProcedure.output(synchronous(ownLeaseView.array())).query(({ ctx }) => readOwnLeases(ctx.deps, ctx.actor.userId)),
  ownLedger: userProcedure
    .input(leaseLedgerInput)
    .output(synchronous(ledgerPageView))
    .query(({ ctx, input }) => readLedger(ctx.deps, { userId: ctx.actor.userId }, input)),
  ownStatement: userProcedure
    .use(auditedFile)
    .use(fromReplica)
    .input(statementInput)
    .output(synchronous(bookFileView))
    .query(({ ctx, input }) => makeStatement(ctx.deps, { userId: ctx.actor.userId }, ctx.actor.userId, input)),
  join: userProcedure
    .meta(noStepUp.joins)
    .input(joinLeaseInput)
    .output(synchronous(z.strictObject({ _id: z.string(), merchantId: z.string() })))
    .mutation(({ ctx, input }) => joinLease(ctx.deps, ctx, ctx.actor, input.invitation)),

  properties: merchantProcedure
    .input(listPropertiesInput)
    .output(synchronous(propertyPageView))
    .query(({ ctx, input }) => readProperties(ctx.deps, ctx.actor, input)),
  addProperty: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(addPropertyInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => addProperty(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  addUnit: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(addUnitInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => addUnit(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  changeProperty: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(changePropertyInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => changeProperty(ctx.deps, ctx, ctx.actor, input)),
  renameUnit: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(renameUnitInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => renameUnit(ctx.deps, ctx, ctx.actor, input)),
  removeUnit: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(unitIdInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => removeUnit(ctx.deps, ctx, ctx.actor, input)),

  /** The landlord's leases. By default those that have owed longest come first. */
  tenants: merchantProcedure
    .input(listTenantsInput)
    .output(synchronous(tenancyPageView))
    .query(async ({ ctx, input }) => readTenancies(ctx.deps, (await requireOwnMerchant(ctx.deps, ctx.actor)).id, input)),
  lease: merchantProcedure
    .input(leaseIdInput)
    .output(synchronous(leaseView))
    .query(async ({ ctx, input }) =>
      readLease(ctx.deps, { merchantId: (await requireOwnMerchant(ctx.deps, ctx.actor)).id }, input.leaseId),
    ),
  ledger: merchantProcedure
    .input(leaseLedgerInput)
    .output(synchronous(ledgerPageView))
    .query(async ({ ctx, input }) => readLedger(ctx.deps, { merchantId: (await requireOwnMerchant(ctx.deps, ctx.actor)).id }, input)),
  statement: merchantProcedure
    .use(auditedFile)
    .use(fromReplica)
    .input(statementInput)
    .output(synchronous(bookFileView))
    .query(async ({ ctx, input }) => {
      const { id: merchantId } = await requireOwnMerchant(ctx.deps, ctx.actor);
      return makeStatement(ctx.deps, { merchantId }, ctx.actor.userId, input);
    }),
  /** The rent roll: charges and payments of each lease in a month or a year, by property and unit. */
  roll: merchantProcedure
    .input(rentRollInput)
    .output(synchronous(rollPageView))
    .query(({ ctx, input }) => readRentRoll(ctx.deps, ctx.actor, input)),
  rollSums: merchantProcedure
    .input(rentPeriodInput)
    .output(synchronous(rollSumsView))
    .query(({ ctx, input }) => sumUpRent(ctx.deps, ctx.actor, input)),
  rollFile: freshMerchantProcedure
    .use(auditedFile)
    .use(fromReplica)
    .input(rentRollFileInput)
    .output(synchronous(bookFileView))
    .query(({ ctx, input }) => makeRentRoll(ctx.deps, ctx.actor, input)),
  /** The ledger lines of a month or a year as a file for accounting programs. */
  accountingFile: freshMerchantProcedure
    .use(auditedFile)
    .use(fromReplica)
    .input(rentPeriodInput)
    .output(synchronous(bookFileView))
    .query(({ ctx, input }) => makeAccountingFile(ctx.deps, ctx.actor, input)),
  /** A month's figures by property: as they were closed, or as they are now while it is open. */
  month: merchantProcedure
    .input(monthInput)
    .output(synchronous(monthView))
    .query(({ ctx, input }) => readMonth(ctx.deps, ctx.actor, input)),
  monthFile: freshMerchantProcedure
    .use(auditedFile)
    .input(monthFileInput)
    .output(synchronous(bookFileView))
    .query(({ ctx, input }) => makeMonthFile(ctx.deps, ctx.actor, input)),
  closeMonth: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(monthInput)
    .output(synchronous(monthView))
    .mutation(({ ctx, input }) => closeMonth(ctx.deps, ctx, ctx.actor, input)),
  reopenMonth: freshOwnerProcedure
    .input(monthInput)
    .output(synchronous(monthView))
    .mutation(({ ctx, input }) => reopenMonth(ctx.deps, ctx, ctx.actor, input)),
  createLease: managerProcedure
    .meta(noStepUp.ownBooks)
    .meta({ strangers: "namedTenants" })
    .input(createLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => createLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  changeLease: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(changeLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => changeLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  endLease: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(endLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => endLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  renewLease: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(renewLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => renewLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  undoLease: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(undoLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => undoLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  addTenant: managerProcedure
    .meta(noStepUp.ownBooks)
    .meta({ strangers: "namedTenants" })
    .input(addTenantInput)
    .output(synchronous(leaseTenantDoneView))
    .mutation(({ ctx, input }) => addTenant(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  changeTenant: managerProcedure
    .meta(noStepUp.ownBooks)
    .meta({ strangers: "namedTenants" })
    .input(changeTenantInput)
    .output(synchronous(leaseTenantDoneView))
    .mutation(({ ctx, input }) => changeTenant(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  moveTenantOut: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(moveTenantOutInput)
    .output(synchronous(leaseTenantDoneView))
    .mutation(({ ctx, input }) => moveTenantOut(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  setPartPayments: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(setPartPaymentsInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => setPartPayments(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),

  /** The statement of a lease's terms that a wallet of the merchant signs, and the wallets that may sign it. */
  termsToSign: managerProcedure
    .input(termsToSignInput)
    .output(synchronous(z.strictObject({ terms: leaseTerms, wallets: z.string().array() })))
    .query(({ ctx, input }) => readTermsToSign(ctx.deps, ctx.actor, input)),
  signTerms: managerProcedure
    .meta(noStepUp.takesSignature)
    .input(signTermsInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => signTerms(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),

  /** Reminds the tenants of open charges. */
  remind: managerProcedure
    .meta(noStepUp.asksPeople)
    .meta({ strangers: "namedTenants" })
    .input(remindTenantsInput)
    .output(synchronous(remindedView))
    .mutation(({ ctx, input }) => remindTenants(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** The rule by which tenants are reminded automatically. */
  reminderRule: merchantProcedure.output(synchronous(reminderRuleView)).query(({ ctx }) => readReminderRule(ctx.deps, ctx.actor)),
  setReminderRule: managerProcedure
    .meta(noStepUp.asksPeople)
    .input(setReminderRuleInput)
    .output(synchronous(reminderRuleView))
    .mutation(({ ctx, input }) => setReminderRule(ctx.deps, ctx, ctx.actor, input)),
  addCharge: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(addChargeInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => addCharge(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** Previews a file's charges and its wrong rows. Writes nothing. It is a mutation because a whole file does not fit into a URL. */
  checkCharges: managerProcedure
    .meta(noStepUp.ownBooks)
    .meta(whileSuspended.writesNothing)
    .input(chargeFileInput)
    .output(synchronous(chargeFileView))
    .mutation(({ ctx, input }) => checkChargeFile(ctx.deps, ctx.actor, input)),
  addCharges: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(addChargesInput)
    .output(synchronous(chargesAddedView))
    .mutation(({ ctx, input }) => addCharges(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  voidCharge: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(voidChargeInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => voidCharge(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  addCredit: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(addLeaseCreditInput)
    .output(synchronous(creditAddedView))
    .mutation(({ ctx, input }) => addLeaseCredit(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** The late fees that a credit of an earlier day would make wrong. */
  wrongFees: merchantProcedure
    .input(wrongFeesInput)
    .output(synchronous(wrongFeesView))
    .query(async ({ ctx, input }) => readWrongFees(ctx.deps, { merchantId: (await requireOwnMerchant(ctx.deps, ctx.actor)).id }, input)),
  reverseCredit: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(reverseLeaseCreditInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => reverseLeaseCredit(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),

  keepDeposit: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(keepDepositInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => keepDeposit(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),

  /** The lease that a payment counts for, and the leases that it can be assigned to. */
  paymentLease: merchantProcedure
    .input(paymentLeaseInput)
    .output(synchronous(paymentLeaseView))
    .query(({ ctx, input }) => readPaymentLease(ctx.deps, ctx.actor, input.paymentId)),
  setPaymentLease: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(setPaymentLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => setPaymentLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),

  tenantsForAdmin: adminProcedure
    .input(listTenantsForAdminInput)
    .output(synchronous(tenancyPageView))
    .query(({ ctx, input }) => readTenanciesOf(ctx.deps, input)),
  leasesForAdmin: adminProcedure
    .input(listLeasesForAdminInput)
    .output(synchronous(anyLeasePageView))
    .query(({ ctx, input }) => readAllLeases(ctx.deps, input)),
  leaseForAdmin: adminProcedure
    .input(leaseIdInput)
    .output(synchronous(leaseView))
    .query(({ ctx, input }) => readLease(ctx.deps, "admin", input.leaseId)),
  ledgerForAdmin: adminProcedure
    .input(leaseLedgerInput)
    .output(synchronous(ledgerPageView))
    .query(({ ctx, input }) => readLedger(ctx.deps, "admin", input)),
  statementForAdmin: adminProcedure
    .use(auditedFile)
    .use(fromReplica)
    .input(statementInput)
    .output(synchronous(bookFileView))
    .query(({ ctx, input }) => makeStatement(ctx.deps, "admin", ctx.actor.userId, input)),

  /** The landlord's acts for administrators, with the administrator in the audit log. */
  changeLeaseForAdmin: adminProcedure
    .meta(noStepUp.marksNothingPaid)
    .input(changeLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => changeLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  endLeaseForAdmin: adminProcedure
    .meta(noStepUp.marksNothingPaid)
    .input(endLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => endLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  renewLeaseForAdmin: adminProcedure
    .meta(noStepUp.marksNothingPaid)
    .input(renewLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => renewLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  undoLeaseForAdmin: adminProcedure
    .meta(noStepUp.marksNothingPaid)
    .input(undoLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => undoLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  setPartPaymentsForAdmin: adminProcedure
    .meta(noStepUp.marksNothingPaid)
    .input(setPartPaymentsInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => setPartPayments(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  remindForAdmin: adminProcedure
    .meta(noStepUp.asksPeople)
    .input(remindTenantsInput)
    .output(synchronous(remindedView))
    .mutation(({ ctx, input }) => remindTenants(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  addChargeForAdmin: adminProcedure
    .meta(noStepUp.marksNothingPaid)
    .input(addChargeInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => addCharge(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  voidChargeForAdmin: freshAdminProcedure
    .input(voidChargeInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => voidCharge(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  addCreditForAdmin: freshAdminProcedure
    .input(addLeaseCreditInput)
    .output(synchronous(creditAddedView))
    .mutation(({ ctx, input }) => addLeaseCredit(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  wrongFeesForAdmin: adminProcedure
    .input(wrongFeesInput)
    .output(synchronous(wrongFeesView))
    .query(({ ctx, input }) => readWrongFees(ctx.deps, "admin", input)),
  reverseCreditForAdmin: freshAdminProcedure
    .input(reverseLeaseCreditInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => reverseLeaseCredit(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  leaseMoneyForAdmin: adminProcedure
    .input(leaseIdInput)
    .output(synchronous(leaseMoneyView.array()))
    .query(({ ctx, input }) => readLeaseMoney(ctx.deps, "admin", input.leaseId)),
  /** Giving back is among the refunds. */
  keepDepositForAdmin: freshAdminProcedure
    .input(keepDepositInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => keepDeposit(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  paymentLeaseForAdmin: adminProcedure
    .input(paymentLeaseInput)
    .output(synchronous(paymentLeaseView))
    .query(({ ctx, input }) => readPaymentLease(ctx.deps, ctx.actor, input.paymentId)),
  setPaymentLeaseForAdmin: freshAdminProcedure
    .input(setPaymentLeaseInput)
    .output(synchronous(addedView))
    .mutation(({ ctx, input }) => setPaymentLease(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
});
