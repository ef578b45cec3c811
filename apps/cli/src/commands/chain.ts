import { z } from "zod";
import { command, option, router } from "../command.ts";
import { good } from "../output/words.ts";

/** Repairs the server's reading of the chain. */
export const chainCommands = router({
  repair: command
    .meta({
      description:
        "Move the cursor back to a block, and revert transfers above it that the chain does not have. For use after a provider reported false data",
      examples: [
        'hearth chain repair --reason "The provider was on a branch of its own"',
        'hearth chain repair --to-block 21840000 --reason "It invented a transfer"',
      ],
    })
    .input(
      z.object({
        toBlock: option("The block to go back to. Default: the newest stored block that the chain still has"),
        reason: z.string().describe("What was wrong; kept in the audit log"),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const repair = await (await ctx.admin()).operations.repairChain.mutate(input);
      const { from, to, takenBack } = repair;
      const about = takenBack === 1 ? "1 transfer was reverted" : `${takenBack} transfers were reverted`;
      return { json: repair, text: () => good(`Reading continues from block ${to} instead of ${from}. ${about}.`) };
    }),
});
