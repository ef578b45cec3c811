import { createHearthClient } from "@hearth/client/hearth-client";
import { appCode } from "@hearth/server/testing/authenticator";
import type { Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, newPerson, system, test } from "./hearth.ts";
import { linkIn, newestMail } from "./mails.ts";
import { makeBusiness } from "./merchant-steps.ts";
import { withAuthenticator } from "./passkey-steps.ts";
import { makeConsumer, openBrowser, type Person } from "./people.ts";
import { signIn } from "./steps.ts";

const anonymous = () => createHearthClient({ url: system.url });
const ownPassword = "taken back by its owner";

/** Returns the secret of a mail's link. */
async function tokenIn(to: string, subject: string): Promise<string> {
  return new URL(linkIn(await newestMail(to, subject))).hash.slice(1);
}

/** Follows the link of a mail to the owner, and takes the account back. */
async function takeBack(page: Page, { email }: Person, subject: string): Promise<void> {
  await page.goto(linkIn(await newestMail(email, subject)));
  await expect(page.getByRole("heading", { name: "Secure your account" })).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(ownPassword);
  await page.getByLabel("Confirm new password").fill(ownPassword);
  await page.getByRole("button", { name: "Take the account back" }).click();
  await expect(page.getByText("Your account is yours again")).toBeVisible();
}

test("a thief with a token lets a co-owner in and takes everything, and the owner undoes it by the first mail", async ({
  page,
  browser,
}) => {
  // A name like another one's would have to be approved before the business can mail anybody.
  const name = `Thornfield ${Date.now().toString(36)}`;
  const owner = await makeBusiness({ name });
  await anonymous().auth.confirmEmail.mutate({ token: await tokenIn(owner.email, "Confirm your email") });

  const accomplice = newPerson();
  const answer = await owner.client.staff.invite.mutate({ email: accomplice.email, role: "owner" });
  expect(answer).toEqual({ message: `Invitation sent to ${accomplice.email}` });
  const invitation = await tokenIn(accomplice.email, `Noor Haddad invited you to ${name} on Hearth`);
  const { email: _invited, ...person } = accomplice;
  const { token: coOwnerToken } = await anonymous().staff.accept.mutate({ token: invitation, ...person });
  const coOwner = createHearthClient({ url: system.url, token: coOwnerToken });
  const wallet = privateKeyToAccount(generatePrivateKey()).address;
  await coOwner.merchant.setPayoutWallet.mutate({ walletAddress: wallet });

  const thief = await openBrowser(browser, owner);
  await withAuthenticator(thief);
  await thief.goto("/settings");
  await thief.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = thief.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill("Someone's phone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  const theirs = `thief.${owner.email}`;
  await owner.client.auth.updateProfile.mutate({ firstName: "Noor", lastName: "Haddad", email: theirs });
  await anonymous().auth.confirmEmail.mutate({ token: await tokenIn(theirs, "Confirm your new email") });

  for (const subject of [
    "Someone joined your business",
    "Your payout wallet was changed",
    "A passkey was added to your account",
    "Your email is about to change",
    "Your email was changed",
  ])
    await newestMail(owner.email, subject);
  await takeBack(page, owner, "Someone was invited to your business");
  for (const undone of [
    'The passkey "Someone\'s phone" is removed',
    `${accomplice.email} does not work with your business any more`,
    "The payout wallet that was set is removed",
  ])
    await expect(page.getByText(undone)).toBeVisible();
  await expect(coOwner.merchant.business.query()).rejects.toThrow("Please sign in");
  await thief.goto("/settings");
  await thief.waitForURL("**/login**");
  await thief.context().close();

  await page.goto("/merchant/login");
  await signIn(page, owner.email, ownPassword);
  await page.waitForURL("**/merchant/dashboard");
  await page.goto("/merchant/settings?tab=staff");
  await expect(page.getByText("No one else works with this business yet.")).toBeVisible();
  const again = createHearthClient({ url: system.url });
  const { token } = await again.auth.login.mutate({ email: owner.email, password: ownPassword });
  const { walletAddress } = await createHearthClient({ url: system.url, token }).merchant.business.query();
  expect(walletAddress).toBeNull();
});

test("a thief with the password too changes it and locks the owner out by an app, and the mail about it opens the way back", async ({
  page,
}) => {
  const owner = await makeConsumer();
  const stolen = privateKeyToAccount(generatePrivateKey()).address;
  await owner.client.wallet.update.mutate({ walletAddress: stolen });
  await owner.client.auth.changePassword.mutate({ currentPassword: owner.password, newPassword: "the thief's own words" });
  const { secret } = await owner.client.auth.setUpSecondFactor.mutate({ password: "the thief's own words" });
  await owner.client.auth.confirmSecondFactor.mutate({ code: appCode(secret, new Date()) });
  for (const subject of ["A wallet was linked to your account", "Two-step sign-in is on"]) await newestMail(owner.email, subject);

  await takeBack(page, owner, "Your password was changed");
  await expect(page.getByText("The authenticator app that was set up is removed")).toBeVisible();
  await expect(page.getByText(`The wallet ${stolen} is unlinked`)).toBeVisible();
  await expect(owner.client.auth.me.query()).rejects.toThrow("Please sign in");
  await page.getByRole("alert").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, owner.email, ownPassword);
  await page.waitForURL("**/dashboard");
});

test("a device's cookie that a thief planted is replaced when the owner signs in", async ({ page }) => {
  const [owner, thief] = [await makeConsumer(), await makeConsumer()];
  const answer = await fetch(`${system.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: thief.email, password: thief.password }),
  });
  const planted = /hearth_device=([\w-]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? "";
  expect(planted).not.toBe("");
  await page.context().addCookies([{ name: "hearth_device", value: planted, url: system.url, httpOnly: true, sameSite: "Strict" }]);
  await page.goto("/login");
  await signIn(page, owner.email, owner.password);
  await page.waitForURL("**/dashboard");
  const kept = (await page.context().cookies()).find(({ name }) => name === "hearth_device");
  expect(kept?.value).toMatch(/^hrd_/);
  expect(kept?.value).not.toBe(planted);
});

test("somebody whom strangers' wrong passwords keep out lets their device sign in by a mail", async ({ page }) => {
  const owner = await makeConsumer();
  await page.goto("/this-device");
  await page.getByRole("form", { name: "Use this device" }).getByLabel("Email").fill(owner.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  await page.goto(linkIn(await newestMail(owner.email, "Sign in on another device")));
  await page.getByRole("button", { name: "Use this device" }).click();
  await expect(page.getByText("You can sign in on this device now")).toBeVisible();
  await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
  await signIn(page, owner.email, owner.password);
  await page.waitForURL("**/dashboard");
});
