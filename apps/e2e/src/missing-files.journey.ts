import type { Page } from "@playwright/test";
import { expect, test } from "./hearth.ts";
import { newestMail } from "./mails.ts";
import { enterAs, makeConsumer, type Person, signedIn, signedInAdmin } from "./people.ts";
import { ageSessions } from "./sessions.ts";

/** Pages of each area, from its first one. Together they need most files of the build. */
const areas: { name: string; enter: () => Promise<Person>; pages: string[] | ((who: Person) => Promise<string[]>) }[] = [
  {
    name: "tenant",
    enter: () => signedIn("tenant@hearth.test"),
    pages: async ({ client }) => [
      "/notifications",
      "/dashboard",
      "/payment",
      "/setup-one-time",
      `/lease/${(await client.rent.mine.query())[0]?._id}`,
      "/payment-history",
      "/disputes",
      "/autopay",
      "/statements",
      "/fund-wallet",
      "/settings",
      "/profile",
    ],
  },
  {
    name: "merchant",
    enter: () => signedIn("landlord@hearth.test"),
    pages: [
      "/merchant/dashboard",
      "/merchant/transactions",
      "/merchant/transactions/unmatched",
      "/merchant/tenants",
      "/merchant/leases/new",
      "/merchant/properties",
      "/merchant/requests",
      "/merchant/rent-roll",
      "/merchant/disputes",
      "/merchant/settings",
    ],
  },
  {
    name: "admin",
    enter: () => signedInAdmin(),
    pages: [
      "/admin/dashboard",
      "/admin/users",
      "/admin/merchants",
      "/admin/transactions",
      "/admin/disputes",
      "/admin/leases",
      "/admin/settings",
    ],
  },
];

test.use({
  allowConsole: [
    /net::ERR_FAILED|dynamically imported module|Unable to preload CSS|was preloaded using link|A file of Hearth did not come/,
  ],
});

const asset = /\/assets\/[^/]+\.(js|css)$/;
const broken = /did not load|unhandled error/;

/** Refuses each file of the build at its first request, except the given ones. Returns the refused files. */
async function refuseOnce(page: Page, spared: ReadonlySet<string>): Promise<Set<string>> {
  const refused = new Set<string>();
  await page.route(asset, (route) => {
    const { pathname } = new URL(route.request().url());
    if (spared.has(pathname) || refused.has(pathname)) return route.continue();
    refused.add(pathname);
    return route.abort();
  });
  return refused;
}

/** Navigates like a link of the product. */
async function follow(page: Page, path: string): Promise<void> {
  await page.waitForFunction(() => window.__TSR_ROUTER__ !== undefined);
  await page.evaluate((href) => void window.__TSR_ROUTER__?.navigate({ href }), path);
  await page.waitForURL((url) => url.pathname === path);
}

/** Presses the button of a missing page until it is there: each of the files that it needs fails once, some of them after the others. */
async function tryAgainUntilShown(page: Page): Promise<void> {
  await expect(async () => {
    const retry = page.getByRole("alert").getByRole("button", { name: "Try again" });
    if ((await retry.count()) > 0) await retry.first().click();
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible({ timeout: 5_000 });
    await expect(page.getByText(broken)).toHaveCount(0, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

for (const { name, enter, pages } of areas) {
  test(`pages of a ${name} work although each of their files fails once`, async ({ page }) => {
    const person = await enterAs(page, await enter());
    const firstLoad = new Set<string>();
    const remember = (request: { url: () => string }) => firstLoad.add(new URL(request.url()).pathname);
    page.on("request", remember);
    const [first = "", ...others] = typeof pages === "function" ? await pages(person) : pages;
    await page.goto(first);
    await expect(page.getByRole("heading").first()).toBeVisible();
    page.off("request", remember);
    const refused = await refuseOnce(page, firstLoad);
    for (const path of others) {
      await follow(page, path);
      await tryAgainUntilShown(page);
      await expect(page.locator("[aria-busy=true]"), path).toHaveCount(0);
      await tryAgainUntilShown(page);
    }
    expect(refused.size).toBeGreaterThan(others.length);
  });
}

test("a file of the first load that fails once is asked for again, and then the page says what is wrong", async ({ page }) => {
  let refusals = 0;
  await page.route(/\/assets\/react-[^/]+\.js$/, (route) => {
    refusals += 1;
    return refusals === 1 || refusals > 2 ? route.abort() : route.continue();
  });
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(refusals).toBe(2);
  await page.goto("/login");
  await expect(page.getByText("Hearth did not load completely.")).toBeVisible();
});

test("a write is refused and keeps what was typed, also over a reload, if the question whether it is you does not load", async ({
  page,
}) => {
  const owner = await enterAs(page, await makeConsumer());
  await page.goto("/profile");
  const form = page.getByRole("form", { name: "Profile information" });
  await form.getByLabel("Email").fill(`new.${owner.email}`);
  await ageSessions(owner.email);
  const question = /\/assets\/step-up-dialog-[^/]+\.js$/;
  let refusals = 0;
  await page.route(question, (route) => {
    refusals += 1;
    return route.abort();
  });
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("We need to check that it's you, and the form for it did not load.").first()).toBeVisible();
  await expect(page.getByText("Please confirm that it is you, and then try again")).toBeVisible();
  expect(refusals).toBeGreaterThan(0);
  await expect(form.getByLabel("Email")).toHaveValue(`new.${owner.email}`);

  await page.unroute(question);
  await page.reload();
  await expect(form.getByLabel("Email")).toHaveValue(`new.${owner.email}`);
  await form.getByRole("button", { name: "Save changes" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Your password").fill(owner.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toHaveCount(0);
  await newestMail(`new.${owner.email}`, "Confirm your new email");
});
