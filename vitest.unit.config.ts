import { defineConfig } from "vitest/config";

/**
 * Settings of unit and integration tests. Many files share a process, because loading the server again for each file would take longer than its tests.
 * Each file must therefore undo what it changes: a faked clock, a process handler, an environment variable.
 */
export const together = {
  isolate: false,
  pool: "forks",
  maxWorkers: 2, // one for each CPU of the build machine: a third worker used a tenth more CPU time and was no faster
  /** Generous, so that a slow machine fails no test. */
  expect: { poll: { timeout: 120_000 } },
} as const;

/** Tests of the code alone. */
export default defineConfig({
  test: {
    ...together,
    name: "unit",
    include: ["{apps,packages}/*/src/**/*.test.{ts,tsx}", "apps/web/build/*.test.ts", "scripts/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/*.int.test.ts", "**/*.browser.test.tsx", "apps/e2e/**"],
    // For the few tests that try every amount or start the linter, on a slow machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
