import { z } from "zod";
import { type Day, daysBetween } from "./calendar.ts";

/** Kinds of rent reminders: before the due day, on it, after it, or sent by hand. */
export const reminderKinds = ["ahead", "due", "late", "hand"] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Maximum days before and after a due day. */
const maxDaysBefore = 28;
const maxDaysLate = 60;

/** The hour at which reminders go out, in the business's time zone. */
export const reminderHour = 9;
/** Days for which a reminder that could not be sent is still sent late. After that it is dropped. */
export const reminderLagDays = 3;
/** Minimum hours between an automatic reminder and any earlier one. */
export const reminderGapHours = 20;

/** The days of a rule; null switches that reminder off. */
const days = (max: number) => {
  const message = `Enter 1 to ${max} days, or leave it blank`;
  return z.number({ error: message }).int(message).min(1, message).max(max, message).nullable();
};

/** A landlord's rule for reminders: days before the due date, on it, and days after it. */
export const reminderRuleInput = z.strictObject({ daysBefore: days(maxDaysBefore), onDueDay: z.boolean(), daysLate: days(maxDaysLate) });
export type ReminderRule = z.infer<typeof reminderRuleInput>;

/** Sets the rule. `seen`: the rule that the editor saw; another one by now is not replaced. */
export const setReminderRuleInput = reminderRuleInput.extend({ seen: reminderRuleInput.optional() });
export type SetReminderRuleInput = z.infer<typeof setReminderRuleInput>;

const typed = z.string().transform((text) => (text.trim() === "" ? null : Number(text)));

/** The form of that rule: days as text, empty for none. */
export const reminderRuleForm = z.object({
  daysBefore: typed.pipe(days(maxDaysBefore)),
  onDueDay: z.boolean(),
  daysLate: typed.pipe(days(maxDaysLate)),
});

/**
 * Returns the reminder of a due day to send today, or null. That is the latest one whose day has come, at most 3 days late. From the due
 * day on, a reminder before it is no longer sent.
 */
export function reminderOf({ daysBefore, onDueDay, daysLate }: ReminderRule, dueOn: Day, today: Day): Exclude<ReminderKind, "hand"> | null {
  const past = daysBetween(dueOn, today);
  const [kind, from] =
    daysLate !== null && past >= daysLate
      ? (["late", daysLate] as const)
      : onDueDay && past >= 0
        ? (["due", 0] as const)
        : daysBefore !== null && past < 0 && past >= -daysBefore
          ? (["ahead", -daysBefore] as const)
          : [null, 0];
  return past - from <= reminderLagDays ? kind : null;
}
