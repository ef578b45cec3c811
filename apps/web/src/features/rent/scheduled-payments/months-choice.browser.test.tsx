import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { show } from "../../../testing/render.tsx";
import { MonthsChoice } from "./months-choice.tsx";

const texts = () => [...document.querySelectorAll("option")].map(({ textContent }) => textContent);

it("offers up to twelve of the available months, and reports the choice", async () => {
  const choose = vi.fn<(months: number) => void>();
  await show(<MonthsChoice max={12} value={3} onChange={choose} />);
  expect(texts()).toEqual(["The next month", "The next 3 months", "The next 6 months", "The next 12 months"]);
  await page.getByLabelText("How many months").selectOptions("12");
  expect(choose).toHaveBeenCalledWith(12);
});

it.each([
  [1, []],
  [2, ["The next month", "The next 2 months"]],
  [5, ["The next month", "The next 3 months", "The next 5 months"]],
])("offers no more than the %i months that can be signed", async (max, choices) => {
  await show(<MonthsChoice max={max} value={1} onChange={() => undefined} />);
  expect(texts()).toEqual(choices);
});
