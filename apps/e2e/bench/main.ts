/**
 * Starts a benchmark by its name. `npm run bench` alone measures the product beside the floor and the peer (`-- --payments 1000000`).
 * `npm run bench -- receipt` measures the time from a block to the receipt. Passes on the arguments after the name.
 */
const benches: Record<string, () => Promise<unknown>> = {
  performance: () => import("./performance.ts"),
  flat: () => import("./flatness.ts"),
  "first-of-the-month": () => import("./first-of-the-month.ts"),
  soak: () => import("./soak.ts"),
  receipt: () => import("./receipt-time.ts"),
  "first-rent": () => import("./first-rent.ts"),
  crowd: () => import("./crowd.ts"),
  leases: () => import("./leases.ts"),
  "rent-year": () => import("./rent-year.ts"),
  recovery: () => import("./recovery-time.ts"),
  chain: () => import("./chain.ts"),
  replica: () => import("./replica.ts"),
  partitions: () => import("./partitions.ts"),
  state: () => import("./state.ts"),
  relay: () => import("./relay.ts"),
  waiting: () => import("./waiting.ts"),
};

const word = process.argv[2];
const isWord = word !== undefined && !word.startsWith("-");
if (isWord) process.argv.splice(2, 1);
const bench = benches[isWord ? word : "performance"];
if (bench === undefined) {
  process.stderr.write(`There is no bench "${word}". There are: ${Object.keys(benches).join(", ")}\n`);
  process.exitCode = 1;
} else await bench();
