import type { Defect } from "./defect.ts";

const limits = "apps/server/src/shared-limits.int.test.ts";
const process = "apps/server/src/main.int.test.ts";

/** Several processes that are less safe than one, or lose more. */
export const operating: Defect[] = [
  {
    name: "allows one attempt above the rate limit",
    file: "apps/server/src/shared-limits.ts",
    find: "if (tries > ruleOf[rule].max)",
    plant: "if (tries > ruleOf[rule].max + 1)",
    test: limits,
  },
  {
    name: "never ends a rate limit's window",
    file: "apps/server/src/shared-limits.repo.ts",
    find: "then 1 else least(",
    plant: "then least(",
    test: limits,
  },
  {
    name: "reports ready during shutdown",
    file: "apps/server/src/plugins/health.ts",
    find: "if (deps.ending.signal.aborted) return",
    plant: "if (deps.ending.signal.aborted && false) return",
    test: process,
  },
  {
    name: "serves metrics to any token",
    file: "apps/server/src/plugins/metrics.ts",
    find: "timingSafeEqual(given, expected)",
    plant: "given.length === expected.length",
    test: "apps/server/src/plugins/probes.int.test.ts",
  },
  {
    name: "cannot decrypt secrets of the old key after a new key was added",
    file: "apps/server/src/encryption.ts",
    find: "const byName = new Map(keys.map(",
    plant: "const byName = new Map(keys.slice(0, 1).map(",
    test: "apps/server/src/encryption.test.ts",
  },
  {
    name: "swaps an account's secrets in a key rotation",
    file: "apps/server/src/features/operations/rotate-keys.repo.ts",
    find: " and ${text} = ${change.from} returning 1",
    plant: " returning 1",
    test: "apps/cli/src/keys.int.test.ts",
  },
];
