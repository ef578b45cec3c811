import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Route } from "@playwright/test";
import { bothScreens, expect, isPhone, system, test } from "./hearth.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./looks.ts";
import { enterAs, headersOf, makeTenant, signedIn } from "./people.ts";
import { startPayment } from "./steps.ts";

test("a public page has the same title in its HTML and in the browser", async ({ page, request }) => {
  for (const path of ["/", "/login", "/register", "/merchant/login", "/merchants", "/rent", "/verify", "/docs", "/bill/0123abcd"]) {
    const announced = /<title>([^<]*)/.exec(await (await request.get(path)).text())?.[1] ?? "nothing";
    expect(announced, path).not.toBe("Hearth");
    await page.goto(path);
    await expect(page, path).toHaveTitle(announced);
  }
});

test("another name of the host leads to the public one before anybody signs in", async ({ page }) => {
  await page.goto("/");
  const { origin } = new URL(page.url());
  const other = new URL("/merchant/login?redirect=%2Fmerchant%2Ftenants#top", origin);
  other.hostname = "127.0.0.1";
  await page.goto(other.href);
  await expect(page).toHaveURL(`${origin}/merchant/login?redirect=%2Fmerchant%2Ftenants#top`);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("the checkout and the pending page are accessible and fit", bothScreens, async ({ page }) => {
  await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, isPhone(page) ? "71.00" : "72.00");
  await expect(checkout.getByRole("button", { name: /from wallet/ })).toBeVisible();
  for (const each of [checkout, page]) {
    await expectAccessible(each);
    await expectNoSidewaysScroll(each);
  }
  await checkout.getByRole("button", { name: "Scan a QR code" }).click();
  await expect(checkout.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(checkout);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel payment" }).click();
  await page.waitForURL((url) => url.pathname === "/payment");
});

test("a checkout shows its amount before any script, and asks for nothing that came with the page", async ({ page, browser }) => {
  await enterAs(page, await makeTenant());
  const address = (await startPayment(page, "73.00")).url();
  const stranger = await (await browser.newContext({ baseURL: system.url, serviceWorkers: "block" })).newPage();
  // A slow machine may send the ordinary page instead
  await stranger.route(/\.js$/, (route) => route.abort());
  await expect(async () => {
    await stranger.goto(address);
    await expect(stranger.locator(".opening .amount")).toHaveText("$73.00", { timeout: 1_000 });
  }).toPass();
  await stranger.unroute(/\.js$/);
  // However long a slow machine takes to start the app, the answers are new
  await stranger.addInitScript(() => {
    const now = Date.now();
    Date.now = () => now;
    Object.defineProperty(PerformanceNavigationTiming.prototype, "responseEnd", { get: () => performance.now() });
  });
  const asked: string[] = [];
  const zoned: string[] = [];
  stranger.on("request", (request) => {
    asked.push(request.url());
    if (request.headers()["x-time-zone"] !== undefined) zoned.push(request.url());
  });
  await expect(async () => {
    asked.length = 0;
    await stranger.goto(address);
    await expect(stranger.locator("main").getByText("$73.00").first()).toBeVisible();
    await expect(stranger.locator(".opening")).toHaveCount(0);
    expect(asked.filter((url) => /payments\.(checkout|network)\b/.test(url))).toEqual([]);
  }).toPass();
  // Reading the device's time zone keeps a slow phone busy for 100 ms, and no answer to a stranger depends on it
  expect(zoned).toEqual([]);
  expect(asked.filter((url) => /\/assets\/start-[^/]*\.css$/.test(url))).toEqual([]);
  await stranger.context().close();
});

test("the app draws a checkout's first texts at the places where the server drew them", async ({ page, browser }) => {
  await enterAs(page, await makeTenant());
  const address = (await startPayment(page, "74.00")).url();
  const stranger = await (await browser.newContext({ baseURL: system.url, serviceWorkers: "block" })).newPage();
  const places = (texts: string) =>
    stranger.locator(texts).evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { x, y } = range.getBoundingClientRect();
        return [Math.round(x), Math.round(y)];
      }),
    );
  // Phones, and a window as low as the popup
  for (const size of [
    { width: 390, height: 844 },
    { width: 375, height: 667 },
    { width: 1_280, height: 720 },
  ]) {
    await stranger.setViewportSize(size);
    await stranger.route(/\.js$/, (route) => route.abort());
    await expect(async () => {
      await stranger.goto(address);
      await expect(stranger.locator(".opening .amount")).toHaveText("$74.00", { timeout: 1_000 });
    }).toPass();
    // A gutter would move the page sideways where scrollbars take room
    await expect(stranger.locator("html")).toHaveCSS("scrollbar-gutter", "auto");
    const drawn = await places(".opening .title, .opening .amount, .opening .terms");
    expect(drawn).toHaveLength(3);
    await stranger.unroute(/\.js$/);
    await stranger.goto(address);
    await expect(stranger.locator("main h1")).toBeVisible();
    await expect(stranger.locator(".opening")).toHaveCount(0);
    const shown = () => places("main h1, main h1 + p, main h1 + p + div");
    expect(await shown()).toEqual(drawn);
    await expect(stranger.getByRole("list", { name: "Other ways to pay" })).toBeVisible();
    expect(await shown(), "after the wallets have arrived").toEqual(drawn);
  }
  await stranger.context().close();
});

