import { buildingInput, sumTenantsInput } from "@hearth/domain/rent/inputs";
import { router } from "../../../trpc/init.ts";
import { merchantProcedure } from "../../../trpc/procedures.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { tenancySumsView } from "../leases/leases.view.ts";
import { sumUpTenancies } from "../leases/read-tenancies.ts";
import { buildingView, readBuilding } from "./building.service.ts";

/** The calls of a landlord's daily work over all leases, among the calls of `rent`. */
export const deskRouter = router({
  /** The sums over the leases that `tenants` lists for the same filter. */
  tenantSums: merchantProcedure
    .input(sumTenantsInput)
    .output(tenancySumsView)
    .query(async ({ ctx, input }) => sumUpTenancies(ctx.deps, (await requireOwnMerchant(ctx.deps, ctx.actor)).id, input)),
  /** The units by property, each with the state of this month's bills. */
  building: merchantProcedure
    .input(buildingInput)
    .output(buildingView)
    .query(({ ctx, input }) => readBuilding(ctx.deps, ctx.actor, input)),
});
