import { z } from "zod";
import { type Day, daysBetween } from "./calendar.ts";

/** Which reminder of a due day it is: before it, on it, when it is past, or one that somebody sent by hand. */
export const reminderKinds = ["ahead", "due", "late", "hand"] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** The most days before and after a due day. */
const maxDaysBefore = 28;
const maxDaysLate = 60;

/** The hour at which reminders go out, by the clock of the business. */
export const reminderHour = 9;
/** For so many days after its own one a reminder is still sent, where it could not be sent earlier; then it is left out. */
export const reminderLagDays = 3;
/** So many hours lie at least between a reminder by rule and the one before it, whoever sent that. */
export const reminderGapHours = 20;

/** Days of a rule; null for a reminder that is not wanted. */
const days = (max: number) => {
  const message = `Please enter 1 to ${max} days, or leave it empty`;
  return z.number({ error: message }).int(message).min(1, message).max(max, message).nullable();
};

/** When a landlord's tenants are reminded of what is open: days before the due day, on it, and days after it. */
export const reminderRuleInput = z.strictObject({ daysBefore: days(maxDaysBefore), onDueDay: z.boolean(), daysLate: days(maxDaysLate) });
export type ReminderRule = z.infer<typeof reminderRuleInput>;

const typed = z.string().transform((text) => (text.trim() === "" ? null : Number(text)));

/** When a landlord's tenants are reminded, as a form has it: days as text, nothing for none. */
export const reminderRuleForm = z.object({
  daysBefore: typed.pipe(days(maxDaysBefore)),
  onDueDay: z.boolean(),
  daysLate: typed.pipe(days(maxDaysLate)),
});

/**
 * The reminder of a due day that is to be sent today: of those whose day has come the last one, and none whose day is long past. One before the due
 * day is none any more on it.
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
