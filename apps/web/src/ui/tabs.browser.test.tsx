import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { onPhone, show } from "../testing/render.tsx";
import { Tabs } from "./tabs.tsx";

const labels = ["Business", "Wallet", "Staff", "Notifications", "Security", "Appearance"];

it("fades tabs out at the sides at which more of them are hidden", async () => {
  await onPhone();
  const tabs = labels.map((label) => ({ value: label, label, content: label }));
  await show(<Tabs label="Settings" tabs={tabs} value="Business" onChange={() => undefined} />);
  const row = page.getByRole("tablist", { name: "Settings" });
  await expect.element(row).toHaveAttribute("data-after");
  await expect.element(row).not.toHaveAttribute("data-before");
  row.element().scrollLeft = 10_000;
  await expect.element(row).toHaveAttribute("data-before");
  await expect.element(row).not.toHaveAttribute("data-after");
  await page.viewport(1280, 860);
  await expect.element(row).not.toHaveAttribute("data-before");
});
