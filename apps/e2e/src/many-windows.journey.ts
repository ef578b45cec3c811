import { expect, test } from "./hearth.ts";
import { enterAs, makeTenant } from "./people.ts";
import { expectReceipt, startPayment } from "./steps.ts";

test("eight windows of one browser load over HTTP/1.1, and all show a payment's news", async ({ page, context }) => {
  const tenant = await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, "58.40");
  const pending = page.url();
  const windows = [page];
  for (let count = windows.length; count < 7; count += 1) {
    const another = await context.newPage();
    await another.goto(pending);
    await expect(another.getByRole("main")).toContainText("$58.40");
    windows.push(another);
  }
  await checkout.getByRole("button", { name: "Pay $58.40 from wallet" }).click();
  for (const window of windows) await expectReceipt(window, "58.40");
  // Only the stream brings the number of notifications.
  const { items } = await tenant.client.auth.notifications.query({});
  const unread = items.filter(({ read }) => !read).length;
  expect(items.map(({ kind }) => kind)).toContain("paymentCompleted");
  for (const window of windows) await expect(window.getByRole("link", { name: `Notifications, ${unread} unread` })).toBeVisible();
});
