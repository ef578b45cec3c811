import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "../testing/render.tsx";
import { lazyPart } from "./lazy-part.tsx";

const Chart = () => <p>The chart</p>;

/** Shows a page with a part whose file is refused some times. Returns the loader. */
async function showPart(refusals: number) {
  let left = refusals;
  const load = vi.fn<() => Promise<typeof Chart>>(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError("Failed to fetch dynamically imported module");
    return Chart;
  });
  const Part = lazyPart(load);
  await show(
    <>
      <input aria-label="Note" />
      <Suspense>
        <Part />
      </Suspense>
    </>,
  );
  await page.getByLabelText("Note").fill("What I typed");
  return load;
}

it("requests a part once more whose file was refused once, and says nothing of it", async () => {
  const load = await showPart(1);
  await expect.element(page.getByText("The chart")).toBeVisible();
  await expect.element(page.getByText("This part of the page did not load.")).not.toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

it("shows that a part is missing whose file is always refused, keeps the rest of the page, and loads it on request", async () => {
  const load = await showPart(4);
  const missing = page.getByText("This part of the page did not load.");
  const tryAgain = page.getByRole("button", { name: "Try again" });
  await expect.element(missing).toBeVisible();
  await expect.element(page.getByLabelText("Note")).toHaveValue("What I typed");
  await tryAgain.click();
  await expect.poll(() => load.mock.calls.length).toBe(4);
  await expect.element(missing).toBeVisible();
  await tryAgain.click();
  await expect.element(page.getByText("The chart")).toBeVisible();
  await expect.element(page.getByLabelText("Note")).toHaveValue("What I typed");
});

it("fetches the code of a dialog when the pointer or the focus reaches its button", async () => {
  const load = vi.fn<() => Promise<typeof Chart>>(async () => Chart);
  const Part = lazyPart(load);
  await show(
    <>
      <h1>The page</h1>
      <button type="button" {...Part.opener}>
        Show the chart
      </button>
    </>,
  );
  const button = page.getByRole("button", { name: "Show the chart" });
  await page.getByRole("heading").hover();
  load.mockClear(); // The pointer may have been at the button's place
  await button.hover();
  expect(load).toHaveBeenCalledTimes(1);
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  expect(load).toHaveBeenCalledTimes(2);
});
