import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const everywhere = ["apps", "packages"].map((folder) => `${folder}/*/src/**`);

/**
 * One process for many files: loading the server again for each would cost more than its tests. So a file leaves nothing behind: no faked clock,
 * no handler of the process, no changed environment. The file that cannot promise it gets a project of its own that isolates.
 */
const together = { isolate: false, pool: "forks" } as const;

/** What a test waits for comes, on however busy a machine; this only ends what would never come. */
const patient = { expect: { poll: { timeout: 120_000 } } };

/** What is about several servers, or kills them, takes minutes: begun last, one of them would be waited for alone. */
const isLong = ({ moduleId }: TestSpecification) => /\/(server\/src\/testing|cli|demo)\//.test(moduleId);

/** What mostly waits, for servers that start and blocks that come: begun together, these would leave the processor idle. */
const isWaiting = ({ moduleId }: TestSpecification) =>
  /\/(one-reader|two-servers|outages|rolling-restart|roles|main|embedded-postgres)\.int\.test/.test(moduleId);

/** The long ones first, and of those that wait one to every three that work. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const working = sorted.filter((file) => !isWaiting(file)).toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
    const waiting = sorted.filter(isWaiting);
    return working.flatMap((file, place) => (place % 3 === 0 ? [...waiting.splice(0, 1), file] : [file])).concat(waiting);
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    maxWorkers: 4, // on two cores the default is one; a test waits for the database and the chain half of its time
    projects: [
      {
        test: {
          ...together,
          ...patient,
          name: "unit",
          include: [...everywhere.map((path) => `${path}/*.test.{ts,tsx}`), "apps/web/build/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/*.int.test.ts", "**/*.browser.test.tsx", "apps/e2e/**"],
          testTimeout: 300_000, // for the few that go through every amount there is, on a busy machine
        },
      },
      {
        test: {
          ...together,
          ...patient,
          name: "integration",
          include: [...everywhere.map((path) => `${path}/*.int.test.ts`), "apps/e2e/bench/**/*.int.test.ts", "scripts/**/*.int.test.ts"],
          globalSetup: ["scripts/test-database.ts"],
          // Waiting ends with what is waited for; these only end what would never come, on however busy a machine.
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      "apps/web/vitest.config.ts", // component tests, in a browser
    ],
  },
});
