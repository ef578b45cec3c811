import { signalRunning } from "./checks/run.ts";
import { vitest } from "./checks/vitest.ts";

/** A test that runs few cases or little data in `npm test`, and all of them here. */
interface Proof {
  name: string;
  file: string;
  /** Environment variables of each part. A failed part can be repeated alone with its variables. */
  parts: (first: number) => Record<string, string>[];
  /** Parts that run at once. Default: one, because most parts use every core or measure. */
  atOnce?: number;
}

const partsOf = (count: number, part: (place: number) => Record<string, string>) =>
  Array.from({ length: count }, (_, place) => part(place));

const proofs: Proof[] = [
  {
    name: "histories",
    file: "apps/server/src/features/settlement/checking/histories.int.test.ts",
    parts: (first) => partsOf(10, (place) => ({ HISTORY_SEED: `${first + place * 1_000}`, HISTORIES: "1000" })),
    atOnce: 4,
  },
  {
    name: "leases",
    file: "apps/server/src/features/rent/charges/lease-histories.int.test.ts",
    parts: (first) => partsOf(10, (place) => ({ LEASE_HISTORY_SEED: `${first + place * 1_000}`, LEASE_HISTORIES: "1000" })),
    atOnce: 4,
  },
  {
    name: "moved",
    file: "apps/server/src/features/settlement/recording/moved-logs.int.test.ts",
    parts: () => [{ MOVED_PAYMENTS: "200", MOVED_KILLS: "50" }],
  },
  {
    name: "books",
    file: "apps/server/src/features/rent/books/books-agree.int.test.ts",
    parts: (first) => partsOf(4, (place) => ({ BOOKS_SEED: `${first + place * 10}`, BOOKS_YEARS: "10" })),
  },
  {
    name: "years",
    file: "apps/server/src/features/autopay/year.int.test.ts",
    parts: (first) => partsOf(4, (place) => ({ YEAR_FIRST: `${first + place * 5}`, YEARS: "5" })),
  },
  {
    name: "kills",
    file: "apps/server/src/testing/two-servers.int.test.ts",
    parts: () => [{ KILLS: "50" }],
  },
  {
    name: "faults",
    file: "apps/server/src/testing/faulty-providers.int.test.ts",
    parts: () => partsOf(5, (place) => ({ FAULT_FIRST: `${4 * place}`, FAULT_SEEDS: "4" })),
  },
  {
    name: "held",
    file: "apps/server/src/testing/held-process.int.test.ts",
    parts: () => [{ HELD_ROWS: "20000" }],
  },
  {
    name: "fuzz",
    file: "apps/server/src/testing/fuzz.int.test.ts",
    parts: (first) => partsOf(40, (place) => ({ FUZZ_SEED: `${first + place * 100_000}`, FUZZ_INPUTS: "50000" })),
    atOnce: 2,
  },
  {
    name: "plans",
    file: "apps/server/src/testing/flat-reads.int.test.ts",
    parts: () => [{ FLAT_PAYMENTS: "1000000" }],
  },
];

/**
 * Runs the randomised tests in full, of which `npm test` runs a few cases; docs/testing.md lists them. `npm run prove`, or with a proof's name. A number
 * is the first seed, which repeats the same histories. Each part uses a fresh database. Prints for each failure the command that repeats it alone.
 */
async function main(args: string[]): Promise<number> {
  const named = proofs.filter(({ name }) => args.includes(name));
  const first = args.map(Number).find(Number.isInteger) ?? Math.floor(Math.random() * 2 ** 30);
  const failedParts: string[] = [];
  let passed = 0;
  for (const { name, file, parts, atOnce = 1 } of named.length > 0 ? named : proofs) {
    const waiting = parts(first).values();
    const runParts = async () => {
      for (const part of waiting) {
        const variables = Object.entries(part).map((pair) => pair.join("="));
        process.stdout.write(`\n${name} ${variables.join(" ")}\n`);
        const { passed: here, failed, failures = [], output = "" } = await vitest("integration", [file], part);
        passed += here;
        if (failed > 0) failedParts.push(`${variables.join(" ")} npm test -- integration ${file}\n  ${[...failures, output].join("\n  ")}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, runParts));
  }
  process.stdout.write(
    failedParts.length === 0
      ? `\nAll proofs passed: ${passed} tests\n`
      : `\nSome proofs failed. Repeat each with:\n${failedParts.join("\n")}\n`,
  );
  return failedParts.length === 0 && passed > 0 ? 0 : 1;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => signalRunning(signal));
process.exitCode = await main(process.argv.slice(2));
