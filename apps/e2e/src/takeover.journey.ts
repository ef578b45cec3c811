import { expect, test } from "./hearth.ts";
import { linkIn, newestMail } from "./mails.ts";
import { makeConsumer, makeTenant, openBrowser } from "./people.ts";
import { ageSessions } from "./sessions.ts";
import { signIn } from "./steps.ts";

test("a stolen token cannot do anything that needs the owner's confirmation, and stops working when the owner ends the session", async ({
  page,
  browser,
}) => {
  const owner = await makeTenant();
  const before = await owner.client.auth.me.query();
  await ageSessions(owner.email);
  const thief = await openBrowser(browser, owner);
  const question = thief.getByRole("dialog", { name: "Confirm that it is you" });

  await thief.goto("/profile");
  await thief.getByRole("form", { name: "Profile information" }).getByLabel("Email").fill("thief@example.com");
  await thief.getByRole("button", { name: "Save changes" }).click();
  await question.getByLabel("Your password").fill("a lucky guess");
  await question.getByRole("button", { name: "Continue" }).click();
  await expect(question.getByText("This is not your password")).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(thief.getByText("Please confirm that it is you, and then try again")).toBeVisible();

  await thief.goto("/settings");
  await thief.getByRole("button", { name: "Download your data" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await thief.getByRole("button", { name: "Set up two-step sign-in" }).click();
  const factor = thief.getByRole("dialog", { name: "Set up two-step sign-in" });
  await factor.getByLabel("Your password").fill("a lucky guess");
  await factor.getByRole("button", { name: "Continue" }).click();
  await expect(factor.getByText("This is not your password")).toBeVisible();

  await page.goto("/login");
  await signIn(page, owner.email, owner.password);
  await page.waitForURL("**/dashboard");
  await page.goto("/settings");
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  await expect(page.getByText("This device")).toBeVisible();
  await expect(page.getByText("Last used")).toHaveCount(0);
  await thief.goto("/profile");
  await thief.waitForURL("**/login**");
  await thief.context().close();

  await newestMail(owner.email, /^New sign-in: /);
  await page.goto("/profile");
  const profileForm = page.getByRole("form", { name: "Profile information" });
  await expect(profileForm.getByLabel("Email")).toHaveValue(before.email);
});

test("a thief with the password changes the account's email, and the owner recovers it by the mail to the old one", async ({
  page,
  browser,
}) => {
  const owner = await makeConsumer();
  const thief = await openBrowser(browser, owner);
  const theirs = `thief.${owner.email}`;
  await thief.goto("/profile");
  await thief.getByRole("form", { name: "Profile information" }).getByLabel("Email").fill(theirs);
  await thief.getByRole("button", { name: "Save changes" }).click();
  await thief.goto(linkIn(await newestMail(theirs, "Confirm your new email")));
  await thief.getByRole("button", { name: "Confirm" }).click();
  await expect(thief.getByText("Your email is confirmed")).toBeVisible();

  await page.goto(linkIn(await newestMail(owner.email, "Your email was changed")));
  await page.getByLabel("New password", { exact: true }).fill("taken back by its owner");
  await page.getByLabel("Confirm new password").fill("taken back by its owner");
  await page.getByRole("button", { name: "Take the account back" }).click();
  await expect(page.getByText("Your account is yours again")).toBeVisible();
  await thief.goto("/profile");
  await thief.waitForURL("**/login**");
  await thief.context().close();

  await page.getByRole("alert").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, owner.email, "taken back by its owner");
  await page.waitForURL("**/dashboard");
});
