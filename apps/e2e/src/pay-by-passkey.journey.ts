import { testPayoutWallet } from "@hearth/chain/test-payee-cards";
import { centsToUsdcUnits, parseCents } from "@hearth/domain/money";
import { dayIn } from "@hearth/domain/rent/calendar";
import { type CDPSession, type Locator, type Page, test as playwrightTest } from "@playwright/test";
import { bothScreens, expect, test } from "./hearth.ts";
import { droppedAnswers } from "./lossy.ts";
import { readCheckout } from "./money.ts";
import {
  acceptInvitation,
  inviteTenant,
  makeWalletIn,
  openBill,
  ownChoice,
  payWithTouch,
  signUpByTouch,
  walletPage,
  withAuthenticator,
  zone,
} from "./passkey-steps.ts";
import { enterAs, makeEnrolled, openBrowser, type Person, signedIn } from "./people.ts";
import { countPresses, type Presses, signUpAs } from "./steps.ts";

/**
 * Measures a step in presses and seconds, for the report. A touch is a press inside the wallet's page: the device's own unlock follows it, and
 * the virtual authenticator approves that by itself. Letters that are typed are no presses.
 */
async function measured(name: string, presses: () => Presses, step: () => Promise<void>): Promise<{ touches: number; inApp: number }> {
  const [start, before] = [Date.now(), presses()];
  await test.step(name, step);
  const after = presses();
  const count = { touches: after.wallet - before.wallet, inApp: after.app - before.app };
  const description = `${count.touches} touches, ${count.inApp} presses in the app, ${((Date.now() - start) / 1_000).toFixed(1)} s`;
  playwrightTest.info().annotations.push({ type: name, description });
  return count;
}

/** Counts the passkeys that a device makes and shows from now on. */
function countCeremonies(session: CDPSession): () => { made: number; shown: number } {
  const count = { made: 0, shown: 0 };
  session.on("WebAuthn.credentialAdded", () => {
    count.made += 1;
  });
  session.on("WebAuthn.credentialAsserted", () => {
    count.shown += 1;
  });
  return () => ({ ...count });
}

test(
  "an invited tenant makes a wallet with their device's unlock, pays with one touch, and signs twelve months with another",
  bothScreens,
  async ({ page, browser }) => {
    const { client, person, leaseId, house } = await inviteTenant();
    const { session } = await withAuthenticator(page);
    const ceremonies = countCeremonies(session);
    const presses = await countPresses(page.context());
    const first = await measured("from the invitation to the receipt", presses, async () => {
      await acceptInvitation(page, person, house, async () => {
        await page.getByRole("button", { name: "Use a password instead" }).click();
        await signUpAs(page, person);
      });
      await openBill(page, "640.00");
      await page.getByRole("button", { name: ownChoice }).click();
      await makeWalletIn(walletPage(page));
      await expect(page.getByText("You have 0.00 USDC; you need 640.00. Add 640.00", { exact: false })).toBeVisible();
      await page.getByRole("button", { name: "Get test USDC" }).click();
      await payWithTouch(page, "640.00");
    });
    expect(first.touches, "make the wallet, confirm the recovery code, pay").toBeLessThanOrEqual(4);
    expect(ceremonies(), "one makes the passkey, one pays").toEqual({ made: 1, shown: 1 });

    const dueOn = dayIn(new Date(), zone);
    await client.rent.addCharge.mutate({ leaseId, kind: "repair", description: "A new key", amount: "85.00", dueOn });
    await openBill(page, "85.00");
    await page.getByRole("button", { name: "Get test USDC" }).click();
    const checkout = page.url();
    await test.step("nothing is paid where the wallet is closed, nor in a browser without passkeys", async () => {
      await page.getByRole("button", { name: "Pay $85.00" }).click();
      await expect(walletPage(page).getByRole("heading", { name: "Pay $85.00" })).toBeVisible();
      await page.getByRole("dialog", { name: "Your wallet" }).getByRole("button", { name: "Close" }).click();
      await expect(page.getByText("You closed your wallet before it signed. Nothing has changed.")).toBeVisible();
      const other = await openBrowser(browser, await signedIn(person.email, person.password));
      await other.goto(checkout);
      await expect(other.getByText("This browser cannot open your wallet")).toBeVisible();
      await expect(other.getByRole("button", { name: ownChoice })).toBeHidden();
      await other.context().close();
    });
    await page.reload();
    const second = await measured("the second bill, in the checkout", presses, () => payWithTouch(page, "85.00"));
    expect(second, "Pay in the checkout, one touch in the wallet, View receipt").toEqual({ touches: 1, inApp: 2 });
    expect(ceremonies()).toEqual({ made: 1, shown: 2 });

    await page.goto("/autopay");
    await page.getByRole("button", { name: "Set up autopay" }).click();
    const signing = page.getByRole("dialog").filter({ has: page.getByLabel("How many months") });
    await signing.getByLabel("How many months").selectOption("12");
    await signing.getByRole("button", { name: "Sign for 12 months" }).click();
    await measured("twelve months of autopay", presses, async () => {
      await page.getByRole("button", { name: "Sign all 12 months" }).click();
      await walletPage(page).getByRole("button", { name: "Sign 12 payments, $7,680.00 in all" }).click();
      await expect(page.getByText("12 months are signed")).toBeVisible();
    });
  },
);

