import { defineConfig, devices } from "@playwright/test";

/** Chromium's sandbox needs rights that root does not give away; the other switches keep it from asking strangers on the network. */
const args = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const chromePath = process.env["CHROME_PATH"];
const baseURL = process.env["HEARTH_URL"];

export default defineConfig({
  testDir: "src",
  testMatch: "**/*.journey.ts",
  globalSetup: "./src/system.ts",
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  outputDir: "../../test-results",
  use: {
    // Set by the global setup, before the workers read this.
    ...(baseURL !== undefined && { baseURL }),
    launchOptions: { ...(chromePath !== undefined && { executablePath: chromePath }), args },
    // What moves is clicked only once it stands still, and a late click scrolls the page behind a dialog; so nothing moves here.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-US",
    timezoneId: "America/New_York",
    // What was done and what went over the wire. Pictures and copies of the pages at every step cost a quarter of the processor time.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 860 } } },
    { name: "phone", use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } } },
  ],
});
