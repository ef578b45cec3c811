import { expect, newPerson, system, test } from "./hearth.ts";
import { linkIn, newestMail } from "./mails.ts";

test("a person who forgot the password follows the mail, chooses a new one and is signed in", async ({ page }) => {
  const person = newPerson();
  await page.goto(`${system.url}/register`);
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto(linkIn(await newestMail(person.email, "Confirm your email")));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your email is confirmed")).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${system.url}/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The previous form has a field of the same name
  await expect(page.getByRole("form", { name: "Forgot password" })).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();

  await page.goto(linkIn(await newestMail(person.email, "Choose a new password")));
  await page.getByLabel("New password", { exact: true }).fill("another quiet hearth");
  await page.getByLabel("Confirm new password").fill("another quiet hearth");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password is changed")).toBeVisible();

  await page.getByRole("alert").getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill("another quiet hearth");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.getByRole("link", { name: /^Notifications, 1 unread/ }).click();
  await expect(page.getByText("Your password was changed")).toBeVisible();
});
