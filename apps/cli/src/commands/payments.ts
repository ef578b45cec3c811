import type { Outputs } from "@hearth/client/hearth-client";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";
import { command, pageOptions, recordFilter, recordOptions, router, wordInput } from "../command.ts";
import { type Answer, detailAnswer, listAnswer, section } from "../output/answer.ts";
import type { Column } from "../output/table.ts";
import { paintStatus, usd, when } from "../output/words.ts";
import { collect } from "../pages.ts";

type Listed = Outputs["admin"]["transactions"]["items"][number];
type Detail = Outputs["admin"]["transaction"];

const columns: Column<Listed>[] = [
  { title: "ID", value: ({ _id }) => _id },
  { title: "Begun", value: ({ createdAt }) => when(createdAt) },
  { title: "Payer", value: ({ userId }) => userId.email, max: 32 },
  { title: "Merchant", value: ({ merchantId }) => merchantId.name, max: 24 },
  { title: "Amount", value: ({ amount }) => usd(amount), align: "right" },
  { title: "Refunded", value: ({ refundedAmount }) => (refundedAmount === 0 ? "" : usd(refundedAmount)), align: "right" },
  { title: "Status", value: ({ status }) => status, paint: paintStatus },
  { title: "Odd", value: ({ oddity }) => (oddity === "none" ? "" : oddity) },
];

const eventColumns: Column<Detail["timeline"][number]>[] = [
  { title: "When", value: ({ at }) => when(at) },
  { title: "What", value: ({ type }) => type },
  { title: "By", value: ({ by }) => by ?? "Hearth" },
  { title: "USDC", value: ({ usdc }) => usdc, align: "right" },
  { title: "Block", value: ({ blockNumber }) => blockNumber, align: "right" },
  { title: "Note", value: ({ note }) => note, max: 48 },
];

const transferColumns: Column<Detail["transfers"][number]>[] = [
  { title: "Transaction", value: ({ transactionHash }) => transactionHash },
  { title: "Log", value: ({ logIndex }) => logIndex, align: "right" },
  { title: "USDC", value: ({ usdc }) => usdc, align: "right" },
  { title: "Verdict", value: ({ verdict, boundBy }) => (boundBy === null ? verdict : `${verdict} by ${boundBy}`) },
  { title: "Confirmations", value: ({ confirmations }) => confirmations, align: "right" },
  { title: "Counts", value: ({ isCounted }) => (isCounted ? "yes" : "") },
  { title: "State", value: ({ orphanedAt, finalAt }) => (orphanedAt ? "left the chain" : finalAt ? "final" : "") },
];

function show(payment: Detail): Answer {
  const { userId: payer, merchantId: merchant } = payment;
  const facts = {
    Id: payment._id,
    Status: payment.oddity === "none" ? payment.status : `${payment.status} (${payment.oddity})`,
    Amount: usd(payment.amount),
    Refunded: payment.refundedAmount === 0 ? null : usd(payment.refundedAmount),
    Missing: payment.short && `${usd(payment.short.missing)}, after ${usd(payment.short.received)} had arrived`,
    For: payment.description,
    Payer: `${payer.firstName} ${payer.lastName} <${payer.email}> (${payer._id})`,
    Merchant: `${merchant.name} (${merchant._id})`,
    "To wallet": payment.walletAddress,
    Network: payment.blockchainNetwork,
    Transaction: payment.transactionHash,
    Begun: when(payment.createdAt),
    Completed: when(payment.completedAt),
    Note: payment.notes,
  };
  return detailAnswer(payment, facts, () => [
    section("Timeline", payment.timeline, eventColumns),
    section("Transfers", payment.transfers, transferColumns),
  ]);
}

const paymentInput = z.object({ id: wordInput("The payment's ID: pay_...") });

/** Lists, shows and rechecks payments. */
export const paymentCommands = router({
  list: command
    .meta({ description: "Payments, newest first", examples: ["hearth payments list --status pending", "hearth payments list maya"] })
    .input(
      z.object({
        search: wordInput("Words, an ID, a code, a transaction hash, or a wallet").optional(),
        status: z
          .enum(["all", ...paymentStatuses])
          .default("all")
          .describe("Only of one status"),
        ...recordOptions,
        ...pageOptions,
      }),
    )
    .query(async ({ ctx, input }) => {
      const admin = await ctx.admin();
      const filter = { search: input.search, ...recordFilter(input) };
      const page = await collect(ctx.terminal, input, (part) => admin.admin.transactions.query({ ...filter, ...part }));
      return listAnswer(page, columns, "No payment fits.");
    }),
  show: command
    .meta({ description: "One payment with its timeline and every transfer considered for it" })
    .input(paymentInput)
    .query(async ({ ctx, input: { id } }) => show(await (await ctx.admin()).admin.transaction.query({ transactionId: id }))),
  recheck: command
    .meta({ description: "Read the chain now, and show the payment afterwards" })
    .input(paymentInput)
    .mutation(async ({ ctx, input: { id } }) => {
      const admin = await ctx.admin();
      ctx.terminal.progress("Reading the chain ...");
      const payment = await admin.operations.recheck.mutate({ transactionId: id });
      ctx.terminal.endProgress();
      return show(payment);
    }),
});
