import { join } from "node:path";
import { chromium } from "@playwright/test";

/**
 * Takes the picture for shared links: the top of the landing page, without its links and buttons. Needs a running product. Run
 * `npm run social-card` again after a change of the landing page.
 */
const url = process.env["HEARTH_URL"] ?? "http://localhost:5000";
const file = join(import.meta.dirname, "..", "..", "web", "public", "card.png");
const executablePath = process.env["CHROME_PATH"];

const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage({
  viewport: { width: 1200, height: 630 },
  colorScheme: "light",
  reducedMotion: "reduce",
  bypassCSP: true,
});
await page.goto(url, { waitUntil: "networkidle" });
await page.addStyleTag({
  content: `:is(header, main) a:not([href="/"]) { visibility: hidden } html { overflow: hidden; scrollbar-gutter: auto } body { margin-top: -32px }`,
});
await page.screenshot({ path: file });
await browser.close();
