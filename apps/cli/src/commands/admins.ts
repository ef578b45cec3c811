import { z } from "zod";
import { command, option, router } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure.ts";
import { withOperator } from "../operator.ts";
import { sentence } from "../output/answer.ts";

const readOnly = z.boolean().default(false).describe("The admin can see everything, but change only their own account");

/** Manages admins. Works on the database itself, because no call of the server makes an admin. */
export const adminCommands = router({
  make: command
    .meta({
      description:
        "Make an admin: promotes the account with that email, or creates one. Works on the database (DATABASE_URL), not through the server.",
      examples: [
        "hearth admins make --email ada@hearth.example --first-name Ada --last-name Keeper",
        "hearth admins make --email ada@hearth.example",
        "hearth admins make --email auditor@hearth.example --read-only",
      ],
    })
    .input(
      z.object({
        email: z.string().describe("The email that the admin signs in with"),
        firstName: option("For a new account"),
        lastName: option("For a new account"),
        readOnly,
      }),
    )
    .mutation(({ ctx: { settings, terminal }, input: { email, firstName, lastName, readOnly: isReadOnly } }) =>
      withOperator(settings, async (operator) => {
        const isNew = (await operator.roleOf(email)) === null;
        if (isNew && (firstName === undefined || lastName === undefined)) {
          throw new CommandFailure(`There is no account with this email. Give --first-name and --last-name to open one.`, exitCodes.usage);
        }
        const names = { firstName: firstName ?? "", lastName: lastName ?? "" };
        const account = isNew ? { ...names, password: await terminal.askSecret(`Password for ${email}: `) } : null;
        await operator.makeAdmin({ email, account, isReadOnly });
        const what = isReadOnly ? "an admin who may only look" : "an admin";
        const first = isNew ? " The password is good for choosing another one, once, within seven days." : "";
        return sentence(`${email} is ${what} now.${first} Sign in with: hearth login --email ${email}`, { email, isNew, isReadOnly });
      }),
    ),
  change: command
    .meta({
      description: "Make an admin read-only, or lift that. Works on the database (DATABASE_URL), not through the server.",
      examples: ["hearth admins change --email ada@hearth.example --read-only", "hearth admins change --email ada@hearth.example"],
    })
    .input(z.object({ email: z.string().describe("The email that the admin signs in with"), readOnly }))
    .mutation(({ ctx: { settings }, input: { email, readOnly: isReadOnly } }) =>
      withOperator(settings, async (operator) => {
        await operator.changeAdminAccess(email, isReadOnly);
        return sentence(`${email} ${isReadOnly ? "may only look" : "may change things"} from now on.`, { email, isReadOnly });
      }),
    ),
});
