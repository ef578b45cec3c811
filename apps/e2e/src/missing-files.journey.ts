import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServerProcess } from "@hearth/server/testing/server-process";
import type { Page } from "@playwright/test";
import { expect, system, test } from "./hearth.ts";
import { newestMail } from "./mails.ts";
import { enterAs, makeConsumer, type Person, signedIn, signedInAdmin } from "./people.ts";
import { ageSessions } from "./sessions.ts";
import { signIn } from "./steps.ts";

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
  let loads = 0;
  page.on("request", (request) => void (loads += Number(request.isNavigationRequest())));
  // Some browsers ask again by themselves within one load, so a load is refused as a whole.
  await page.route(/\/assets\/react-[^/]+\.js$/, (route) => (loads === 2 ? route.continue() : route.abort()));
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(loads).toBe(2);
  await page.goto("/login");
  await expect(page.getByText("Hearth did not load completely.")).toBeVisible();
});

test("a page has its chosen theme although no script file comes", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto("/login");
  await expect(page.getByText("Hearth did not load completely.")).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
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

/** Copies the built web app as the next version of it: the same pages, every script and style under another name. */
async function nextVersionOf(built: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-next-version-"));
  await cp(built, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const names = (await readdir(join(folder, "assets"))).filter((name) => /\.(js|css)$/.test(name));
  const nextName = (name: string) => name.replace(/(?=\.\w+$)/, "-next");
  const known = new Set(names);
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.(js|css|html|json)$/.test(file)) continue;
    const text = await readFile(join(folder, file), "utf8");
    const renamed = text.replaceAll(/[\w$-]+\.(?:js|css)/g, (name) => (known.has(name) ? nextName(name) : name));
    await writeFile(join(folder, file), renamed);
  }
  for (const name of names) await rename(join(folder, "assets", name), join(folder, "assets", nextName(name)));
  return folder;
}

/** Starts an origin that passes every request to the server at `target.url`, as a load balancer does in a deployment. */
async function startBalancer(target: { url: string }): Promise<{ url: string; stop: () => void }> {
  const balancer = createServer((incoming, outgoing) => {
    const { method, headers, url = "/" } = incoming;
    const passed = send(new URL(url, target.url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => void balancer.listen(0, "localhost", resolve));
  const address = balancer.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    stop: () => {
      balancer.close();
      balancer.closeAllConnections();
    },
  };
}

test.describe("during a deployment", () => {
  test.use({
    allowConsole: [/net::ERR_|Refused to apply style|dynamically imported module|Unable to preload CSS|A file of Hearth did not come/],
  });

  test("a tab with the earlier version offers the new one where a file is gone, and loses nothing that was typed", async ({ page }) => {
    const owner = await makeConsumer();
    const next = await nextVersionOf(system.serverEnv["WEB_DIST"] ?? "");
    const target = { url: "" };
    const balancer = await startBalancer(target);
    const env = { ...system.serverEnv, PUBLIC_ORIGIN: balancer.url };
    const [earlier, later] = await Promise.all([startServerProcess(env), startServerProcess({ ...env, WEB_DIST: next })]);
    const buildOf = () => page.locator("meta[name=build]").getAttribute("content");
    try {
      target.url = earlier.url;
      await page.goto(`${balancer.url}/login?redirect=/profile`);
      await signIn(page, owner.email, owner.password);
      const name = page.getByRole("form", { name: "Profile information" }).getByLabel("Last name");
      await name.fill("Haddad-Okafor");
      const build = await buildOf();

      target.url = later.url;
      await follow(page, "/settings");
      const part = page.getByRole("main").getByText("This part of the page needs it. Everything else on the page still works.");
      await expect(part).toBeVisible();
      await expect(page.getByText(broken)).toHaveCount(0);
      await expect(page.getByRole("banner").or(page.getByRole("navigation")).first()).toBeVisible();
      await page.goBack();
      await expect(name).toHaveValue("Haddad-Okafor");
      await page.getByText("A new version of Hearth is ready.").locator("..").getByRole("button", { name: "Reload" }).click();
      await expect(name).toHaveValue("Haddad-Okafor");
      expect(await buildOf()).not.toBe(build);
      await page.getByRole("button", { name: "Save changes" }).click();
      await expect.poll(async () => (await owner.client.auth.me.query()).lastName).toBe("Haddad-Okafor");
      await follow(page, "/settings");
      await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
      await expect(page.getByText(broken)).toHaveCount(0);
    } finally {
      await page.close();
      balancer.stop();
      await Promise.all([earlier.stop(), later.stop(), rm(next, { recursive: true })]);
    }
  });
});
