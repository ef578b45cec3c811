import { randomUUID } from "node:crypto";
import type { Outputs } from "@hearth/client/hearth-client";
import { disputeResults, disputeStatuses } from "@hearth/domain/disputes/status";
import { z } from "zod";
import { command, option, pageOptions, recordFilter, recordOptions, router, wordInput } from "../command.ts";
import { type Answer, detailAnswer, listAnswer, section } from "../output/answer.ts";
import type { Column } from "../output/table.ts";
import { paintStatus, usd, when } from "../output/words.ts";
import { collect } from "../pages.ts";

type Listed = Outputs["disputes"]["listForAdmin"]["items"][number];
type Detail = Outputs["disputes"]["getForAdmin"];

const columns: Column<Listed>[] = [
  { title: "Code", value: ({ disputeId }) => disputeId },
  { title: "Filed", value: ({ createdAt }) => when(createdAt) },
  { title: "Payer", value: ({ userId }) => userId.email, max: 32 },
  { title: "Merchant", value: ({ merchantId }) => merchantId.name, max: 24 },
  { title: "Amount", value: ({ amount }) => usd(amount), align: "right" },
  { title: "Status", value: ({ status }) => status, paint: paintStatus },
  { title: "Reason", value: ({ reason }) => reason, max: 40 },
];

const nameOf = (person: { firstName: string; lastName: string } | null) => (person ? `${person.firstName} ${person.lastName}` : "Hearth");

const eventColumns: Column<Detail["timeline"][number]>[] = [
  { title: "When", value: ({ at }) => when(at) },
  { title: "What", value: ({ type }) => type },
  { title: "By", value: ({ by }) => nameOf(by) },
];

const commentColumns: Column<Detail["comments"][number]>[] = [
  { title: "When", value: ({ addedAt }) => when(addedAt) },
  { title: "Who", value: ({ addedBy }) => `${nameOf(addedBy)} (${addedBy.role})` },
  { title: "Response", value: ({ comment }) => comment, max: 80 },
];

const documentColumns: Column<Detail["documents"][number]>[] = [
  { title: "Name", value: ({ originalName }) => originalName, max: 48 },
  { title: "Type", value: ({ type }) => type },
  { title: "Bytes", value: ({ sizeBytes }) => sizeBytes, align: "right" },
];

function show(dispute: Detail): Answer {
  const { resolution, userId: payer, merchantId: merchant, paymentId: payment } = dispute;
  const facts = {
    Code: dispute.disputeId,
    Id: dispute._id,
    Status: dispute.status,
    Amount: `${usd(dispute.amount)} of ${usd(payment.amount)}`,
    Payment: `${payment._id} (${payment.status})`,
    Payer: `${nameOf(payer)} <${payer.email}>`,
    Merchant: `${merchant.name} (${merchant._id})`,
    Reason: dispute.reason,
    Description: dispute.description,
    Notes: dispute.notes,
    Filed: when(dispute.createdAt),
    Decision: resolution && `${resolution.result}, ${usd(resolution.chargebackAmount)}: ${resolution.resultReason}`,
  };
  return detailAnswer(dispute, facts, () => [
    section("Timeline", dispute.timeline, eventColumns),
    section("Responses", dispute.comments, commentColumns),
    section("Documents", dispute.documents, documentColumns),
  ]);
}

const idWord = wordInput("The dispute's code, or its ID: dsp_...");

/** Manages disputes. */
export const disputeCommands = router({
  list: command
    .meta({ description: "Disputes, newest first", examples: ["hearth disputes list --status open"] })
    .input(
      z.object({
        search: wordInput("Words of an email or a merchant's name, or an ID").optional(),
        status: z
          .enum(["all", ...disputeStatuses])
          .default("all")
          .describe("Only of one status"),
        ...recordOptions,
        ...pageOptions,
      }),
    )
    .query(async ({ ctx, input }) => {
      const admin = await ctx.admin();
      const filter = { search: input.search, ...recordFilter(input) };
      const page = await collect(ctx.terminal, input, (part) => admin.disputes.listForAdmin.query({ ...filter, ...part }));
      return listAnswer(page, columns, "No dispute fits.");
    }),
  show: command
    .meta({ description: "One dispute with its timeline, responses and documents" })
    .input(z.object({ id: idWord }))
    .query(async ({ ctx, input: { id } }) => show(await (await ctx.admin()).disputes.getForAdmin.query({ disputeId: id }))),
  file: command
    .meta({
      description: "File a dispute for the payer of a payment",
      examples: ['hearth disputes file pay_... --amount 120.00 --reason "No heating for two weeks"'],
    })
    .input(
      z.object({
        payment: wordInput("The payment's ID: pay_..."),
        amount: z.string().describe("Dollars, at most the part of the payment that was not returned"),
        reason: z.string().describe("Why"),
        notes: option("Further notes"),
      }),
    )
    .mutation(async ({ ctx, input: { payment: transactionId, ...details } }) => {
      const admin = await ctx.admin();
      const dispute = await admin.disputes.fileForPayer.mutate({ transactionId, ...details, idempotencyKey: randomUUID() });
      const lines = show(dispute);
      return { ...lines, text: () => `Dispute created with ID: ${dispute.disputeId}\n\n${lines.text()}` };
    }),
  close: command
    .meta({
      description: "Decide a dispute. A decision is final",
      examples: ['hearth disputes close DSP-7K2M --result denied --reason "The lease says so"'],
    })
    .input(
      z.object({
        id: idWord,
        result: z.enum(disputeResults).describe("chargedBack returns money to the payer; denied does not"),
        reason: z.string().describe("The reason. Both sides read it"),
        chargeback: option("Dollars that the merchant has to return, at most the part that was not returned yet. Only with chargedBack"),
      }),
    )
    .mutation(async ({ ctx, input: { id: disputeId, result, reason: resultReason, chargeback: chargebackAmount } }) => {
      const admin = await ctx.admin();
      const decision = { disputeId, result, resultReason, chargebackAmount };
      return show(await admin.disputes.close.mutate({ ...decision, idempotencyKey: randomUUID() }));
    }),
});
