import { alarmAdvice } from "../operations/alarms.ts";
import type { WordsOf } from "./wording.ts";

function count(number: number, one: string, many: string): string[] {
  if (number === 0) return [];
  return [`${number} ${number === 1 ? one : many}`];
}

/** Scheduled notifications to administrators and owners. */
export const operatorWords: WordsOf<"dailySummary" | "alarmRaised" | "alarmCleared"> = {
  dailySummary: ({ merchant, openDisputes, owedRefunds, unmatchedTransfers }) => {
    const things = [
      ...count(openDisputes, "open dispute", "open disputes"),
      ...count(owedRefunds, "refund that is owed", "refunds that are owed"),
      ...count(unmatchedTransfers, "transfer that matches no payment", "transfers that match no payment"),
    ];
    return {
      title: `${merchant}: ${things.join(", ")}`,
      text: [`At ${merchant} something waits for you: ${things.join(", ")}.`],
      action: { label: "Open your dashboard", path: "/merchant/dashboard" },
    };
  },
  alarmRaised: ({ alarm, message }) => ({
    title: `Alarm: ${message}`,
    text: [
      message.endsWith(".") ? message : `${message}.`,
      alarmAdvice(alarm),
      "You get this email once, and another one when the alarm is over.",
    ],
    facts: [{ label: "Alarm", value: alarm }],
    action: { label: "Open the alarms", path: "/admin/alarms" },
  }),
  alarmCleared: ({ alarm, message }) => ({
    title: `Over: ${message}`,
    text: ["The alarm is over. You do not need to do anything."],
    facts: [{ label: "Alarm", value: alarm }],
    action: { label: "Open the alarms", path: "/admin/alarms" },
  }),
};
