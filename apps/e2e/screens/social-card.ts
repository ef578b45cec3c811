import { join } from "node:path";
import { chromium } from "@playwright/test";

/**
 * Takes the picture that stands beside a shared link: the head of the landing page, without what can be pressed there. It asks a product that
 * runs; after a change of the landing page it is taken anew: `npm run social-card`.
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
