import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { networks } from "@hearth/chain/networks";
import { type Browser, chromium, type Page } from "@playwright/test";
import { system } from "../src/hearth.ts";
import { openBrowser } from "../src/people.ts";
import { makeScreens, type Screen } from "./screens.ts";
import { drawSheets, type Picture } from "./sheet.ts";

/**
 * Takes a picture of each screen and state at three widths, light and dark, and puts them on sheets. Needs a running product with its demo
 * (`npm start` in another terminal). Words choose screens: `npm run screens checkout receipt`.
 */
process.env["HEARTH_URL"] ??= "http://localhost:5000";
process.env["HEARTH_SIMULATOR_URL"] ??= "http://localhost:5100";
process.env["HEARTH_CHAIN_URL"] ??= networks.local.rpcUrl;

const widths = [390, 768, 1280];
const themes = ["light", "dark"] as const;
/** Numbers and drawings appear with a delay. */
const settleMs = 400;
const folder = join(import.meta.dirname, "..", "..", "..", ".data", "screens");

const filters = process.argv.slice(2);
const chromePath = process.env["CHROME_PATH"];
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ ...(chromePath !== undefined && { executablePath: chromePath }), args });
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const pictures: Picture[] = [];
for (const screen of (await makeScreens()).filter(({ name }) => filters.length === 0 || filters.some((word) => name.includes(word)))) {
  pictures.push(...(await takeAll(browser, screen)));
}
const sheets = await drawSheets(browser, pictures, folder);
await browser.close();

const tooWide = pictures.filter(({ overflow }) => overflow > 0);
for (const { name, width, overflow } of tooWide) process.stdout.write(`${name} is ${overflow} px wider than ${width}\n`);
process.stdout.write(`${pictures.length} pictures and ${sheets.length} sheets in ${folder}\n`);
if (tooWide.length > 0) process.exitCode = 1;

async function takeAll(chrome: Browser, screen: Screen): Promise<Picture[]> {
  const page = await openBrowser(chrome, screen.who);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${system.url}${screen.path}`);
  await page.locator("h1, h2").first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  const taken: Picture[] = [];
  for (const width of screen.popup ? [390, 500] : widths) {
    for (const theme of themes) taken.push(await take(page, screen, width, theme));
  }
  await page.context().close();
  return taken;
}

async function take(page: Page, { name, popup = false }: Screen, width: number, theme: "light" | "dark"): Promise<Picture> {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: popup && width === 500 ? 700 : 844 });
  await showAll(page);
  await page.waitForTimeout(settleMs);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const file = join(folder, `${name}-${width}-${theme}.png`);
  await page.screenshot({ path: file, fullPage: true });
  return { name, width, theme, file, overflow };
}

/** Scrolls to the end of the page and back, because drawings render when they come into view. */
async function showAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
  });
}
