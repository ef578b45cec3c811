import type { Defect } from "./defect.ts";

const limits = "apps/server/src/shared-limits.int.test.ts";
const process = "apps/server/src/main.int.test.ts";

/** Several processes that are less safe than one, or lose more. */
export const operating: Defect[] = [
  {
    name: "a used-up limit lets one more try through",
    file: "apps/server/src/shared-limits.ts",
    find: "if (counted.calls <= max) return;",
    plant: "if (counted.calls <= max + 1) return;",
    test: limits,
  },
  {
    name: "a window of tries never ends",
    file: "apps/server/src/shared-limits.repo.ts",
    find: "then 1 else least(",
    plant: "then least(",
    test: limits,
  },
  {
    name: "a process that ends says that it is ready",
    file: "apps/server/src/plugins/health.ts",
    find: "if (deps.ending.signal.aborted) return",
    plant: "if (deps.ending.signal.aborted && false) return",
    test: process,
  },
  {
    name: "metrics are told to whoever shows any token",
    file: "apps/server/src/plugins/metrics.ts",
    find: "timingSafeEqual(given, right)",
    plant: "given.length === right.length",
    test: "apps/server/src/plugins/probes.int.test.ts",
  },
  {
    name: "a new key makes what the old one encrypted unreadable",
    file: "apps/server/src/encryption.ts",
    find: "const byName = new Map(keys.map(",
    plant: "const byName = new Map(keys.slice(0, 1).map(",
    test: "apps/server/src/encryption.test.ts",
  },
  {
    name: "a rotation puts one secret of somebody in the place of another",
    file: "apps/server/src/features/operations/rotate-keys.repo.ts",
    find: " and ${text} = ${change.from} returning 1",
    plant: " returning 1",
    test: "apps/cli/src/keys.int.test.ts",
  },
];
