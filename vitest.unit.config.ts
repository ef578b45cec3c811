import { defineConfig } from "vitest/config";

/**
 * One process for many files: loading the server again for each would cost more than its tests. So a file leaves nothing behind: no faked clock,
 * no handler of the process, no changed environment.
 */
export const together = {
  isolate: false,
  pool: "forks",
  maxWorkers: 2, // as many as there are processors: beside the other steps a third got in the way of the two, and took a tenth more of the processors
  /** What a test waits for comes, on however busy a machine; this only ends what would never come. */
  expect: { poll: { timeout: 120_000 } },
} as const;

/** Tests of the code alone. */
export default defineConfig({
  test: {
    ...together,
    name: "unit",
    include: ["{apps,packages}/*/src/**/*.test.{ts,tsx}", "apps/web/build/*.test.ts", "scripts/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/*.int.test.ts", "**/*.browser.test.tsx", "apps/e2e/**"],
    // For the few that go through every amount there is, or start the linter, on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
