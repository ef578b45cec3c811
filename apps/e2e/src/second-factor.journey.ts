import { openOperator } from "@hearth/server/features/operations/operator";
import { appCode } from "@hearth/server/testing/authenticator";
import { startServerProcess } from "@hearth/server/testing/server-process";
import type { Page } from "@playwright/test";
import { expect, newPerson, system, test } from "./hearth.ts";
import { enterAs, makeConsumer, openBrowser } from "./people.ts";
import { signIn } from "./steps.ts";

/** The app's next code: not used yet, and at most one step early. */
const nextCode = (secret: string) => appCode(secret, new Date(Date.now() + 30_000));

test("a second factor is set up, required, replaced by a recovery code, and switched off", async ({ page, browser }) => {
  const { email, password } = await enterAs(page, await makeConsumer());
  await page.goto("/settings");
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up two-step sign-in" });
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Please enter your password")).toBeVisible();
  await dialog.getByLabel("Your password").fill("not my password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("This is not your password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
  const secret = (await dialog.locator("code").first().innerText()).replaceAll(" ", "");
  await dialog.getByLabel("Code", { exact: true }).fill("000 00");
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await expect(dialog.getByText("This code is wrong or was already used")).toBeVisible();
  await dialog.getByLabel("Code", { exact: true }).fill(appCode(secret, new Date()));
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  const recoveryCodes = await dialog.getByRole("listitem").allInnerTexts();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();

  const elsewhere = await openBrowser(browser);
  await elsewhere.goto("/login");
  await signIn(elsewhere, email, password);
  await expect(elsewhere.getByLabel("Code", { exact: true })).toBeFocused();
  await expect(elsewhere.getByLabel("Code", { exact: true })).toHaveAttribute("autocomplete", "one-time-code");
  await elsewhere.getByRole("form", { name: "Two-step sign-in" }).getByRole("button", { name: "Sign in" }).click();
  await expect(elsewhere.getByText("Please enter the code")).toBeVisible();
  await elsewhere.getByLabel("Code", { exact: true }).fill(` ${nextCode(secret).slice(0, 3)} ${nextCode(secret).slice(3)} `);
  await elsewhere.keyboard.press("Enter");
  await elsewhere.waitForURL("**/dashboard");

  await elsewhere.evaluate(() => localStorage.clear());
  await elsewhere.goto("/login");
  await signIn(elsewhere, email, password);
  await elsewhere.getByRole("button", { name: "Use a recovery code instead" }).click();
  await elsewhere.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
  await elsewhere.keyboard.press("Enter");
  await elsewhere.waitForURL("**/dashboard");
  await elsewhere.context().close();

  await page.reload();
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
  await page.getByRole("button", { name: "Switch off" }).click();
  const off = page.getByRole("dialog", { name: "Switch off two-step sign-in" });
  await off.getByLabel("Your password").fill(password);
  await off.getByRole("button", { name: "Use a recovery code instead" }).click();
  await off.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
  await off.getByRole("button", { name: "Switch off" }).click();
  await expect(off.getByText("This code is wrong or was already used")).toBeVisible();
  await off.getByLabel("Recovery code").fill(recoveryCodes[1] ?? "");
  await off.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("Two-step sign-in is switched off")).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  await signIn(page, email, password);
  await page.waitForURL("**/dashboard");
});

test("an administrator who must have a second factor sets it up at the first sign-in, and again after an operator's reset", async ({
  page,
}) => {
  const { email, password } = newPerson();
  const server = await startServerProcess({ ...system.serverEnv, ADMIN_MFA: "required" });
  const operator = await openOperator(system.serverEnv["DATABASE_URL"] ?? "");
  try {
    await operator.makeAdmin({ email, account: { firstName: "Ines", lastName: "Prado", password: "given by the operator" } });
    await page.goto(`${server.url}/admin/login`);
    await signIn(page, email, "given by the operator");
    await expect(page.getByRole("heading", { name: "Choose your password" })).toBeVisible();
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm new password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Choose it and sign in" }).click();
    await expect(page.getByRole("heading", { name: "Set up two-step sign-in" })).toBeVisible();
    const secret = await setUpAtSignIn(page, server.url, { email, password });
    await page.goto(`${server.url}/admin/settings`);
    await expect(page.getByText("Administrators need it.")).toBeVisible();
    await expect(page.getByRole("button", { name: "New recovery codes" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Switch off" })).toBeHidden();

    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server.url}/admin/login`);
    await signIn(page, email, password);
    await page.getByLabel("Code", { exact: true }).fill(nextCode(secret));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();

    await operator.resetSecondFactor(email);
    await page.reload();
    await expect(page).toHaveURL(/\/admin\/login/);
    expect(await setUpAtSignIn(page, server.url, { email, password })).not.toBe(secret);
  } finally {
    await page.close(); // its stream would break off with the server
    await operator.close();
    await server.stop();
  }
});

/** Signs in an admin who must set up a second factor first, and continues to the admin area. Returns the app's secret. */
async function setUpAtSignIn(page: Page, url: string, { email, password }: { email: string; password: string }): Promise<string> {
  await page.goto(`${url}/admin/login`);
  await signIn(page, email, password);
  await expect(page.getByRole("heading", { name: "Set up two-step sign-in" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
  const secret = (await page.getByRole("main").locator("code").first().innerText()).replaceAll(" ", "");
  const code = page.getByLabel("Code", { exact: true });
  await code.fill("000000");
  await page.getByRole("button", { name: "Switch on and sign in" }).click();
  await expect(page.getByText("This code is wrong or was already used")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("adminToken"))).toBeNull();
  await code.fill(appCode(secret, new Date()));
  await page.getByRole("button", { name: "Switch on and sign in" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "Go to the admin area" }).click();
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  return secret;
}
