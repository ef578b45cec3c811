import { z } from "zod";
import { command, option, router } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure.ts";
import { withOperator } from "../operator.ts";
import { sentence } from "../output/answer.ts";

/** Who may run Hearth; made on the database itself, because no call of the server makes an admin. */
export const adminCommands = router({
  make: command
    .meta({
      description:
        "Make an admin: raises the account of that e-mail, or opens one. Works on the database (DATABASE_URL), not through the server.",
      examples: [
        "hearth admins make --email ada@hearth.example --first-name Ada --last-name Keeper",
        "hearth admins make --email ada@hearth.example",
      ],
    })
    .input(
      z.object({
        email: z.string().describe("The e-mail that the admin signs in with"),
        firstName: option("For a new account"),
        lastName: option("For a new account"),
      }),
    )
    .mutation(({ ctx: { settings, terminal }, input: { email, firstName, lastName } }) =>
      withOperator(settings, async (operator) => {
        const isNew = (await operator.roleOf(email)) === null;
        if (isNew && (firstName === undefined || lastName === undefined)) {
          throw new CommandFailure(`There is no account with this e-mail. Give --first-name and --last-name to open one.`, exitCodes.usage);
        }
        const names = { firstName: firstName ?? "", lastName: lastName ?? "" };
        const account = isNew ? { ...names, password: await terminal.askSecret(`Password for ${email}: `) } : null;
        await operator.makeAdmin({ email, account });
        return sentence(`${email} is an admin now. Sign in with: hearth login --email ${email}`, { email, isNew });
      }),
    ),
});
