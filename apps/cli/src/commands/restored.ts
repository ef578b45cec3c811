import { heldParts } from "@hearth/db/held-back";
import { z } from "zod";
import { command, router } from "../command.ts";
import { withOperator } from "../operator.ts";
import { type Answer, sentence } from "../output/answer.ts";
import { when } from "../output/words.ts";

const what = { mails: "email", changes: "payout wallet change", payments: "scheduled payment" } as const;
const numbered = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Reports how much ended because of a restore. */
export function describeEnded({ sessions, links, mails }: { sessions: number; links: number; mails: number }): string {
  return `${numbered(sessions, "session")} and ${numbered(links, "link")} ended, and ${numbered(mails, "email")} with such a link will not be sent.`;
}

/** Manages parts of a restored database that are held back until an operator decides. Works on the database itself (DATABASE_URL). */
export const restoredCommands = router({
  show: command
    .meta({ description: "Show what is held back since the database was restored to an earlier moment" })
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
        "Report a restore that the servers cannot notice, such as from a copy of the disk. Sessions and links end, and emails, payout changes and scheduled payments are held back. Run it before the servers start.",
    })
    .mutation(({ ctx: { settings } }) =>
      withOperator(settings, async (operator) => {
        const ended = (await operator.detectRestore()) ?? { sessions: 0, links: 0, mails: 0 };
        return sentence(describeEnded(ended), { ...ended });
      }),
    ),
  release: command
    .meta({
      description:
        "Release a part: emails are sent, payout changes start their waiting time again and notify their owners, scheduled payments are sent when due",
      examples: ["hearth restored release --part payments", "hearth restored release --part mails --drop"],
    })
    .input(
      z.object({
        part: z.enum(heldParts).describe("The part to release"),
        drop: z.boolean().default(false).describe("Only for emails: drop them instead of sending them"),
      }),
    )
    .mutation(({ ctx: { settings }, input: { part, drop } }) =>
      withOperator(settings, async (operator) => {
        const count = await operator.releaseHeld(part, { drops: drop && part === "mails" });
        return sentence(`${numbered(count, what[part])} ${drop && part === "mails" ? "dropped" : "released"}.`, { part, count });
      }),
    ),
});
