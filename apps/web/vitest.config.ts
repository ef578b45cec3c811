import { playwright } from "@vitest/browser-playwright";
import { msw } from "msw/vite";
import { defineConfig, mergeConfig } from "vitest/config";
import { apiDocument } from "../../scripts/checks/api-document.ts";
import web from "./vite.config.ts";

const executablePath = process.env["CHROME_PATH"];

/** A root user's Chromium has no sandbox; the rest keeps it from asking strangers on the network. */
const args = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Component tests: parts of the pages in a real browser, with the server's answers given at the network's edge. */
export default mergeConfig(
  web,
  defineConfig({
    plugins: [msw({ mode: "worker-only" })],
    // Everything that the pages import, found before the first test: a package found later would load the page anew in the middle of one.
    optimizeDeps: { entries: ["src/main.tsx", "src/**/*.browser.test.tsx", "src/testing/*.ts*"] },
    test: {
      name: "component",
      include: ["src/**/*.browser.test.tsx"],
      setupFiles: ["src/testing/setup.ts"],
      isolate: false, // one page for all files: loading the product again for each costs more than all of a file's tests
      fileParallelism: false,
      // No test fails because a machine is slow.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 120_000 } },
      env: { TZ: "America/New_York" },
      browser: {
        enabled: true,
        connectTimeout: 900_000, // of a browser that starts on a busy machine
        commands: { apiDocument },
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: { ...(executablePath !== undefined && { executablePath }), args },
          // What moves is clicked only once it stands still; so nothing moves here.
          contextOptions: { reducedMotion: "reduce", locale: "en-US", timezoneId: "America/New_York" },
        }),
        instances: [{ browser: "chromium" }],
        viewport: { width: 1280, height: 860 },
        expect: {
          toMatchScreenshot: {
            comparatorName: "pixelmatch",
            // The faces and drawings are the project's own; how their edges are smoothed is the machine's.
            comparatorOptions: { threshold: 0.25, allowedMismatchedPixelRatio: 0.002 },
            resolveScreenshotPath: ({ root, testFileDirectory, arg, ext }) => `${root}/${testFileDirectory}/testing/pictures/${arg}${ext}`,
          },
        },
      },
    },
  }),
);
