import { readFile } from "node:fs/promises";
import { expect, system, test } from "./hearth.ts";
import { enterAs, makeTenant } from "./people.ts";
import { expectReceipt, startPayment } from "./steps.ts";

test("somebody checks a signed receipt against the chain, with Hearth's server out of reach", async ({ page, browser }) => {
  await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, "73.10");
  await checkout.getByRole("button", { name: "Pay $73.10 from wallet" }).click();
  await expectReceipt(page, "73.10");
  await page.goto("/payment-history");
  await page
    .getByRole("link", { name: /^View / })
    .first()
    .click();
  await page.getByRole("button", { name: "Save receipt" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /Signed file/ }).click()]);
  expect(download.suggestedFilename()).toMatch(/^hearth-signed-receipt-.*\.json$/);
  const file = { name: "receipt.json", mimeType: "application/json", buffer: await readFile(await download.path()) };

  const stranger = await (await browser.newContext({ baseURL: system.url })).newPage();
  await stranger.goto("/verify");
  await expect(stranger.getByRole("button", { name: /Add files/ })).toBeVisible();
  await stranger.keyboard.press("Tab"); // the first touch fetches what shows notices
  await stranger.waitForLoadState("networkidle");
  const asked: string[] = [];
  await stranger.route(`${system.url}/**`, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await stranger.locator('input[type="file"]').setInputFiles(file);
  await expect(stranger.getByText("Signed with the key of demonstrations")).toBeVisible();
  await stranger.getByLabel("Node of the chain").fill(system.chainUrl);
  await stranger.getByRole("button", { name: "Check the transfers" }).click();
  await expect(stranger.getByText("The chain holds the transfer")).toBeVisible();
  expect(asked, "nothing was asked of Hearth").toEqual([]);

  const changed = Buffer.from(file.buffer.toString().replace("73100000", "93100000"));
  await stranger.locator('input[type="file"]').setInputFiles({ ...file, buffer: changed });
  await expect(stranger.getByText("This file was changed after it was signed")).toBeVisible();
  await stranger.context().close();
});
