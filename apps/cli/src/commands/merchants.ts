import type { Outputs } from "@hearth/client/hearth-client";
import type { AccountStatus } from "@hearth/domain/auth/roles";
import { z } from "zod";
import { command, pageOptions, router, wordInput } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { type Answer, detailAnswer, listAnswer } from "../output/answer.ts";
import type { Column } from "../output/table.ts";
import { paintStatus, when } from "../output/words.ts";
import { collect } from "../pages.ts";

type Merchant = Outputs["admin"]["merchant"];

const columns: Column<Merchant>[] = [
  { title: "ID", value: ({ _id }) => _id },
  { title: "Name", value: ({ name }) => name, max: 32 },
  { title: "Type", value: ({ businessType }) => businessType },
  { title: "Status", value: ({ status }) => status, paint: paintStatus },
  { title: "Payments", value: ({ transactionCount }) => transactionCount, align: "right" },
  { title: "Wallet", value: ({ walletAddress }) => walletAddress },
];

function show(merchant: Merchant): Answer {
  const { owner, pendingWallet } = merchant;
  return detailAnswer(merchant, {
    Id: merchant._id,
    Name: merchant.name,
    Type: merchant.businessType,
    Status: merchant.status,
    Owner: `${owner.firstName} ${owner.lastName} <${owner.email}> (${owner._id})`,
    Contact: merchant.contactName,
    Email: merchant.email,
    Phone: merchant.phoneNumber,
    Address: merchant.address,
    Wallet: merchant.walletAddress ?? "none; nobody can pay",
    "Wallet proven": merchant.walletAddress && (merchant.walletProvenAt === null ? "no" : when(merchant.walletProvenAt)),
    "Next wallet": pendingWallet && `${pendingWallet.walletAddress} on ${when(pendingWallet.takesEffectAt)}`,
    Payments: merchant.transactionCount,
    Joined: when(merchant.createdAt),
  });
}

async function setStatus(ctx: CommandContext, merchantId: string, status: AccountStatus): Promise<Answer> {
  const admin = await ctx.admin();
  return show(await admin.admin.editMerchant.mutate({ merchantId, status }));
}

const merchantInput = z.object({ id: wordInput("The merchant's ID: mer_...") });

/** Manages merchants. */
export const merchantCommands = router({
  list: command
    .meta({ description: "Merchants, newest first" })
    .input(z.object({ search: wordInput("Words of a name or an email, an ID, or a wallet").optional(), ...pageOptions }))
    .query(async ({ ctx, input: { search, ...filter } }) => {
      const admin = await ctx.admin();
      const page = await collect(ctx.terminal, filter, (part) => admin.admin.merchants.query({ ...part, search }));
      return listAnswer(page, columns, "No merchant fits.");
    }),
  show: command
    .meta({ description: "Everything about one merchant" })
    .input(merchantInput)
    .query(async ({ ctx, input: { id } }) => show(await (await ctx.admin()).admin.merchant.query({ merchantId: id }))),
  suspend: command
    .meta({ description: "Suspend a merchant: nobody can enroll with it, pay it or see it" })
    .input(merchantInput)
    .mutation(({ ctx, input: { id } }) => setStatus(ctx, id, "suspended")),
  activate: command
    .meta({ description: "Reactivate a suspended or inactive merchant" })
    .input(merchantInput)
    .mutation(({ ctx, input: { id } }) => setStatus(ctx, id, "active")),
});
