import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { statementForm } from "@hearth/domain/rent/books-inputs";
import { DayField } from "./day-field.tsx";
import { AppForm, useAppForm } from "./form.tsx";
import { show } from "../../testing/render.tsx";

function Days() {
  const form = useAppForm({
    defaultValues: { startDate: "2026-11-01", endDate: "", format: "pdf" as "pdf" | "csv" },
    schema: statementForm,
    onSubmit: ({ startDate, endDate }) => `Taken: ${startDate} to ${endDate}`,
  });
  return (
    <AppForm form={form} label="Days">
      <form.AppField name="startDate">{() => <DayField label="Start date" />}</form.AppField>
      <form.AppField name="endDate">{() => <DayField label="End date" />}</form.AppField>
      <form.SubmitButton>Save</form.SubmitButton>
    </AppForm>
  );
}

const last = page.getByRole("textbox", { name: "End date" });
const calendar = page.getByRole("dialog", { name: "Calendar" });
const openCalendar = (place: number) => page.getByRole("button", { name: "Choose on a calendar" }).nth(place).click();

it("accepts the usual formats of a day, and reports an invalid one instead of ignoring it", async () => {
  await show(<Days />);
  await last.fill("soon");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Enter a date")).toBeVisible();
  await expect.element(last).toHaveValue("soon");
  await last.fill("30 november 2026");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Taken: 2026-11-01 to 2026-11-30")).toBeVisible();
  await expect.element(last).toHaveValue("Nov 30, 2026");
});

it("opens the calendar at the field's month, and replaces the typed day with the chosen one", async () => {
  await show(<Days />);
  await openCalendar(0);
  await calendar.getByRole("button", { name: /November 3,/ }).click();
  await expect.element(page.getByRole("textbox", { name: "Start date" })).toHaveValue("Nov 3, 2026");
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Choose on a calendar" }).first()).toHaveFocus();
  await last.fill("soon");
  await openCalendar(1);
  await expect.element(calendar).toBeVisible();
  await openCalendar(1);
  await expect.element(calendar).not.toBeInTheDocument();
  await openCalendar(1);
  await userEvent.keyboard("{Escape}");
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(last).toHaveValue("soon");
});
