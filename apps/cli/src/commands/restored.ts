import { heldParts } from "@hearth/db/held-back";
import { z } from "zod";
import { command, router } from "../command.ts";
import { withOperator } from "../operator.ts";
import { type Answer, sentence } from "../output/answer.ts";
import { when } from "../output/words.ts";

const what = { mails: "email", changes: "change of a payout wallet", payments: "scheduled payment" } as const;
const numbered = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** What ended because an earlier moment was brought back. */
export function endedWords({ sessions, links, mails }: { sessions: number; links: number; mails: number }): string {
  return `${numbered(sessions, "session")} and ${numbered(links, "link")} ended, and ${numbered(mails, "email")} with such a link will not be sent.`;
}

/** What an earlier moment of the database brought back with it, held back until an operator decides. All of them work on the database (DATABASE_URL). */
export const restoredCommands = router({
  show: command
    .meta({ description: "What is held back since an earlier moment of the database was brought back" })
    .query(({ ctx: { settings } }) =>
      withOperator(settings, async (operator): Promise<Answer> => {
        const held = await operator.readHeldBack();
        const isHeld = (part: keyof typeof what) => held.since[part] !== null;
        const lines = [
          isHeld("mails") && `Emails from before ${when(held.since.mails ?? "")}:`,
          ...held.mails.map(({ kind, count }) => `  ${count} ${kind}`),
          isHeld("changes") && `Changes of payout wallets from before ${when(held.since.changes ?? "")}:`,
          ...held.changes.map(
            ({ merchant, merchantId, address, requestedAt }) => `  ${merchant} (${merchantId}) to ${address}, asked ${when(requestedAt)}`,
          ),
          isHeld("payments") && `Scheduled payments that were signed before ${when(held.since.payments ?? "")}: ${held.payments}`,
        ].filter((line) => line !== false);
        return { json: held, text: () => (lines.length === 0 ? "Nothing is held back." : lines.join("\n")) };
      }),
    ),
  mark: command
    .meta({
      description:
        "Say that an earlier moment was brought back which the servers could not notice, as from a copy of the disk: sessions and links end, and emails, payout changes and scheduled payments are held back. Run it before the servers start.",
    })
    .mutation(({ ctx: { settings } }) =>
      withOperator(settings, async (operator) => {
        const ended = (await operator.noticeRestore()) ?? { sessions: 0, links: 0, mails: 0 };
        return sentence(endedWords(ended), { ...ended });
      }),
    ),
  release: command
    .meta({
      description:
        "Let a part go on: emails are sent, payout changes wait anew and their owners are told, scheduled payments are sent when due",
      examples: ["hearth restored release --part payments", "hearth restored release --part mails --drop"],
    })
    .input(
      z.object({
        part: z.enum(heldParts).describe("What goes on"),
        drop: z.boolean().default(false).describe("Only for emails: give them up instead of sending them"),
      }),
    )
    .mutation(({ ctx: { settings }, input: { part, drop } }) =>
      withOperator(settings, async (operator) => {
        const count = await operator.releaseHeld(part, { drops: drop && part === "mails" });
        return sentence(`${numbered(count, what[part])} ${drop && part === "mails" ? "dropped" : "released"}.`, { part, count });
      }),
    ),
});
