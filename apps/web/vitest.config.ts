import { playwright } from "@vitest/browser-playwright";
import { msw } from "msw/vite";
import { defineConfig, mergeConfig } from "vitest/config";
import { apiDocument } from "../../scripts/checks/api-document.ts";
import web from "./vite.config.ts";

const executablePath = process.env["CHROME_PATH"];

/** Chromium has no sandbox when run as root. The other flags prevent requests to other hosts. */
const args = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Component tests: parts of the pages in a real browser, with mocked server answers. */
export default mergeConfig(
  web,
  defineConfig({
    plugins: [msw({ mode: "worker-only" })],
    // Finds all imports before the first test. A package found later would reload the page during a test.
    optimizeDeps: { entries: ["src/main.tsx", "src/**/*.browser.test.tsx", "src/testing/*.ts*"] },
    test: {
      name: "component",
      include: ["src/**/*.browser.test.tsx"],
      setupFiles: ["src/testing/setup.ts"],
      isolate: false, // One page for all files: reloading the app for each costs more than all of a file's tests
      fileParallelism: false,
      // Long timeouts, so that no test fails on a slow machine.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 120_000 } },
      env: { TZ: "America/New_York" },
      browser: {
        enabled: true,
        connectTimeout: 900_000, // For a browser that starts on a busy machine
        commands: { apiDocument },
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: { ...(executablePath !== undefined && { executablePath }), args },
          // Elements are clicked only once they stop moving, so animations are disabled.
          contextOptions: { reducedMotion: "reduce", locale: "en-US", timezoneId: "America/New_York" },
        }),
        instances: [{ browser: "chromium" }],
        viewport: { width: 1280, height: 860 },
        expect: {
          toMatchScreenshot: {
            comparatorName: "pixelmatch",
            // Fonts and drawings are the project's own, but antialiasing depends on the machine.
            comparatorOptions: { threshold: 0.25, allowedMismatchedPixelRatio: 0.002 },
            resolveScreenshotPath: ({ root, testFileDirectory, arg, ext }) => `${root}/${testFileDirectory}/testing/pictures/${arg}${ext}`,
          },
        },
      },
    },
  }),
);
