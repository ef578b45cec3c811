import { router } from "../../trpc/init.ts";
import { userProcedure } from "../../trpc/procedures.ts";
import { listActiveMerchants, listNamedMerchants } from "../merchants/merchants.service.ts";
import { merchantView } from "../merchants/merchants.view.ts";

/** Merchants as people see them; the merchant's own area joins here. */
export const merchantRouter = router({
  /** Those that can be enrolled with, by name. */
  list: userProcedure.output(merchantView.array()).query(({ ctx }) => listActiveMerchants(ctx.deps.db)),
  /** Those that history may name: inactive ones as well. */
  listAll: userProcedure.output(merchantView.array()).query(({ ctx }) => listNamedMerchants(ctx.deps.db)),
});
