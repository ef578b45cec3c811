import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers } from "../../../testing/answers.ts";
import { account, network, ownLease } from "../../../testing/records.ts";
import { openPage, signIn } from "../../../testing/render.tsx";

const around = {
  "auth.me": () => account(),
  "payments.network": () => network(),
  "rent.mine": () => [ownLease()],
  "records.list": () => [],
};

it("shows what is owed, by when, what for, and pays it for that lease", async () => {
  answers({ ...around, "rent.ownLedger": () => ({ items: [], nextCursor: null }) });
  signIn();
  await openPage("/lease/lse_1");
  await expect.element(page.getByRole("heading", { name: "Juniper Court 4B" })).toBeVisible();
  await expect.element(page.getByText("17 days late, due Nov 5, 2026")).toBeVisible();
  await expect.element(page.getByText("$60.00, due Nov 5, 2026")).toBeVisible();
  const pay = page.getByRole("link", { name: "Pay $1,510.00" });
  await expect.element(pay).toHaveAttribute("href", "/setup-one-time?amount=1510&lease=lse_1");
});
