import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { demoSize } from "./fill/shape.ts";
import { distanceFrom, type Grown, openComparison, warmUp } from "./measure/rounds.ts";
import { makeCall } from "./measure/statements.ts";
import { worksOf } from "./measure/work.ts";
import { startWorld, type World } from "./measure/world.ts";
import { writePage } from "./report/page.ts";
import { keepGrowth } from "./report/results.ts";
import { growthTable } from "./report/tables.ts";

/**
 * Measures how answers slow down as the data grows. Two databases with a server each get the same calls in turn, so that other load on the
 * machine affects both alike. One has as many payments as the demo, or as `--beside` says. Ends within ten minutes, and writes
 * docs/performance.md. `npm run bench -- flat --payments 1000000`
 */
const rounds = 9;
const seconds = 1;
/**
 * Limit of a p99's growth. A few rounds cannot decide about work close to the limit, so such work gets the remaining time in additional
 * rounds.
 */
const limit = 1.25;
const roundsMore = 3;
const endAfterMs = 560_000;

const { values } = parseArgs({
  options: { payments: { type: "string", default: "1000000" }, beside: { type: "string", default: String(demoSize) } },
});
const [payments, beside] = [Number(values.payments), Number(values.beside)];
const startedMs = performance.now();
const logProgress = (text: string) => process.stderr.write(`${((performance.now() - startedMs) / 1_000).toFixed(0)} s: ${text}\n`);

logProgress(`filling a database with ${beside} payments`);
const small = await startWorld(beside);
try {
  logProgress(`filling a database with ${payments} payments`);
  const large = await startWorld(payments);
  try {
    await compare(large);
  } finally {
    await large.stop();
  }
} finally {
  await small.stop();
}

async function compare(large: World): Promise<void> {
  const smallWorks = worksOf(small);
  const largeWorks = worksOf(large);
  logProgress("asking both for everything once");
  await warmUp(small.product, smallWorks);
  await warmUp(large.product, largeWorks);
  const comparisons = largeWorks.map((work, place) => {
    const [smallCalls, largeCalls] = [smallWorks[place]?.calls ?? [], work.calls];
    const comparison = openComparison({ server: small.product, calls: smallCalls }, { server: large.product, calls: largeCalls });
    return { name: work.name, smallCall: smallCalls[0], largeCall: largeCalls[0], ...comparison };
  });
  // Each round has all works. So half a minute of other load affects a round or two of each work instead of all rounds of one.
  for (let round = 1; round <= rounds; round++) {
    logProgress(`round ${round} of ${rounds}`);
    for (const { goOn } of comparisons) await goOn(1, seconds);
  }
  const roundMs = 2 * seconds * 1_000;
  while (performance.now() - startedMs + roundsMore * roundMs < endAfterMs) {
    const nearest = comparisons.toSorted((left, right) => distanceFrom(limit, left.figures()) - distanceFrom(limit, right.figures()))[0];
    logProgress(`${nearest?.name} again`);
    await nearest?.goOn(roundsMore, seconds);
  }
  const works: Grown[] = [];
  for (const { name, smallCall, largeCall, figures } of comparisons) {
    works.push({ name, bytes: { small: await sizeOf(small, smallCall), large: await sizeOf(large, largeCall) }, ...figures() });
  }
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} in the last minute`;
  const growth = { payments, beside, day, machine, works };
  await keepGrowth(growth);
  await writePage();
  process.stdout.write(`${growthTable(growth)}\n`);
}

/** Size of a call's answer in bytes of JSON. */
async function sizeOf({ product }: World, call: Parameters<typeof makeCall>[1] | undefined): Promise<number> {
  if (call === undefined) throw new Error("There is no call to make");
  return Buffer.byteLength(JSON.stringify(await makeCall(product.url, call)));
}
