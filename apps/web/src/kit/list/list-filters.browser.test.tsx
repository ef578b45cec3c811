import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "../../testing/render.tsx";
import { ListFilters } from "./list-filters.tsx";

type Filter = Parameters<typeof ListFilters>[0]["value"];

const applied: Filter[] = [];

function Filtered() {
  const [value, setValue] = useState<Filter>({ endDate: "2026-11-20" });
  return (
    <ListFilters
      value={value}
      onFilter={(part) => {
        applied.push(part);
        setValue((current) => ({ ...current, ...part }));
      }}
    />
  );
}

/** Opens the date panel, which is loaded on demand. */
async function openDates() {
  await page.getByRole("button", { name: /^Dates/ }).click();
  await expect.element(page.getByRole("dialog", { name: "Dates" })).toBeVisible();
}

it("ignores dates in the wrong order and shows a message beside them, until they are corrected", async () => {
  applied.length = 0;
  await show(<Filtered />);
  await openDates();
  const [start, end] = [page.getByLabelText("Start date"), page.getByLabelText("End date")];
  await start.fill("2026-11-21");
  const refusal = page.getByText("The start date is after the end date");
  await expect.element(refusal).toBeVisible();
  await expect.element(start).toHaveValue("2026-11-21");
  expect(applied).toEqual([]);
  await end.fill("Nov 22, 2026");
  await expect.element(refusal).not.toBeInTheDocument();
  expect(applied).toEqual([{ startDate: "2026-11-21", endDate: "2026-11-22" }]);
});

it("shows the accepted format for an invalid date, and ignores it", async () => {
  applied.length = 0;
  await show(<Filtered />);
  await openDates();
  await page.getByLabelText("Start date").fill("Nov 31, 2026");
  await expect.element(page.getByText("Please write a date like Nov 3, 2026")).toBeVisible();
  expect(applied).toEqual([]);
});

it("applies a preset with one click, closes, and shows the days on its button", async () => {
  applied.length = 0;
  await show(<Filtered />);
  await openDates();
  await page.getByRole("button", { name: "All dates", exact: true }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(applied).toEqual([{ startDate: undefined, endDate: undefined }]);
  await expect.element(page.getByRole("button", { name: "Dates All dates" })).toBeVisible();
});

it("applies a range from the calendar", async () => {
  applied.length = 0;
  await show(<Filtered />);
  await openDates();
  await page.getByRole("button", { name: "Monday, November 9, 2026" }).click();
  await expect.poll(() => applied.at(-1)).toEqual({ startDate: "2026-11-09", endDate: "2026-11-20" });
});

it("applies a typed search at once when the field is left, and not after something else was opened", async () => {
  applied.length = 0;
  await show(<Searched />);
  await page.getByRole("searchbox").fill("maya");
  await userEvent.keyboard("{Tab}");
  expect(applied).toEqual([{ search: "maya" }]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(applied).toEqual([{ search: "maya" }]);
});

function Searched() {
  const [value, setValue] = useState<Filter>({});
  return (
    <ListFilters
      searchOnly
      placeholder="Words"
      value={value}
      onFilter={(part) => {
        applied.push(part);
        setValue((current) => ({ ...current, ...part }));
      }}
    />
  );
}
