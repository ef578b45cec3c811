import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers } from "../../../testing/answers.ts";
import { account, network, payment } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { RecentPayments } from "./dashboard.tsx";

it("shows the missing amount of a payment in its row, and above it with a button to pay", async () => {
  answers({ "auth.me": () => account(), "payments.network": () => network() });
  const short = payment({ amount: 900, status: "pending", displayStatus: "pending", short: { received: 400, missing: 500 } });
  await show(<RecentPayments payments={[short]} failed={false} busy={false} onRetry={() => undefined} />);
  const sentence = "$400.00 of $900.00 has arrived. $500.00 is missing.";
  await expect.element(page.getByRole("button", { name: "Pay the missing $500.00" })).toBeVisible();
  await expect.element(page.getByText(`March rent: ${sentence}`)).toBeVisible();
  await expect.element(page.getByRole("table").getByText(sentence)).toBeVisible();
  await expect.element(page.getByRole("table").getByText("Short", { exact: true })).toBeVisible();
});
