import { expect, it, vi } from "vitest";
import { cleanup } from "vitest-browser-react/pure";
import { page } from "vitest/browser";
import { show } from "../../testing/render.tsx";
import { useFetchWhenIdle } from "./use-fetch-when-idle.ts";

it("fetches the code of a page's main act when the browser is idle, but not for a visitor who saves data or has a 2g connection", async () => {
  const connection = vi.spyOn(navigator, "connection", "get");
  const idle: (() => void)[] = [];
  vi.spyOn(window, "requestIdleCallback").mockImplementation((work) =>
    idle.push(() => work({ didTimeout: false, timeRemaining: () => 0 })),
  );
  const loads = async (given: Navigator["connection"]) => {
    connection.mockReturnValue(given);
    const load = vi.fn<() => void>();
    const part = { opener: { onFocus: load } };
    const Page = () => {
      useFetchWhenIdle(part);
      return <p>The page</p>;
    };
    await show(<Page />);
    await expect.element(page.getByText("The page")).toBeVisible();
    for (const work of idle) work();
    await cleanup();
    return load.mock.calls.length;
  };
  expect(await loads({ saveData: true, effectiveType: "4g" })).toBe(0);
  expect(await loads({ saveData: false, effectiveType: "slow-2g" })).toBe(0);
  expect(await loads({ saveData: false, effectiveType: "4g" })).toBe(1);
});
