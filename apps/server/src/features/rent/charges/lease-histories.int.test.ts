import { keysOf } from "@hearth/domain/keys-of";
import { afterAll, beforeAll, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { type ActName, acts, follows, poisons } from "../../../testing/lease-acts.ts";
import { checkAtEnd } from "../../../testing/lease-ends.ts";
import { Broken } from "../../../testing/lease-rulings.ts";
import { pickOf } from "@hearth/db/testing/random";
import { dayMs, LeaseWorld, type Tenancy } from "../../../testing/lease-world.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";

const first = Number(process.env["LEASE_HISTORY_SEED"] ?? 1);
const histories = Number(process.env["LEASE_HISTORIES"] ?? 50);
const steps = 10;

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-22T12:00:00Z")), env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

const names = keysOf(acts);

interface Done {
  name: ActName;
  tenancy: Tenancy;
}

/** The acts of a history: tenants pay in each, and a random part of the other acts, so that frequent acts do not hide rare ones. */
function chooseActs({ random }: LeaseWorld): ActName[] {
  const others = names.filter((name) => !["pay", "countWaiting"].includes(name) && random.chance(name.startsWith("odd") ? 0.04 : 0.25));
  return ["pay", "pay", "countWaiting", ...others];
}

/** Chooses the next act: at random, or one that often follows the last act on the same lease. */
function chooseNext({ random, tenancies }: LeaseWorld, chosen: ActName[], last: Done | null): Done {
  const next = last === null ? [] : (follows[last.name] ?? []).filter((name) => chosen.includes(name));
  if (last !== null && next.length > 0 && random.chance(0.4)) return { name: pickOf(random, next), tenancy: last.tenancy };
  return { name: pickOf(random, chosen), tenancy: pickOf(random, tenancies) };
}

async function step(world: LeaseWorld, { name, tenancy }: Done, hasStops: boolean): Promise<void> {
  const { random } = world;
  if (random.chance(0.7)) await world.goTo(world.now + random.between(1, 12) * (dayMs / 2));
  if (hasStops && random.chance(0.25)) {
    world.steps.push(world.areCompletionsStopped ? "release" : "stop");
    await world.stopCompletions(!world.areCompletionsStopped);
  }
  world.steps.push(`${name} ${world.tenancies.indexOf(tenancy)} ${world.harness.clock.now().toISOString()}`);
  if (name === "suspend" || name === "pay" || !world.isSuspended(tenancy.landlord)) await acts[name](world, tenancy);
  // The jobs run in any order, and not each time.
  const due = (["charge", "allocate", "fees"] as const).filter(() => random.chance(0.55));
  for (const job of random.chance(0.5) ? due : due.toReversed()) await world.run(job);
}

/** Data of one customer that must not delay others. The large cases are rare. */
const rarePoisons = new Map<number, keyof typeof poisons>([
  [17, "longArrears"],
  [43, "manyCents"],
]);

/** Runs one history. Returns the broken rule with the steps that led to it, or null. */
async function live(seed: number): Promise<string | null> {
  const world = new LeaseWorld(harness, seed);
  try {
    await world.setUp();
    const chosen = chooseActs(world);
    const hasStops = world.random.chance(0.15);
    const poison = rarePoisons.get(seed % 300) ?? (seed % 25 === 4 ? "samoa" : null);
    if (poison) {
      world.steps.push(poison);
      await poisons[poison](world, pickOf(world.random, world.tenancies));
    }
    let last: Done | null = null;
    for (let count = 0; count < steps; count++) {
      last = chooseNext(world, chosen, last);
      await step(world, last, hasStops);
    }
    await checkAtEnd(world);
    return null;
  } catch (error) {
    const what =
      error instanceof Broken ? `[${error.ruling}] ${error.message}` : `[error] ${error instanceof Error ? error.stack : String(error)}`;
    return `history ${seed}: ${what}\n  ${world.steps.join(", ")}`;
  } finally {
    await world.end();
  }
}

it(
  `holds the rulings of leases in ${histories} random histories from ${first} on`,
  async () => {
    const found: string[] = [];
    for (let seed = first; seed < first + histories; seed++) {
      const broken = await live(seed);
      if (broken !== null) found.push(broken);
    }
    if (found.length > 0) throw new Error(`${found.length} of ${histories} histories do not hold:\n${found.join("\n")}`);
  },
  histories * 60_000,
);