test(
  "an invited tenant makes an account and its wallet with their device's unlock, pays, signs in by it, and sets a password later",
  bothScreens,
  async ({ page, browser }) => {
    const { person, house } = await inviteTenant();
    const { session } = await withAuthenticator(page);
    const ceremonies = countCeremonies(session);
    const presses = await countPresses(page.context());
    const first = await measured("from the invitation to the receipt, without a password", presses, async () => {
      await acceptInvitation(page, person, house, () => signUpByTouch(page, person));
      await openBill(page, "640.00");
      await page.getByRole("button", { name: "Get test USDC" }).click();
      await payWithTouch(page, "640.00");
    });
    expect(first.touches, "make the passkey and the wallet, confirm the recovery code, pay").toBeLessThanOrEqual(4);
    expect(ceremonies(), "one makes the passkey, one pays").toEqual({ made: 1, shown: 1 });

    await page.goto("/profile?tab=password");
    await expect(page.getByRole("tab", { name: "Set a password" })).toBeVisible();
    await page.evaluate(() => localStorage.clear());
    await page.goto("/login");
    await page.getByRole("button", { name: "Use Face ID, fingerprint or PIN" }).click();
    await expect(walletPage(page).getByRole("heading", { name: "Sign in to Hearth" })).toBeVisible();
    await walletPage(page).getByRole("button", { name: ownChoice }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    expect(ceremonies(), "one more signs in").toEqual({ made: 1, shown: 2 });

    await page.goto("/profile?tab=password");
    await page.getByLabel("New password", { exact: true }).fill(person.password);
    await page.getByLabel("Confirm new password").fill(person.password);
    await page.getByRole("button", { name: "Set a password" }).click();
    await expect(page.getByText("Your password is set")).toBeVisible();
    await expect(page.getByRole("tab", { name: "Change Password" })).toBeVisible();
    const other = await openBrowser(browser, await signedIn(person.email, person.password));
    await other.goto("/dashboard");
    await expect(other.getByText(house, { exact: false }).first()).toBeVisible();
    await other.context().close();
  },
);

/** Makes the wallet of a new tenant by the setup's first choice, and opens a checkout with money in the wallet. Returns the recovery code. */
async function openFundedCheckout(page: Page, tenant: Person, amount: string): Promise<{ code: string; url: string }> {
  await page.goto("/smart-wallet-setup?step=1");
  await page.getByRole("button", { name: ownChoice }).click();
  const code = await makeWalletIn(walletPage(page));
  await expect(page.getByRole("heading", { name: "Your wallet is connected" })).toBeVisible();
  const { checkoutURL: url } = await tenant.client.payments.createCheckout.mutate({ amount, description: "December rent" });
  await page.goto(url);
  await page.getByRole("button", { name: "Get test USDC" }).click();
  await expect(page.getByRole("button", { name: `Pay $${amount}` })).toBeVisible();
  return { code, url };
}

/** Presses Pay, and waits until the wallet's page shows the payment. Returns the button of the touch. */
async function askToPay(page: Page, amount: string): Promise<Locator> {
  await page.getByRole("button", { name: `Pay $${amount}` }).click();
  const touch = walletPage(page).getByRole("button", { name: `Pay $${amount}` });
  await expect(touch).toBeEnabled();
  return touch;
}

/** Expects that one payment was counted, and that the wallet paid its amount once. */
async function expectPaidOnce({ client }: Person, amount: string, before: bigint): Promise<void> {
  const payments = async () => (await client.payments.list.query({})).items.map(({ amount: paid, status }) => [paid, status]);
  await expect.poll(payments).toEqual([[Number(amount), "completed"]]);
  const paid = parseCents(amount) ?? 0;
  expect(before - BigInt((await client.wallet.balance.query()).usdcUnits)).toBe(centsToUsdcUnits(paid));
}

const balanceOf = async ({ client }: Person) => BigInt((await client.wallet.balance.query()).usdcUnits);

test("two devices that pay one bill by passkey at the same time pay it once", async ({ page, browser }) => {
  const tenant = await enterAs(page, await makeEnrolled());
  await withAuthenticator(page);
  const { code, url } = await openFundedCheckout(page, tenant, "46.20");
  const device = await openBrowser(browser, tenant);
  await withAuthenticator(device);
  await device.goto("/settings");
  await device.getByRole("button", { name: "Open on this device with the recovery code" }).click();
  await walletPage(device).getByLabel("Recovery code").fill(code);
  await walletPage(device).getByRole("button", { name: "Open my wallet" }).click();
  await walletPage(device).getByRole("button", { name: ownChoice }).click();
  await expect(device.getByRole("button", { name: /^Remove/ })).toHaveCount(2);
  await device.goto(url);

  const before = await balanceOf(tenant);
  const touches = [await askToPay(page, "46.20"), await askToPay(device, "46.20")];
  await Promise.all(touches.map((touch) => touch.click()));
  for (const tab of [page, device])
    await expect(tab.getByRole("link", { name: "View receipt" }).or(tab.getByRole("button", { name: "View receipt" }))).toBeVisible();
  await expectPaidOnce(tenant, "46.20", before);
  await device.context().close();
});

test("a reload between the touch and the sending loses nothing, and the bill is paid once", async ({ page }) => {
  const tenant = await enterAs(page, await makeEnrolled());
  await withAuthenticator(page);
  await openFundedCheckout(page, tenant, "47.30");
  const before = await balanceOf(tenant);
  const held = "**/trpc/payments.authorize*";
  const isSending = page.waitForRequest(held);
  // The signature leaves the page, and does not reach the server.
  await page.route(held, () => {});
  await (await askToPay(page, "47.30")).click();
  await isSending;
  await page.reload();
  await page.unroute(held);
  await (await askToPay(page, "47.30")).click();
  await expect(page.getByRole("link", { name: "View receipt" }).or(page.getByRole("button", { name: "View receipt" }))).toBeVisible();
  await expectPaidOnce(tenant, "47.30", before);
});

test.describe("with a server that lies", () => {
  test.use({ allowConsole: [droppedAnswers] });

  test("no second rent goes to another address: the wallet knows whom it paid", async ({ page }) => {
    const tenant = await enterAs(page, await makeEnrolled());
    await withAuthenticator(page);
    await openFundedCheckout(page, tenant, "48.40");
    const touch = await askToPay(page, "48.40");
    await expect(walletPage(page).getByText("You pay this business for the first time from this device.")).toBeVisible();
    await touch.click();
    await expect(page.getByRole("link", { name: "View receipt" }).or(page.getByRole("button", { name: "View receipt" }))).toBeVisible();

    // From here on the server answers as one does whose database was changed. Its events would bring the true address back.
    const thief = testPayoutWallet("c3").address;
    const { checkoutURL } = await tenant.client.payments.createCheckout.mutate({ amount: "49.50", description: "January rent" });
    const { to } = await readCheckout(checkoutURL);
    const cards = await tenant.client.payees.cardOf.query({ address: to });
    await page.route(/payments\.watchCheckout/, (route) => route.abort("connectionreset"));
    await page.route(/payments\.checkout\b/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(to, thief) });
    });
    await page.goto(checkoutURL);
    await expect(page.getByText(thief.slice(0, 6), { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Get test USDC" }).click();
    await askToPay(page, "49.50");
    await expect(walletPage(page).getByText("This payment does not go to a business that you paid before from this device")).toBeVisible();
    await walletPage(page).getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("You closed your wallet before it signed. Nothing has changed.")).toBeVisible();

    // It says as well that the landlord is paid there.
    const answer = { result: { data: cards } };
    await page.route(/payees\.cardOf/, (route) => route.fulfill({ json: route.request().url().includes("batch=1") ? [answer] : answer }));
    await page.getByRole("button", { name: "Pay $49.50" }).click();
    await expect(walletPage(page).getByText(`Hearth asked for a payment to ${thief}.`)).toBeVisible();
    await walletPage(page).getByRole("button", { name: "Back to Hearth" }).click();
    await expect(page.getByText("this is not the wallet that you paid before", { exact: false })).toBeVisible();
    const payments = async () => (await tenant.client.payments.list.query({})).items.map(({ amount, status }) => [amount, status]);
    expect(await payments()).toEqual([
      [49.5, "pending"],
      [48.4, "completed"],
    ]);
  });
});
