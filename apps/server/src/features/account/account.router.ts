import { closeAccountInput, handOverInput } from "@hearth/domain/account/closing";
import { router } from "../../trpc/init.ts";
import { freshOwnerProcedure, freshUserProcedure, userProcedure } from "../../trpc/procedures.ts";
import { messageView } from "../../trpc/wire.ts";
import { closeAccount, closingView, readClosing } from "./close-account.service.ts";
import { handOver } from "./hand-over.service.ts";
import { exportOwnData, ownDataInput, ownDataView } from "./own-data.service.ts";

/** Export of one's own data, and closing one's account. */
export const accountRouter = router({
  exportData: freshUserProcedure
    .input(ownDataInput)
    .output(ownDataView)
    .query(({ ctx, input }) => exportOwnData(ctx.deps, ctx, ctx.actor, input)),
  closing: userProcedure.output(closingView).query(({ ctx }) => readClosing(ctx.deps, ctx, ctx.actor)),
  close: freshUserProcedure
    .input(closeAccountInput)
    .output(messageView)
    .mutation(({ ctx, input }) => closeAccount(ctx.deps, ctx, ctx.actor, input)),
  handOver: freshOwnerProcedure
    .input(handOverInput)
    .output(messageView)
    .mutation(({ ctx, input }) => handOver(ctx.deps, ctx, ctx.actor, input)),
});
