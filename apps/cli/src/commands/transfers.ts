import { randomUUID } from "node:crypto";
import type { Outputs } from "@hearth/client/hearth-client";
import { z } from "zod";
import { command, dateOptions, option, pageOptions, router, wordInput } from "../command.ts";
import { type Answer, detailAnswer, listAnswer, section, sentence } from "../output/answer.ts";
import type { Column } from "../output/table.ts";
import { usd, when } from "../output/words.ts";
import { collect } from "../pages.ts";

type Listed = Outputs["admin"]["transfers"]["items"][number];
type Detail = Outputs["admin"]["transfer"];
type Candidate = Outputs["admin"]["transferCandidates"][number];
type Attachable = Outputs["admin"]["attachableTransfers"][number];

const columns: Column<Listed>[] = [
  { title: "ID", value: ({ _id }) => _id },
  { title: "Received", value: ({ receivedAt }) => when(receivedAt) },
  { title: "Merchant", value: ({ merchant }) => merchant.name, max: 24 },
  { title: "USDC", value: ({ usdc }) => usdc, align: "right" },
  { title: "Verdict", value: ({ verdict }) => verdict },
  { title: "Likely for", value: ({ suggestion, meantFor }) => (suggestion ?? meantFor)?._id ?? "" },
];

const candidateColumns: Column<Candidate>[] = [
  { title: "ID", value: ({ _id }) => _id },
  { title: "Begun", value: ({ createdAt }) => when(createdAt) },
  { title: "Payer", value: ({ payer }) => payer, max: 28 },
  { title: "Amount", value: ({ amount }) => usd(amount), align: "right" },
  { title: "Status", value: ({ status }) => status },
  { title: "Likely", value: ({ isLikely }) => (isLikely ? "yes" : "") },
  { title: "Attached", value: ({ outcome }) => outcomeWords(outcome) },
];

const attachableColumns: Column<Attachable>[] = [
  { title: "ID", value: ({ _id }) => _id },
  { title: "Received", value: ({ receivedAt }) => when(receivedAt) },
  { title: "USDC", value: ({ usdc }) => usdc, align: "right" },
  { title: "From", value: ({ from }) => from },
  { title: "Attached", value: ({ outcome }) => outcomeWords(outcome) },
];

/** Describes a payment after attaching the transfer: `exact`, `short by $1.00` or `over by $4.50`. */
function outcomeWords({ kind, by }: Candidate["outcome"]): string {
  return kind === "exact" ? kind : `${kind} by ${by === 0 ? "less than $0.01" : usd(by)}`;
}

const decisionColumns: Column<Detail["rulings"][number]>[] = [
  { title: "When", value: ({ at }) => when(at) },
  { title: "What", value: ({ action }) => action },
  { title: "By", value: ({ by }) => by ?? "Hearth" },
  { title: "Reason", value: ({ reason }) => reason, max: 60 },
];

function show(transfer: Detail, candidates: Candidate[]): Answer {
  const { meantFor, sendBack } = transfer;
  const facts = {
    Id: transfer._id,
    USDC: transfer.usdc,
    Verdict: transfer.verdict,
    Merchant: `${transfer.merchant.name} (${transfer.merchant._id})`,
    From: transfer.from,
    To: transfer.to,
    Transaction: transfer.transactionHash,
    Received: when(transfer.receivedAt),
    "Meant for": meantFor && `${meantFor._id}, ${usd(meantFor.amount)} of ${meantFor.payer} (${meantFor.status})`,
    "Set aside": when(transfer.setAsideAt),
    "Being sent back": sendBack?.status === "begun" ? `since ${when(sendBack.at)}` : null,
    "Sent back": sendBack?.status === "sentBack" ? `${when(sendBack.at)}, ${sendBack.transactionHash}` : null,
  };
  return detailAnswer({ ...transfer, candidates }, facts, () => [
    section("Payments that it could be for", candidates, candidateColumns),
    section("Decisions", transfer.rulings, decisionColumns),
  ]);
}

const idWord = wordInput("The transfer's ID: trf_...");
const reason = z.string().describe("The reason, for the audit log");

/** Manages transfers that belong to no payment. */
export const transferCommands = router({
  list: command
    .meta({ description: "Transfers that match no payment, newest first, each with its most likely payment" })
    .input(
      z.object({
        search: wordInput("Words of a merchant's name, a transaction hash, or a wallet").optional(),
        show: z.enum(["open", "setAside", "sentBack", "attached"]).default("open").describe("Open transfers, or decided ones"),
        merchant: option("Only of one merchant: mer_..."),
        ...dateOptions,
        ...pageOptions,
      }),
    )
    .query(async ({ ctx, input }) => {
      const admin = await ctx.admin();
      const { search, show: which, merchant: merchantId, from: startDate, to: endDate } = input;
      const filter = { search, show: which, merchantId, startDate, endDate };
      const page = await collect(ctx.terminal, input, (part) => admin.admin.transfers.query({ ...filter, ...part }));
      return listAnswer(page, columns, "No money waits for review.");
    }),
  show: command
    .meta({ description: "One transfer, the payments it could be for, and the decisions about it" })
    .input(z.object({ id: idWord }))
    .query(async ({ ctx, input: { id: transferId } }) => {
      const { transfer, transferCandidates } = (await ctx.admin()).admin;
      return show(...(await Promise.all([transfer.query({ transferId }), transferCandidates.query({ transferId })])));
    }),
  for: command
    .meta({ description: "Transfers that could be attached to a payment, closest amount first, and the result of attaching each" })
    .input(z.object({ payment: wordInput("The payment's ID: pay_...") }))
    .query(async ({ ctx, input: { payment: paymentId } }) => {
      const items = await (await ctx.admin()).admin.attachableTransfers.query({ paymentId });
      return listAnswer({ items, nextCursor: null }, attachableColumns, "No money could be attached to this payment.");
    }),
  attach: command
    .meta({
      description: "Attach a transfer of any amount to a payment: too little makes it short, too much marks it over",
      examples: ['hearth transfers attach trf_... pay_... --reason "Paid from her sister\'s wallet"'],
    })
    .input(z.object({ id: idWord, payment: wordInput("The payment's ID: pay_..."), reason }))
    .mutation(async ({ ctx, input: { id: transferId, payment: paymentId, reason: why } }) => {
      const { admin } = await ctx.admin();
      const { message } = await admin.attachTransfer.mutate({ transferId, paymentId, reason: why, idempotencyKey: randomUUID() });
      return sentence(message);
    }),
  detach: command
    .meta({ description: "Detach a transfer from its payment. A payment that it completed returns to its earlier status" })
    .input(z.object({ id: idWord, reason }))
    .mutation(async ({ ctx, input: { id: transferId, reason: why } }) => {
      const { admin } = await ctx.admin();
      return sentence((await admin.detachTransfer.mutate({ transferId, reason: why })).message);
    }),
});
