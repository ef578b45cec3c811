import { type Call, type Figures, figuresOf, load, type Samples, type Server, steadyFiguresOf } from "./load.ts";
import type { openStatementCounter } from "./statements.ts";
import type { Work } from "./work.ts";

/** Figures, or why there are none. */
export type Outcome = Figures | { failure: string };

/** What one kind of work came to; null where there is nothing to compare it with. */
export interface Measured {
  name: string;
  product: Outcome;
  floor: Outcome | null;
  peer: Outcome | null;
  /** The median of calls that are made one after the other, with nobody else there, in ms. */
  alone: { product: number; floor: number } | null;
  /** Of one call; null where the calls fail. */
  cost: { statements: number; databaseMs: number } | null;
  shareToReach: number | null;
}

type ServerName = "product" | "floor" | "peer";

const roundsOfEach = 2;
const warmSeconds = 1;
const aloneSeconds = 1;

/** How many stretches of load all works take together. */
export function stretchesOf(works: Work[]): number {
  return works.reduce((sum, { shareToReach }) => sum + roundsOfEach * (shareToReach === null ? 1 : 5), 0);
}

/** Measures a kind of work on the product, and in turn with it on the floor and the peer, so that what else the machine does falls on all alike. */
export async function measure(
  work: Work,
  servers: Record<ServerName, Server>,
  seconds: number,
  counter: Awaited<ReturnType<typeof openStatementCounter>>,
): Promise<Measured> {
  const { name, calls, shareToReach } = work;
  const names: ServerName[] = shareToReach === null ? ["product"] : ["product", "floor", "peer"];
  const samples: Record<ServerName, Samples[]> = { product: [], floor: [], peer: [] };
  for (let round = 0; round < roundsOfEach; round++) {
    for (const server of names) samples[server].push(await load(servers[server], calls, seconds));
  }
  const product = figuresOf(samples.product);
  const compared = (server: "floor" | "peer") => (shareToReach === null ? null : figuresOf(samples[server]));
  const cost = "failure" in product ? null : await counter.costOf(servers.product.url, calls);
  const alone = shareToReach === null ? null : await measureAlone(calls, servers);
  return { name, product, floor: compared("floor"), peer: compared("peer"), alone, cost, shareToReach };
}

/** Null where calls fail. */
async function measureAlone(calls: Call[], servers: Record<"product" | "floor", Server>): Promise<Measured["alone"]> {
  const samples: Record<"product" | "floor", Samples[]> = { product: [], floor: [] };
  for (let round = 0; round < roundsOfEach; round++) {
    for (const server of ["product", "floor"] as const) samples[server].push(await load(servers[server], calls, aloneSeconds, 1));
  }
  const [product, floor] = [figuresOf(samples.product), figuresOf(samples.floor)];
  return "failure" in product || "failure" in floor ? null : { product: product.p50, floor: floor.p50 };
}

/** What one kind of work came to with little data and with much. */
export interface Grown {
  name: string;
  /** How often both were asked for a while. */
  rounds: number;
  small: Outcome;
  large: Outcome;
  /** Of one answer; where they differ, the longer one takes longer for that alone. */
  bytes: { small: number; large: number };
}

type Asked = { server: Server; calls: Call[] };

/** Asks everything once before anything is measured: a server that has just begun is slow for a while, whatever it is asked first. */
export async function warmUp(server: Server, works: Work[]): Promise<void> {
  for (const { calls } of works) await load(server, calls, warmSeconds);
}

/** Of the same work on two servers, one with little data behind it and one with much. */
export interface Comparison {
  /** Asks both for so many rounds more in turn, so that what else the machine does falls on both alike; each round begins with the other one. */
  goOn(rounds: number, seconds: number): Promise<void>;
  /** What all rounds came to so far. */
  figures(): Pick<Grown, "rounds" | "small" | "large">;
}

export function openComparison(small: Asked, large: Asked): Comparison {
  const samples: Record<"small" | "large", Samples[]> = { small: [], large: [] };
  const asked = { small, large };
  return {
    goOn: async (rounds, seconds) => {
      for (let round = 0; round < rounds; round++) {
        const order = samples.small.length % 2 === 0 ? (["small", "large"] as const) : (["large", "small"] as const);
        for (const size of order) samples[size].push(await load(asked[size].server, asked[size].calls, seconds));
      }
    },
    figures: () => ({ rounds: samples.small.length, small: steadyFiguresOf(samples.small), large: steadyFiguresOf(samples.large) }),
  };
}

/** How far the p99 with much data is from being so many times the one with little; infinite where either fails. */
export function distanceFrom(times: number, { small, large }: ReturnType<Comparison["figures"]>): number {
  return "failure" in small || "failure" in large ? Number.POSITIVE_INFINITY : Math.abs(Math.log(large.p99 / small.p99 / times));
}
