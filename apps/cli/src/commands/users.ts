import type { AccountStatus } from "@hearth/domain/auth/roles";
import type { Outputs } from "@hearth/client/hearth-client";
import { z } from "zod";
import { command, pageOptions, router, wordInput } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { CommandFailure } from "../failure.ts";
import { type Answer, detailAnswer, listAnswer, sentence } from "../output/answer.ts";
import type { Column } from "../output/table.ts";
import { paintStatus, when } from "../output/words.ts";
import { withOperator } from "../operator.ts";
import { collect } from "../pages.ts";

type User = Outputs["admin"]["user"];

const columns: Column<User>[] = [
  { title: "ID", value: ({ _id }) => _id },
  { title: "Name", value: ({ firstName, lastName }) => `${firstName} ${lastName}`, max: 28 },
  { title: "Email", value: ({ email }) => email, max: 36 },
  { title: "Role", value: ({ role }) => role },
  { title: "Status", value: ({ status }) => status, paint: paintStatus },
  { title: "Merchant", value: ({ merchantName }) => merchantName, max: 24 },
];

function show(user: User): Answer {
  return detailAnswer(user, {
    Id: user._id,
    Name: `${user.firstName} ${user.lastName}`,
    Email: user.email,
    Phone: user.phoneNumber,
    Role: user.role,
    Status: user.status,
    Merchant: user.merchantName && `${user.merchantName} (${user.selectedMerchantId})`,
    Apartment: user.aptNumber,
    Address: user.address,
    Wallet: user.walletAddress && `${user.walletAddress}${user.isWalletProven ? "" : " (not proven)"}`,
    Disputes: user.disputes.join(", "),
    Joined: when(user.createdAt),
  });
}

async function setStatus(ctx: CommandContext, userId: string, status: AccountStatus): Promise<Answer> {
  const admin = await ctx.admin();
  return show(await admin.admin.editUser.mutate({ userId, status }));
}

const userInput = z.object({ id: wordInput("The user's ID: usr_...") });

/** Manages accounts of every role. */
export const userCommands = router({
  list: command
    .meta({ description: "Accounts, newest first", examples: ["hearth users list okafor", "hearth users list --limit 500 --json"] })
    .input(z.object({ search: wordInput("Words of a name or an email, an ID, or a wallet").optional(), ...pageOptions }))
    .query(async ({ ctx, input: { search, ...filter } }) => {
      const admin = await ctx.admin();
      const page = await collect(ctx.terminal, filter, (part) => admin.admin.users.query({ ...part, search }));
      return listAnswer(page, columns, "No user fits.");
    }),
  show: command
    .meta({ description: "Everything about one account" })
    .input(userInput)
    .query(async ({ ctx, input: { id } }) => show(await (await ctx.admin()).admin.user.query({ userId: id }))),
  suspend: command
    .meta({ description: "Suspend an account: it is signed out everywhere at once, and cannot sign in" })
    .input(userInput)
    .mutation(({ ctx, input: { id } }) => setStatus(ctx, id, "suspended")),
  activate: command
    .meta({ description: "Let a suspended or inactive account sign in again" })
    .input(userInput)
    .mutation(({ ctx, input: { id } }) => setStatus(ctx, id, "active")),
  resetLink: command
    .meta({
      description:
        "Print a password reset link, for somebody who gets no mail. Hand it over in person; it works once, for 30 minutes. Works on the database (DATABASE_URL), not through the server.",
      examples: ["hearth users reset-link ada@hearth.example"],
    })
    .input(z.object({ email: wordInput("The email that the account signs in with") }))
    .mutation(({ ctx: { settings }, input: { email } }) =>
      withOperator(settings, async (operator) => {
        const link = await operator.createResetLink(settings.environment["PUBLIC_ORIGIN"] || settings.server, email);
        return sentence(link, { email, link });
      }),
    ),
  resetSecondFactor: command
    .meta({
      description:
        "Remove the second factor of somebody who lost the app and the recovery codes, and sign them out everywhere. Works on the database (DATABASE_URL), not through the server.",
      examples: ["hearth users reset-second-factor ada@hearth.example", "hearth users reset-second-factor ada@hearth.example --yes"],
    })
    .input(
      z.object({
        email: wordInput("The email that the account signs in with"),
        yes: z.boolean().default(false).describe("Do not ask for confirmation"),
      }),
    )
    .mutation(({ ctx: { settings, terminal }, input: { email, yes } }) =>
      withOperator(settings, async (operator) => {
        const question = `Reset the second factor of ${email}? From then on the password alone is enough to sign in.`;
        if (!yes && !(await terminal.confirm(question))) throw new CommandFailure("Nothing was changed.");
        await operator.resetSecondFactor(email);
        return sentence(`The second factor of ${email} is off, and the account is signed out everywhere.`, { email });
      }),
    ),
});