test("browsers are asked to compile the first files of a checkout while these arrive", async ({ request }) => {
  const html = await (await request.get("/checkout/unknown")).text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/(\w+)-[^"]+\.js)"/g)];
  const scripts = await Promise.all(
    files.map(async ([, address = "", name = ""]) => ({ name, text: await (await request.get(address)).text() })),
  );
  const hinted = scripts.filter(({ text }) => /^\/\/# allFunctionsCalledOnLoad$/m.test(text)).map(({ name }) => name);
  expect(hinted.toSorted()).toEqual(["all", "asking", "checkout", "react", "start", "vendor"]);
});

test("signing in loads no wallet code", async ({ page }) => {
  const addresses = new Set<string>();
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) addresses.add(response.url());
  });
  for (const path of ["/login", "/register"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
  const scripts = await Promise.all([...addresses].map(async (address) => (await page.request.get(address)).text()));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => /eth_signTypedData_v4|keys\.coinbase\.com/.test(script))).toEqual([]);
});

test("every Log out button ends the session", bothScreens, async ({ page }) => {
  const tenant = await enterAs(page, await signedIn("tenant@hearth.test"));
  await page.goto("/dashboard");
  if (isPhone(page)) {
    await page.getByRole("button", { name: "Menu" }).click();
    await page
      .getByRole("menuitem", { name: "Logout" })
      .or(page.getByRole("button", { name: "Logout" }))
      .last()
      .click();
  } else await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  expect(await page.evaluate(() => [localStorage.getItem("authToken"), localStorage.getItem("userInfo")])).toEqual([null, null]);
  const status = async () => (await page.request.get("/api/auth/me", { headers: headersOf(tenant) })).status();
  await expect.poll(status).toBe(401);
});

/**
 * Calls that decide the position of buttons, with their delays in ms: first calls without dependencies, then the merchant's, last the
 * merchant's details.
 */
const delays = [
  [/wallet\.status|payments\.list/, 300],
  [/merchant\.listAll|auth\.emailStanding|rent\.mine/, 600],
  [/merchant\.standing/, 1_200],
] as const;

test("buttons and links do not move when late answers arrive", async ({ page }) => {
  const underWay = new Set<Request>();
  const delay = (ms: number) => async (route: Route) => {
    underWay.add(route.request());
    await sleep(ms);
    await route.continue().catch(() => {}); // its page may be closed
  };
  const forget = (request: Request) => void underWay.delete(request);
  page.on("requestfinished", forget).on("requestfailed", forget);
  for (const [calls, ms] of delays) await page.route(calls, delay(ms));
  await page.route(`${system.chainUrl}/**`, delay(1_200));
  await enterAs(page, await makeTenant());
  const buttons = {
    "/dashboard": page.getByRole("region", { name: "Summary" }).getByRole("link").first(),
    "/setup-one-time": page.getByRole("button", { name: "Pay", exact: true }),
    "/fund-wallet": page.getByRole("button", { name: "Cancel" }),
  };
  for (const [path, button] of Object.entries(buttons)) {
    await page.goto(path);
    await button.waitFor();
    const place = await button.boundingBox();
    await expect.poll(() => underWay.size).toBe(0);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    expect((await button.boundingBox())?.y, path).toBe(place?.y);
  }
});
