import type { HearthClient, Outputs } from "@hearth/client/hearth-client";
import { z } from "zod";
import { command, option } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Answer } from "../output/answer.ts";
import { bad, good } from "../output/words.ts";
import type { Terminal } from "../terminal.ts";

type Comparison = Outputs["operations"]["reconcile"];

/** Compares batch after batch to the end, or to the first one with transfers that the chain does not have. */
async function compareAll(admin: HearthClient, terminal: Terminal, fromBlock: string | undefined): Promise<Comparison> {
  let from = fromBlock;
  let missing = 0;
  for (;;) {
    const part = await admin.operations.reconcile.mutate({ fromBlock: from });
    missing += part.missing;
    if (part.isDone || part.invented > 0) return { ...part, missing };
    terminal.progress(`Compared up to block ${part.upTo} ...`);
    from = String(BigInt(part.upTo) + 1n);
  }
}

/** Checks the whole state in batches. Returns the first 1,000 contradictions. */
async function checkAllBatches(admin: HearthClient, terminal: Terminal): Promise<string[]> {
  const all: string[] = [];
  for (let at: Outputs["operations"]["invariants"]["next"] = { part: "payments", after: null }; at !== null;) {
    terminal.progress(`Checking the state: ${at.part} ...`);
    const { broken, next }: Outputs["operations"]["invariants"] = await admin.operations.invariants.query({ at });
    all.push(...broken.slice(0, 1_000 - all.length));
    at = next;
  }
  terminal.endProgress();
  return all;
}

function aboutComparison(result: Comparison): Answer {
  const isSound = result.invented === 0 && result.differing === 0 && !result.areCompletionsStopped;
  const lines = [
    BigInt(result.upTo) < 0n ? null : `Ledger and chain agree up to block ${result.upTo}.`,
    result.missing > 0
      ? `${transfersAre(result.missing, "was", "were")} on the chain only, and in the ledger now.`
      : "Nothing was missing.",
    result.invented > 0 ? bad(`${transfersAre(result.invented, "is", "are")} in the ledger, and not on the chain.`) : null,
    result.differing > 0
      ? bad(`${transfersAre(result.differing, "differs", "differ")} from the chain. hearth ledger rebuild names each.`)
      : null,
    result.areCompletionsStopped
      ? bad("No payment completes until somebody has put this right and run: hearth resume")
      : isSound
        ? good("All is well.")
        : null,
  ];
  return {
    json: result,
    text: () => lines.filter((line) => line !== null).join("\n"),
    exitCode: isSound ? exitCodes.done : exitCodes.problemsFound,
  };
}

function transfersAre(count: number, one: string, more: string): string {
  return count === 1 ? `1 transfer ${one}` : `${count} transfers ${more}`;
}

/** Checks the money and resumes completions. */
export const checkCommands = {
  reconcile: command
    .meta({
      description: "Compare the ledger with the chain, and record transfers that the ledger missed. Ends with 5 if they differ.",
      examples: ["hearth reconcile", "hearth reconcile --from-block 0"],
    })
    .input(
      z.object({
        fromBlock: option("Compare again from this block on. Use the first block that Hearth read to compare everything"),
      }),
    )
    .mutation(async ({ ctx, input: { fromBlock } }) => {
      const result = await compareAll(await ctx.admin(), ctx.terminal, fromBlock);
      ctx.terminal.endProgress();
      return aboutComparison(result);
    }),
  invariants: command
    .meta({ description: "Check the whole state and list every contradiction in it. Ends with 5 if there is one." })
    .input(z.object({}))
    .query(async ({ ctx }): Promise<Answer> => {
      const broken = await checkAllBatches(await ctx.admin(), ctx.terminal);
      if (broken.length === 0) return { json: { broken }, text: () => good("No contradictions found.") };
      return { json: { broken }, text: () => broken.map(bad).join("\n"), exitCode: exitCodes.problemsFound };
    }),
  resume: command
    .meta({ description: "Resume completing payments after a difference from the chain stopped them. Refused while they still differ" })
    .input(z.object({ reason: z.string().describe("What was put right; kept in the audit log") }))
    .mutation(async ({ ctx, input: { reason } }) => {
      const admin = await ctx.admin();
      return aboutComparison(await admin.operations.resumeCompletions.mutate({ reason }));
    }),
};
