import type { Outputs } from "@hearth/client/hearth-client";
import { workListNames } from "@hearth/domain/operations/work-lists";
import { z } from "zod";
import { command, limitOption, router, wordInput } from "../command.ts";
import { detailAnswer, listAnswer, sentence } from "../output/answer.ts";
import { exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure.ts";
import type { Column } from "../output/table.ts";
import { when } from "../output/words.ts";

const columns: Column<Outputs["operations"]["setAside"][number]>[] = [
  { title: "List", value: ({ list }) => list },
  { title: "Item", value: ({ name }) => name },
  { title: "Since", value: ({ firstFailedAt }) => when(firstFailedAt) },
  { title: "Tries", value: ({ tries }) => tries, align: "right" },
  { title: "Next try", value: ({ nextTryAt }) => when(nextTryAt) },
  { title: "Error", value: ({ error }) => error, max: 60 },
];

const list = z.enum(workListNames).describe("The item's list");

/** Manages items that background jobs leave out because they failed. */
export const setAsideCommands = router({
  list: command
    .meta({ description: "Items that failed and are skipped until their next retry, oldest first" })
    .input(z.object({ list: list.optional().describe("Only of one list"), limit: limitOption(500) }))
    .query(async ({ ctx, input }) => {
      const items = await (await ctx.admin()).operations.setAside.query(input);
      return listAnswer({ items, nextCursor: null }, columns, "Nothing is set aside.");
    }),
  show: command
    .meta({ description: "One such item, with its full error" })
    .input(z.object({ list, name: wordInput("The item's name in its list") }))
    .query(async ({ ctx, input }) => {
      const [item] = await (await ctx.admin()).operations.setAside.query({ ...input, limit: 1 });
      if (item === undefined) throw new CommandFailure("Nothing of this name is set aside in this list.", exitCodes.notFound);
      const { name, problem, merchantId, error, tries, nextTryAt, firstFailedAt, lastFailedAt } = item;
      return detailAnswer(item, {
        Item: name,
        List: item.list,
        Problem: problem,
        Business: merchantId,
        Error: error,
        Tries: String(tries),
        "Failed first": when(firstFailedAt),
        "Failed last": when(lastFailedAt),
        "Next try": when(nextTryAt),
      });
    }),
  retry: command
    .meta({ description: "Retry such an item with the next run of its job" })
    .input(z.object({ list, name: wordInput("The item's name in its list") }))
    .mutation(async ({ ctx, input }) => {
      const { message } = await (await ctx.admin()).operations.retrySetAside.mutate(input);
      return sentence(message);
    }),
});
