import { useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
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

it("narrows nothing by dates in the wrong order, says so beside them, and goes on once they are right", async () => {
  applied.length = 0;
  await show(<Filtered />);
  const [start, end] = [page.getByLabelText("Start date"), page.getByLabelText("End date")];
  await start.fill("2026-11-21");
  const refusal = page.getByText("The start date is after the end date");
  await expect.element(refusal).toBeVisible();
  await expect.element(start).toHaveValue("2026-11-21");
  expect(applied).toEqual([]);
  await end.fill("2026-11-22");
  await expect.element(refusal).not.toBeInTheDocument();
  expect(applied).toEqual([{ startDate: "2026-11-21", endDate: "2026-11-22" }]);
});
