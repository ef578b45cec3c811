import { expect, test } from "./hearth.ts";
import { withAuthenticator } from "./passkey-steps.ts";
import { enterAs, makeConsumer } from "./people.ts";
import { ageSessions } from "./sessions.ts";
import { signIn } from "./steps.ts";

test("a passkey is added, signs in alone and as a second factor, confirms its holder, and is removed", async ({ page }) => {
  await withAuthenticator(page);
  const { email, password } = await enterAs(page, await makeConsumer());
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Please give this passkey a name")).toBeVisible();
  await dialog.getByLabel("Name").fill("My phone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Not used yet")).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/dashboard");

  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  await signIn(page, email, password);
  await expect(page.getByLabel("Recovery code")).toBeVisible();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/dashboard");

  await page.goto("/settings");
  await expect(page.getByText("Last used")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Rename My phone" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename the passkey" });
  await renaming.getByLabel("Name", { exact: true }).fill("Work phone");
  await renaming.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Remove Work phone" }).click();
  await ageSessions(email);
  await page.getByRole("dialog", { name: "Remove the passkey?" }).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog", { name: "Confirm that it is you" }).getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("None yet.")).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  await signIn(page, email, password);
  await page.waitForURL("**/dashboard");
});
