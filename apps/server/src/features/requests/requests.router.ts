import { billInput, changeRequestInput, createRequestInput, listRequestsInput, requestIdInput } from "@hearth/domain/requests/inputs";
import { router } from "../../trpc/init.ts";
import { managerProcedure, merchantProcedure, publicProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { createRequest, readBill, readRequest, readRequests, remindOfRequest, withdrawRequest } from "./requests.service.ts";
import { billView, requestPageView, requestView } from "./requests.view.ts";

/** Payment requests: merchants ask people for an amount by a link. */
export const requestsRouter = router({
  create: managerProcedure
    .meta(noStepUp.asksPeople)
    .meta({ strangers: "askedToPay" })
    .input(createRequestInput)
    .output(synchronous(requestView))
    .mutation(({ ctx, input }) => createRequest(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  list: merchantProcedure
    .input(listRequestsInput)
    .output(synchronous(requestPageView))
    .query(({ ctx, input }) => readRequests(ctx.deps, ctx.actor, input)),
  get: merchantProcedure
    .input(requestIdInput)
    .output(synchronous(requestView))
    .query(({ ctx, input }) => readRequest(ctx.deps, ctx.actor, input.requestId)),
  withdraw: managerProcedure
    .meta(noStepUp.asksPeople)
    .input(changeRequestInput)
    .output(synchronous(requestView))
    .mutation(({ ctx, input }) => withdrawRequest(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  remind: managerProcedure
    .meta(noStepUp.asksPeople)
    .meta({ strangers: "askedToPay" })
    .input(changeRequestInput)
    .output(synchronous(requestView))
    .mutation(({ ctx, input }) => remindOfRequest(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** The bill of a link, public to anybody who has it. */
  bill: publicProcedure
    .input(billInput)
    .output(synchronous(billView))
    .query(({ ctx, input }) => readBill(ctx.deps, input.reference)),
});
