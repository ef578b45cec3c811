import { describe, expect, it } from "vitest";
import { dayAfter } from "./calendar.ts";
import { reminderOf, reminderRuleForm, reminderRuleInput } from "./reminders.ts";

const dueOn = "2026-12-01";
const all = { daysBefore: 7, onDueDay: true, daysLate: 5 };
const on = (rule: typeof all | Parameters<typeof reminderOf>[0], days: number) => reminderOf(rule, dueOn, dayAfter(dueOn, days));

describe("the reminder of a due day", () => {
  it("is the latest one whose day has come, and none after the lag", () => {
    const days = Array.from({ length: 20 }, (_, at) => at - 9);
    const schedule = days.map((day) => `${day} ${on(all, day) ?? "none"}`);
    expect(schedule.join(", ")).toBe(
      "-9 none, -8 none, -7 ahead, -6 ahead, -5 ahead, -4 ahead, -3 none, -2 none, -1 none, " +
        "0 due, 1 due, 2 due, 3 due, 4 none, 5 late, 6 late, 7 late, 8 late, 9 none, 10 none",
    );
  });

  it("is never the early one on the due day or later", () => {
    const ahead = { daysBefore: 1, onDueDay: false, daysLate: null };
    expect([on(ahead, -1), on(ahead, 0), on(ahead, 1)]).toEqual(["ahead", null, null]);
  });

  it("follows each switch of the rule", () => {
    expect(on({ daysBefore: null, onDueDay: true, daysLate: null }, -3)).toBeNull();
    expect(on({ daysBefore: null, onDueDay: false, daysLate: 2 }, 1)).toBeNull();
    expect(on({ daysBefore: null, onDueDay: false, daysLate: 2 }, 2)).toBe("late");
    expect(on({ daysBefore: null, onDueDay: false, daysLate: null }, 0)).toBeNull();
  });
});

describe("a typed rule", () => {
  it("reads an empty field as no reminder", () => {
    expect(reminderRuleForm.parse({ daysBefore: "5", onDueDay: false, daysLate: "" })).toEqual({
      daysBefore: 5,
      onDueDay: false,
      daysLate: null,
    });
  });

  it("refuses days out of range", () => {
    for (const daysBefore of ["0", "29", "1.5", "soon"]) {
      expect(reminderRuleForm.safeParse({ daysBefore, onDueDay: true, daysLate: "" }).error?.issues[0]?.message).toBe(
        "Enter 1 to 28 days, or leave it blank",
      );
    }
    expect(reminderRuleInput.safeParse({ daysBefore: null, onDueDay: true, daysLate: 61 }).success).toBe(false);
  });
});
