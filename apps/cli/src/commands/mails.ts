import { z } from "zod";
import { command, router } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { withOperator } from "../operator.ts";
import { sentence } from "../output/answer.ts";
import { CommandFailure } from "../failure.ts";

/** Manages the product's mails. */
export const mailCommands = router({
  bounced: command
    .meta({
      description:
        "Read a mail server's report of an undeliverable mail from the standard input, and mark that mail as refused. Works on the database (DATABASE_URL). Ends with 4 if the report names no mail of ours.",
      examples: ["hearth mails bounced < report.eml"],
    })
    .input(z.object({}))
    .mutation(async ({ ctx: { settings, terminal } }) => {
      const report = await terminal.readInput();
      const outcome = await withOperator(settings, (operator) => operator.recordBounce(report));
      if (outcome === "unknown") throw new CommandFailure("It names no mail that was sent from here.", exitCodes.notFound);
      const message =
        outcome === "bounced" ? "The mail is shown as refused, with the reason." : "It reports no failure; nothing was changed.";
      return sentence(message, { outcome });
    }),
});
