import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { PermissionContext } from "../../../kit/permission.tsx";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { ReminderSettings } from "./reminder-settings.tsx";

const rule = { daysBefore: 5, onDueDay: false, daysLate: null };

testFormErrors({
  label: "Reminders",
  open: () => {
    answers({ "rent.reminderRule": () => rule, "rent.setReminderRule": refuse });
    return show(<ReminderSettings />);
  },
  valid: { daysBefore: "5", daysLate: "3" },
  invalid: {
    "no day at all": { values: { daysBefore: "0" }, messages: { daysBefore: "Enter 1 to 28 days, or leave it blank" } },
    "no number": { values: { daysLate: "soon" }, messages: { daysLate: "Enter 1 to 60 days, or leave it blank" } },
  },
  acceptedCount: () => inputsOf("rent.setReminderRule").length,
});

it("shows the rule, and saves each part when it is switched on or off", async () => {
  answers({ "rent.reminderRule": () => rule, "rent.setReminderRule": () => ({ daysBefore: null, onDueDay: true, daysLate: 3 }) });
  await show(<ReminderSettings />);
  await expect.element(page.getByLabelText("Days before the due date")).toHaveValue("5");
  await page.getByLabelText("Days before the due date").fill("");
  await page.getByLabelText("On the due date").click();
  await page.getByLabelText("Days after the due date").fill("3");
  await page.getByRole("button", { name: "Save reminders" }).click();
  await expect.element(page.getByText("Reminders saved")).toBeVisible();
  expect(inputsOf("rent.setReminderRule")).toMatchObject([{ daysBefore: null, onDueDay: true, daysLate: 3 }]);
});

it("has no buttons for a viewer", async () => {
  answers({ "rent.reminderRule": () => rule });
  await show(
    <PermissionContext value="viewer">
      <ReminderSettings />
    </PermissionContext>,
  );
  await expect.element(page.getByText("Only a manager or an owner can change this.")).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
