import { defineConfig, devices } from "@playwright/test";

/** Chromium's sandbox needs rights that root does not give away; the other switches keep it from asking strangers on the network. */
const args = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-gpu", // there is none: without this it is imitated, which takes processor time
  "--js-flags=--no-turbofan --no-maglev", // a page lives for seconds: what optimizing its code costs is not earned back
];

const chromePath = process.env["CHROME_PATH"];
const baseURL = process.env["HEARTH_URL"];

/** Decision 46: one in a run may need it, and is told. */
const retries = process.env["CI"] === undefined ? 0 : 1;

export default defineConfig({
  testDir: "src",
  testMatch: "**/*.journey.ts",
  snapshotPathTemplate: "{testDir}/transcripts/{arg}{ext}",
  globalSetup: "./src/system.ts",
  workers: 2, // beside other steps; a journey waits for blocks and screens, and more of them only get in each other's way
  // Only what hangs reaches these; a machine that is slow or busy does not.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  retries,
  outputDir: "../../test-results",
  use: {
    // Set by the global setup, before the workers read this.
    ...(baseURL !== undefined && { baseURL }),
    launchOptions: { ...(chromePath !== undefined && { executablePath: chromePath }), args },
    // What moves is clicked only once it stands still, and a late click scrolls the page behind a dialog; so nothing moves here.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-US",
    timezoneId: "America/New_York",
    // What was done and what went over the wire, of the second try where there is one: keeping every answer of every journey costs processor time,
    // and pictures and copies of the pages at every step a quarter of it.
    trace: { mode: retries === 0 ? "retain-on-failure" : "on-first-retry", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
  },
  // A phone makes the journeys in which its way is another one, and in the dark, so that each look is looked at once; and with the worker that knows a page for
  // when there is no network, which would be started for each journey on the desktop as well, in a process of its own.
  projects: [
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 860 }, colorScheme: "light", serviceWorkers: "block" },
    },
    { name: "phone", grep: /@both/, use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, colorScheme: "dark" } },
  ],
});
