import { defineConfig, devices } from "@playwright/test";

/** Chromium's sandbox needs rights that root does not have here. The other switches keep it from contacting external servers. */
const args = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-gpu", // there is no GPU: without this, software rendering takes CPU time
  "--js-flags=--no-turbofan --no-maglev", // pages live for seconds, too short for optimized code to pay off
];

const chromePath = process.env["CHROME_PATH"];
const baseURL = process.env["HEARTH_URL"];

/** Decision 46: one journey in a run may need a retry, which is reported. */
const retries = process.env["CI"] === undefined ? 0 : 1;

export default defineConfig({
  testDir: "src",
  testMatch: "**/*.journey.ts",
  snapshotPathTemplate: "{testDir}/transcripts/{arg}{ext}",
  globalSetup: "./src/system.ts",
  workers: 2, // runs beside other steps; a journey waits for blocks and screens, and more workers only slow each other down
  // Limits for hanging journeys. A slow or busy machine does not reach them.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  retries,
  outputDir: "../../test-results",
  use: {
    // Set by the global setup, before the workers read this.
    ...(baseURL !== undefined && { baseURL }),
    launchOptions: { ...(chromePath !== undefined && { executablePath: chromePath }), args },
    // Disables animations: Playwright clicks a moving element only once it stands still, and a late click scrolls the page behind a dialog.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-US",
    timezoneId: "America/New_York",
    // Records actions and network traffic only of a retry, if there are retries. Storing every answer of every journey takes CPU time, and
    // screenshots and snapshots at every step take a quarter of it.
    trace: { mode: retries === 0 ? "retain-on-failure" : "on-first-retry", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
  },
  // The phone runs only journeys that differ there, in dark mode, so that each appearance is tested once. It also runs the service worker
  // for pages without a network. On the desktop that worker would start in a process of its own for each journey.
  projects: [
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 860 }, colorScheme: "light", serviceWorkers: "block" },
    },
    { name: "phone", grep: /@both/, use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, colorScheme: "dark" } },
  ],
});
