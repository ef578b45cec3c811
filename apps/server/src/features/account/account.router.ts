import { closeAccountInput, handOverInput } from "@hearth/domain/account/closing";
import { resetPasswordInput } from "@hearth/domain/auth/inputs";
import { tracked } from "@trpc/server";
import { followAsCaller } from "../../trpc/follow-for.ts";
import { router } from "../../trpc/init.ts";
import { freshOwnerProcedure, freshUserProcedure, publicProcedure, userProcedure } from "../../trpc/procedures.ts";
import { messageView } from "../../trpc/wire.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { resetPassword, resetView } from "../auth/email/reset-password.service.ts";
import { closeAccount, closingView, readClosing } from "./close-account.service.ts";
import { handOver } from "./hand-over.service.ts";
import { newsOf, watchInput } from "./news.service.ts";
import { undoActs } from "./undo-acts.service.ts";
import { exportOwnData, ownDataInput, ownDataView } from "./own-data.service.ts";

/** A part of the `auth` router. It is here because an owner's way back undoes acts of every feature. */
export const recoveryRouter = router({
  resetPassword: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(resetPasswordInput)
    .output(synchronous(resetView))
    .mutation(({ ctx, input }) => resetPassword(ctx.deps, ctx, input, undoActs)),
});

/** News of one's account, export of its data, and closing it. */
export const accountRouter = router({
  /** Follows everything that a page shows of the account in one stream. */
  watch: userProcedure.input(watchInput).subscription(async function* ({ ctx, input, signal }) {
    for await (const [mark, news] of followAsCaller(ctx, await newsOf(ctx, ctx.actor, input), signal)) yield tracked(mark, news);
  }),
  exportData: freshUserProcedure
    .input(ownDataInput)
    .output(synchronous(ownDataView))
    .query(({ ctx, input }) => exportOwnData(ctx.deps, ctx, ctx.actor, input)),
  closing: userProcedure.output(synchronous(closingView)).query(({ ctx }) => readClosing(ctx.deps, ctx, ctx.actor)),
  close: freshUserProcedure
    .input(closeAccountInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => closeAccount(ctx.deps, ctx, ctx.actor, input)),
  handOver: freshOwnerProcedure
    .input(handOverInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => handOver(ctx.deps, ctx, ctx.actor, input)),
});
