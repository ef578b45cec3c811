import { cardAtInput } from "@hearth/domain/merchants/business";
import { router } from "../../trpc/init.ts";
import { publicProcedure } from "../../trpc/procedures.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { readCardsAt } from "./payee-cards.ts";
import { payeeCardsAtView } from "./payee-cards.view.ts";

/** The signed cards that say which wallet belongs to which business. Public, because a payer's device checks them itself. */
export const payeesRouter = router({
  cardOf: publicProcedure
    .input(cardAtInput)
    .output(synchronous(payeeCardsAtView))
    .query(({ ctx, input }) => readCardsAt(ctx.deps, input.address)),
});
