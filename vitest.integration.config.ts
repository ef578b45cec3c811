import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { together } from "./vitest.unit.config.ts";

/** What is about several servers, or kills them, takes minutes: begun last, one of them would be waited for alone. */
const isLong = ({ moduleId }: TestSpecification) => /\/(server\/src\/testing|cli|demo)\//.test(moduleId);

/** The long ones first. */
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
    experimental: { viteModuleRunner: false, nodeLoader: false }, // Node loads the server as it does outside the tests, and so without Vite's work
    name: "integration",
    include: ["{apps,packages}/*/src/**/*.int.test.ts", "apps/e2e/bench/**/*.int.test.ts", "scripts/**/*.int.test.ts"],
    globalSetup: ["scripts/test-database.ts"],
    sequence: { sequencer: LongestFirst },
    // Waiting ends with what is waited for; these only end what would never come, on however busy a machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
