import { expect, newPerson, system, test } from "./hearth.ts";

interface Received {
  subject: string;
  text: string;
}

/** The newest mail with such a subject that somebody was sent, as soon as it is there. */
async function newestMail(to: string, subject: string): Promise<Received> {
  let found: Received | undefined;
  await expect(async () => {
    const response = await fetch(`${system.simulatorUrl}/mails?to=${encodeURIComponent(to)}`);
    const mails: Received[] = await response.json();
    found = mails.find((mail) => mail.subject === subject);
    expect(found, `a mail "${subject}"`).toBeDefined();
  }).toPass({ timeout: 30_000 });
  if (!found) throw new Error("The mail is gone");
  return found;
}

/** The path of the link in a mail, with what it proves. */
function linkIn({ text }: Received): string {
  const [address = ""] = /https?:\/\/\S+#hrm_[\w-]+/.exec(text) ?? [];
  const { pathname, hash } = new URL(address);
  return `${system.url}${pathname}${hash}`;
}

test("somebody who forgot the password reads the mail, chooses another one and is signed in with it", async ({ page }) => {
  const person = newPerson();
  await page.goto(`${system.url}/register`);
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto(linkIn(await newestMail(person.email, "Confirm your e-mail")));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your e-mail is confirmed")).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${system.url}/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Look into your mail")).toBeVisible();

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
