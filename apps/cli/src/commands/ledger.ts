import type { HearthClient, Inputs, Outputs } from "@hearth/client/hearth-client";
import { formatUsdc } from "@hearth/domain/money";
import { z } from "zod";
import { command, option, router, wordInput } from "../command.ts";
import { explainLedger } from "./lease-ledger.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Answer } from "../output/answer.ts";
import { type Column, drawTable } from "../output/table.ts";
import { bad, good } from "../output/words.ts";
import type { Terminal } from "../terminal.ts";

type Batch = Outputs["operations"]["rebuild"];
type Total = Batch["totals"][number];
type Wanted = Omit<NonNullable<Inputs["operations"]["rebuild"]>, "at">;

/** The sum of all batches. */
interface Rebuilt {
  payments: number;
  transfers: number;
  upTo: string | null;
  totals: Total[];
  differences: string[];
  differenceCount: number;
}

/** Differences and merchants listed individually. The number of all differences is always reported. */
const maxListed = { differences: 200, merchants: 50 };

async function rebuildAll(admin: HearthClient, terminal: Terminal, options: Wanted): Promise<Rebuilt> {
  const all: Rebuilt = { payments: 0, transfers: 0, upTo: null, totals: [], differences: [], differenceCount: 0 };
  let sum: Total = { _id: "", name: "All", gross: "0", refunded: "0", unmatched: "0" };
  for (let at: Batch["next"] = { part: "payments", after: null }; at !== null;) {
    const { part, checked, upTo, totals, differences, differenceCount, next }: Batch = await admin.operations.rebuild.query({
      ...options,
      at,
    });
    if (part === "payments") all.payments += checked;
    if (part === "chain") all.transfers += checked;
    all.upTo = upTo ?? all.upTo;
    all.differences.push(...differences.slice(0, maxListed.differences - all.differences.length));
    all.differenceCount += differenceCount;
    sum = totals.reduce(add, sum);
    all.totals.push(...totals.slice(0, maxListed.merchants - all.totals.length));
    terminal.progress(part === "chain" ? `Read again up to block ${upTo} ...` : `${all.payments} payments rebuilt ...`);
    at = next;
  }
  terminal.endProgress();
  return options.merchantId === undefined ? { ...all, totals: [...all.totals, sum] } : all;
}

function add(sum: Total, { gross, refunded, unmatched }: Total): Total {
  const plus = (left: string, right: string) => String(BigInt(left) + BigInt(right));
  return { ...sum, gross: plus(sum.gross, gross), refunded: plus(sum.refunded, refunded), unmatched: plus(sum.unmatched, unmatched) };
}

const usdc = (units: string | bigint) => formatUsdc(BigInt(units));
const columns: Column<Total>[] = [
  { title: "Merchant", value: ({ name }) => name, max: 32 },
  { title: "Gross", value: ({ gross }) => usdc(gross), align: "right" },
  { title: "Refunded", value: ({ refunded }) => usdc(refunded), align: "right" },
  { title: "Net", value: ({ gross, refunded }) => usdc(BigInt(gross) - BigInt(refunded)), align: "right" },
  { title: "Unmatched", value: ({ unmatched }) => usdc(unmatched), align: "right" },
];

function about(rebuilt: Rebuilt): Answer {
  const { payments, transfers, upTo, totals, differences, differenceCount } = rebuilt;
  const unlisted = differenceCount - differences.length;
  const text = () =>
    [
      drawTable(columns, totals),
      "",
      `Rebuilt from the journal: ${payments} payments with their refunds, and the totals above, in USDC.`,
      upTo === null ? "The ledger holds nothing of the chain yet." : `Rebuilt from the chain: ${transfers} transfers up to block ${upTo}.`,
      ...(differenceCount === 0 ? [good("Everything matches the stored data.")] : differences.map(bad)),
      ...(unlisted > 0 ? [bad(`There are ${unlisted} more differences.`)] : []),
    ].join("\n");
  return { json: rebuilt, text, exitCode: differenceCount === 0 ? exitCodes.done : exitCodes.problemsFound };
}

/** Shows a lease's ledger, and rebuilds or repairs the ledger of all money. */
export const ledgerCommands = router({
  show: command
    .meta({
      default: true,
      description: "A lease's ledger: every line with its balance, how the balance was calculated, and the scheduled payments",
      examples: ["hearth ledger lse_01j8bjkhbbfcgr169q3t4kkgnm"],
    })
    .input(z.object({ lease: wordInput("The lease's ID: lse_...") }))
    .query(async ({ ctx, input: { lease } }) => explainLedger(await ctx.admin(), ctx.terminal, lease)),
  rebuild: command
    .meta({
      description:
        "Rebuild statuses and totals from the journal, and transfers from the chain, and compare them with the database. Changes nothing. Ends with 5 if they differ.",
      examples: ["hearth ledger rebuild", "hearth ledger rebuild --from-block 21840000 --merchant mer_01j8bjkhbbfcgr169q3t4kkgnm"],
    })
    .input(
      z.object({
        fromBlock: option("Read the chain again from this block on. Default: the first block in the ledger"),
        merchant: option("Only of one merchant: mer_..."),
      }),
    )
    .query(async ({ ctx, input: { fromBlock, merchant } }) =>
      about(await rebuildAll(await ctx.admin(), ctx.terminal, { fromBlock, merchantId: merchant })),
    ),
  mend: command
    .meta({
      description: "Rewrite a transfer's row from the chain if it differs from its log. Its payment is then decided again",
      examples: ['hearth ledger mend trf_01m7qsjg7weayb9dak81933qz4 --reason "An explorer shows another sender"'],
    })
    .input(
      z.object({
        transfer: wordInput("The transfer's ID, from the alarm or from hearth ledger rebuild: trf_..."),
        reason: z.string().describe("What was wrong; kept in the audit log"),
      }),
    )
    .mutation(async ({ ctx, input: { transfer, reason } }) => {
      const mended = await (await ctx.admin()).operations.mendTransfer.mutate({ transferId: transfer, reason });
      const { takenBack, recorded } = mended;
      const rows = takenBack === 1 ? "1 row was reverted" : `${takenBack} rows were reverted`;
      const logs = recorded === 1 ? "1 log was recorded again" : `${recorded} logs were recorded again`;
      return { json: mended, text: () => good(`${rows}, and ${logs}. hearth reconcile compares the block again.`) };
    }),
});
