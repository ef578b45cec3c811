import { chargeManyInput, creditManyInput, remindManyInput, remindPreviewInput, renewManyInput } from "@hearth/domain/rent/desk-inputs";
import { buildingInput, sumTenantsInput } from "@hearth/domain/rent/inputs";
import { router } from "../../../trpc/init.ts";
import { managerProcedure, merchantProcedure } from "../../../trpc/procedures.ts";
import { noStepUp } from "../../../trpc/step-up-rule.ts";
import { synchronous } from "../../../trpc/synchronous.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { tenancySumsView } from "../leases/leases.view.ts";
import { sumUpTenancies } from "../leases/read-tenancies.ts";
import { buildingView, readBuilding } from "./building.service.ts";
import { previewReminders, remindPreviewView } from "./remind-preview.service.ts";
import { chargeMany, creditMany, remindedSeveralView, remindMany, renewMany, severalView } from "./several.service.ts";

/** The calls of a landlord's daily work over all leases, among the calls of `rent`. */
export const deskRouter = router({
  /** The sums over the leases that `tenants` lists for the same filter. */
  tenantSums: merchantProcedure
    .input(sumTenantsInput)
    .output(synchronous(tenancySumsView))
    .query(async ({ ctx, input }) => sumUpTenancies(ctx.deps, (await requireOwnMerchant(ctx.deps, ctx.actor)).id, input)),
  /** The units by property, each with the state of this month's bills. */
  building: merchantProcedure
    .input(buildingInput)
    .output(synchronous(buildingView))
    .query(({ ctx, input }) => readBuilding(ctx.deps, ctx.actor, input)),

  // Acts on several leases. Each lease is done or refused on its own.
  chargeMany: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(chargeManyInput)
    .output(synchronous(severalView))
    .mutation(({ ctx, input }) => chargeMany(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  creditMany: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(creditManyInput)
    .output(synchronous(severalView))
    .mutation(({ ctx, input }) => creditMany(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  renewMany: managerProcedure
    .meta(noStepUp.ownBooks)
    .input(renewManyInput)
    .output(synchronous(severalView))
    .mutation(({ ctx, input }) => renewMany(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  remindMany: managerProcedure
    .meta(noStepUp.asksPeople)
    .meta({ strangers: "namedTenants" })
    .input(remindManyInput)
    .output(synchronous(remindedSeveralView))
    .mutation(({ ctx, input }) => remindMany(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** The leases that a reminder would go to, and the reasons why some would be refused. */
  remindPreview: merchantProcedure
    .input(remindPreviewInput)
    .output(synchronous(remindPreviewView))
    .query(({ ctx, input }) => previewReminders(ctx.deps, ctx.actor, input)),
});
