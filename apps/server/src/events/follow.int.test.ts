import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "../testing/harness.ts";
import { follow } from "./follow.ts";

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(() => harness.close());

/** Announces `count` events of a payment, and waits until this process has received the last. */
async function happen(uuid: string, count: number): Promise<void> {
  const { deps, db } = harness;
  const last = randomUUID();
  const ending = new AbortController();
  const heard = deps.paymentEvents.subscribe(last, ending.signal);
  await db.execute(sql`select pg_notify('payment_events', ${uuid} || ':' || turn) from generate_series(1, ${count}::int) turn`);
  await db.execute(sql`select pg_notify('payment_events', ${last})`);
  await heard.changed();
  ending.abort();
}

it("loads once more for 300 events that arrive during a load, and yields the newest state", async () => {
  const uuid = randomUUID();
  const stop = new AbortController();
  let state = 0;
  let loads = 0;
  let release = () => {};
  const isSlow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const load = async () => {
    loads += 1;
    const view = state;
    if (loads === 1) await isSlow;
    return view;
  };
  const stream = follow([{ bus: harness.deps.paymentEvents, uuid, load }], stop.signal);
  const first = stream.next();
  state = 300;
  await happen(uuid, 300);
  release();
  expect((await first).value).toEqual(["1", 0]);
  expect((await stream.next()).value).toEqual(["2", 300]);
  const third = stream.next();
  state = 301;
  await happen(uuid, 1);
  expect((await third).value).toEqual(["3", 301]);
  expect(loads).toBe(3);
  const end = stream.next();
  stop.abort();
  expect((await end).done).toBe(true);
});

it("yields the views of several entities, and constant events of one do not hold up another", async () => {
  const [busy, calm] = [randomUUID(), randomUUID()];
  const stop = new AbortController();
  const { paymentEvents: bus } = harness.deps;
  const stream = follow<string>(
    [
      {
        bus,
        uuid: busy,
        load: async () => {
          await happen(busy, 1);
          return "busy";
        },
      },
      { bus, uuid: calm, load: async () => "calm" },
    ],
    stop.signal,
  );
  const next = async () => (await stream.next()).value;
  expect([await next(), await next()]).toEqual([
    ["1", "busy"],
    ["2", "calm"],
  ]);
  await happen(calm, 1);
  expect([await next(), await next()].map((one) => one?.[1]).toSorted()).toEqual(["busy", "calm"]);
  stop.abort();
  await stream.return(undefined);
});
