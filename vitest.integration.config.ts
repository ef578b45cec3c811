import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { together } from "./vitest.unit.config.ts";

/** True for test files that start or kill several servers. They take minutes, so they start first: the run would otherwise wait for one of them at its end. */
const isLong = ({ moduleId }: TestSpecification) => /\/(server\/src\/testing|cli|demo)\//.test(moduleId);

/** Starts the long test files first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

/** Tests on a real PostgreSQL and a real chain. */
export default defineConfig({
  test: {
    ...together,
    experimental: { viteModuleRunner: false, nodeLoader: false }, // Node loads the server as in production, without Vite's transforms
    name: "integration",
    include: ["{apps,packages}/*/src/**/*.int.test.ts", "apps/e2e/bench/**/*.int.test.ts", "scripts/**/*.int.test.ts"],
    globalSetup: ["scripts/test-database.ts"],
    sequence: { sequencer: LongestFirst },
    // Generous, so that a slow machine fails no test. They only end a test that waits for something that never happens.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
