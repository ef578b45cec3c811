import { z } from "zod";
import { command, option, router } from "../command.ts";
import { good } from "../output/words.ts";

/** Hearth's reading of the chain. */
export const chainCommands = router({
  repair: command
    .meta({
      description:
        "Move reading back to a block and take back what was read above it that the chain does not have, after a provider had told what was not so",
      examples: [
        'hearth chain repair --reason "The provider was on a branch of its own"',
        'hearth chain repair --to-block 21840000 --reason "It invented a transfer"',
      ],
    })
    .input(
      z.object({
        toBlock: option("The block to go back to; when not given, the newest that is remembered and that the chain still has"),
        reason: z.string().describe("What was wrong; kept in the audit log"),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const repair = await (await ctx.admin()).operations.repairChain.mutate(input);
      const { from, to, takenBack } = repair;
      const about = takenBack === 1 ? "1 transfer was taken back" : `${takenBack} transfers were taken back`;
      return { json: repair, text: () => good(`Reading goes on from block ${to}; it stood at ${from}. ${about}.`) };
    }),
});
