import { readFile } from "node:fs/promises";
import { expect, system, test } from "./hearth.ts";
import { enterAs, makeTenant } from "./people.ts";
import { expectReceipt, startPayment } from "./steps.ts";

test("a stranger checks a signed receipt against the chain while Hearth's server is unreachable", async ({ page, browser }) => {
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
  await page.getByRole("button", { name: "Save receipt" }).click();
  const [paper] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /^PDF/ }).click()]);
  const pdf = { name: "receipt.pdf", mimeType: "application/pdf", buffer: await readFile(await paper.path()) };

  // Without a service worker, because its requests bypass the route below.
  const away = { baseURL: system.url, serviceWorkers: "block" as const };
  const stranger = await (await browser.newContext(away)).newPage();
  const check = stranger.waitForResponse(/secp256k1/);
  const later = [/page-bars/, /drawings/].map((file) => stranger.waitForResponse(file)); // the page's bars are loaded when the browser is idle
  await stranger.goto("/verify");
  await expect(stranger.getByRole("button", { name: /Add files/ })).toBeVisible();
  await Promise.all([check, ...later]); // the signature check is loaded before anybody has a file
  await Promise.all([stranger.waitForResponse(/toast-list/), stranger.keyboard.press("Tab")]); // the first input loads the part that shows notices
  await stranger.waitForLoadState("networkidle");
  const asked: string[] = [];
  await stranger.route(`${system.url}/**`, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await stranger.locator('input[type="file"]').setInputFiles(pdf);
  await expect(stranger.getByText("Signed with the key of demonstrations")).toBeVisible();
  await stranger.getByLabel("Node of the chain").fill(system.chainUrl);
  await stranger.getByRole("button", { name: "Check the transfers" }).click();
  await expect(stranger.getByText("The chain holds the transfer")).toBeVisible();
  expect(asked, "no request went to Hearth").toEqual([]);

  const changed = Buffer.from(file.buffer.toString().replace("73100000", "93100000"));
  await stranger.locator('input[type="file"]').setInputFiles({ ...file, buffer: changed });
  await expect(stranger.getByText("This file was changed after it was signed")).toBeVisible();
  await stranger.context().close();

  const hurried = await (await browser.newContext(away)).newPage();
  await hurried.route(/secp256k1/, (route) => route.abort());
  await hurried.goto("/verify");
  await hurried.locator('input[type="file"]').setInputFiles(file);
  await expect(hurried.getByText("The signature could not be checked"), "an unchecked file is not called invalid").toBeVisible();
  await hurried.context().close();
});
