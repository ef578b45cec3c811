import { readApiFailure } from "@hearth/client/api-failure";
import { z } from "zod";
import { command } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure.ts";
import { detailAnswer, sentence } from "../output/answer.ts";

/** Signs in, and asks for the second-factor code if the account has one. */
async function signIn({ anonymous, terminal }: CommandContext, credentials: { email: string; password: string }) {
  try {
    return await anonymous.admin.login.mutate(credentials);
  } catch (error) {
    const asked = readApiFailure(error)?.code;
    if (asked !== "SECOND_FACTOR_REQUIRED" && asked !== "PASSKEY_REQUIRED") throw error;
    const code = await terminal.askSecret(
      asked === "PASSKEY_REQUIRED"
        ? "Recovery code (a terminal reaches no passkey): "
        : "Code of your authenticator app, or a recovery code: ",
    );
    return anonymous.admin.login.mutate({ ...credentials, code });
  }
}

/** Signs in. If somebody else chose the password, it has to be replaced first. */
async function signInOwn(ctx: CommandContext, credentials: { email: string; password: string }) {
  try {
    return await signIn(ctx, credentials);
  } catch (error) {
    if (readApiFailure(error)?.code !== "FIRST_PASSWORD_REPLACEMENT_NEEDED") throw error;
    const newPassword = await ctx.terminal.askSecret("This password was given to you. Choose one of your own: ");
    await ctx.anonymous.auth.replaceFirstPassword.mutate({ ...credentials, newPassword });
    return signIn(ctx, { ...credentials, password: newPassword });
  }
}

/** Makes this device known by a mailed link, for when wrong passwords of others keep unknown devices out. */
async function useMailedLink({ anonymous, terminal }: CommandContext, email: string): Promise<void> {
  await anonymous.auth.requestDeviceLink.mutate({ email });
  const link = await terminal.askSecret(`Link in the mail to ${email}: `);
  const token = /hrm_[\w-]{43}/.exec(link)?.[0];
  if (token === undefined) throw new CommandFailure("This is not the link of the mail", exitCodes.usage);
  await anonymous.auth.useDeviceLink.mutate({ token });
}

/** Signs in and out at a server. */
export const sessionCommands = {
  login: command
    .meta({
      description: "Sign in as an admin. Asks for the password, or reads it from the standard input. Never pass it as an argument.",
      examples: [
        "hearth login --email admin@hearth.test",
        "hearth login --email admin@hearth.test < password.txt",
        "hearth login --email admin@hearth.test --mail",
      ],
    })
    .input(
      z.object({
        email: z.string().describe("The admin's email"),
        mail: z.boolean().default(false).describe("First ask for a mailed link that makes this device known"),
      }),
    )
    .mutation(async ({ ctx, input: { email, mail } }) => {
      if (mail) await useMailedLink(ctx, email);
      const password = await ctx.terminal.askSecret(`Password of ${email} at ${ctx.settings.server}: `);
      const answer = await signInOwn(ctx, { email, password });
      await ctx.credentials.save(ctx.settings.server, { email: answer.email, token: answer.token });
      return sentence(`Signed in at ${ctx.settings.server} as ${answer.email}`, { email: answer.email });
    }),
  logout: command
    .meta({ description: "Sign out, here and on the server" })
    .input(z.object({}))
    .mutation(async ({ ctx }) => {
      const { server } = ctx.settings;
      if ((await ctx.credentials.find(server)) === null) return sentence(`Nobody is signed in at ${server}`);
      await (await ctx.admin()).admin.logout.mutate().catch((error: unknown) => {
        if (readApiFailure(error)?.code !== "UNAUTHENTICATED") throw error;
      });
      await ctx.credentials.save(server, null);
      return sentence(`Signed out at ${server}`);
    }),
  whoami: command
    .meta({ description: "Show the signed-in admin and the server" })
    .input(z.object({}))
    .query(async ({ ctx }) => {
      const me = await (await ctx.admin()).admin.me.query();
      if (me.role !== "admin") throw new CommandFailure("This account is no longer an admin", exitCodes.notSignedIn);
      const name = `${me.firstName} ${me.lastName}`;
      return detailAnswer({ server: ctx.settings.server, ...me }, { Server: ctx.settings.server, Name: name, Email: me.email, Id: me._id });
    }),
};
