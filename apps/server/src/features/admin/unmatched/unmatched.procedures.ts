import { listTransfersInput } from "@hearth/domain/admin/filters";
import {
  attachTransferInput,
  creditableTenantsInput,
  creditTenantInput,
  detachTransferInput,
  setTransferAsideInput,
  transferIdInput,
} from "@hearth/domain/merchants/transfers";
import { confirmClaimInput, refuseClaimInput } from "@hearth/domain/payments/claims";
import { paymentIdInput } from "@hearth/domain/payments/inputs";
import { z } from "zod";
import { adminProcedure, freshAdminProcedure } from "../../../trpc/procedures.ts";
import { noStepUp } from "../../../trpc/step-up-rule.ts";
import { messageView } from "../../../trpc/wire.ts";
import { synchronous } from "../../../trpc/synchronous.ts";
import { creditableTenantsView, readCreditableTenants, tenantCreditView } from "../../payments/unmatched/tenant-credit.service.ts";
import { readAttachable, readCandidates } from "../../payments/unmatched/unmatched-transfers.service.ts";
import { attachableView, candidateView } from "../../payments/unmatched/unmatched-transfers.view.ts";
import {
  attachAnyTransfer,
  confirmAnyClaim,
  creditAnyTenant,
  detachAnyTransfer,
  listTransfers,
  readTransfer,
  refuseAnyClaim,
  restoreAnyTransfer,
  setAnyTransferAside,
} from "./unmatched.service.ts";
import { adminTransferDetailView, adminTransferView } from "./unmatched.view.ts";

/** Procedures for unmatched transfers of all merchants, and for decisions about them. */
export const unmatchedProcedures = {
  transfers: adminProcedure
    .input(listTransfersInput)
    .output(
      synchronous(z.strictObject({ items: adminTransferView.array(), nextCursor: z.string().nullable(), openCount: z.number().int() })),
    )
    .query(({ ctx, input }) => listTransfers(ctx.deps, input, ctx.timeZone)),
  transfer: adminProcedure
    .input(transferIdInput)
    .output(synchronous(adminTransferDetailView))
    .query(({ ctx, input }) => readTransfer(ctx.deps, input.transferId)),
  transferCandidates: adminProcedure
    .input(transferIdInput)
    .output(synchronous(candidateView.array()))
    .query(({ ctx, input }) => readCandidates(ctx.deps, { merchantId: null }, input.transferId)),
  attachableTransfers: adminProcedure
    .input(paymentIdInput)
    .output(synchronous(attachableView.array()))
    .query(({ ctx, input }) => readAttachable(ctx.deps, { merchantId: null }, input.paymentId)),
  attachTransfer: freshAdminProcedure
    .input(attachTransferInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => attachAnyTransfer(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  creditableTenants: adminProcedure
    .input(creditableTenantsInput)
    .output(synchronous(creditableTenantsView))
    .query(({ ctx, input }) => readCreditableTenants(ctx.deps, null, input)),
  creditTenant: freshAdminProcedure
    .input(creditTenantInput)
    .output(synchronous(tenantCreditView))
    .mutation(({ ctx, input }) => creditAnyTenant(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  confirmClaim: freshAdminProcedure
    .input(confirmClaimInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => confirmAnyClaim(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  refuseClaim: adminProcedure
    .meta(noStepUp.marksNothingPaid)
    .input(refuseClaimInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => refuseAnyClaim(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  detachTransfer: freshAdminProcedure
    .input(detachTransferInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => detachAnyTransfer(ctx.deps, ctx, ctx.actor, input)),
  setTransferAside: adminProcedure
    .meta(noStepUp.marksNothingPaid)
    .input(setTransferAsideInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => setAnyTransferAside(ctx.deps, ctx, ctx.actor, input)),
  restoreTransfer: adminProcedure
    .meta(noStepUp.marksNothingPaid)
    .input(transferIdInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => restoreAnyTransfer(ctx.deps, ctx, ctx.actor, input.transferId)),
};
