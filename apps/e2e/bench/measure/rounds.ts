import { type Call, type Figures, figuresOf, load, type Samples, type Server, steadyFiguresOf } from "./load.ts";
import type { openStatementCounter } from "./statements.ts";
import type { Work } from "./work.ts";

/** Figures, or the reason without them. */
export type Outcome = Figures | { failure: string };

/** Results of one kind of work; null where there is nothing to compare it with. */
export interface Measured {
  name: string;
  product: Outcome;
  floor: Outcome | null;
  peer: Outcome | null;
  /** Median duration of sequential calls without other callers, in ms. */
  alone: { product: number; floor: number } | null;
  /** Cost of one call; null if the calls fail. */
  cost: { statements: number; databaseMs: number } | null;
  shareToReach: number | null;
}

type ServerName = "product" | "floor" | "peer";

const roundsOfEach = 2;
const warmSeconds = 1;
const aloneSeconds = 1;

/** Number of load periods of all works together. */
export function stretchesOf(works: Work[]): number {
  return works.reduce((sum, { shareToReach }) => sum + roundsOfEach * (shareToReach === null ? 1 : 5), 0);
}

/** Measures a kind of work on the product, the floor and the peer in turn, so that other load on the machine affects all alike. */
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

/** Null if calls fail. */
async function measureAlone(calls: Call[], servers: Record<"product" | "floor", Server>): Promise<Measured["alone"]> {
  const samples: Record<"product" | "floor", Samples[]> = { product: [], floor: [] };
  for (let round = 0; round < roundsOfEach; round++) {
    for (const server of ["product", "floor"] as const) samples[server].push(await load(servers[server], calls, aloneSeconds, 1));
  }
  const [product, floor] = [figuresOf(samples.product), figuresOf(samples.floor)];
  return "failure" in product || "failure" in floor ? null : { product: product.p50, floor: floor.p50 };
}

/** Results of one kind of work with little and with much data. */
export interface Grown {
  name: string;
  /** Number of load periods for each of the two. */
  rounds: number;
  small: Outcome;
  large: Outcome;
  /** Size of one answer. If the two differ, the longer one takes longer for that reason. */
  bytes: { small: number; large: number };
}

type Asked = { server: Server; calls: Call[] };

/** Makes all calls once before measuring, because a new server is slow at first. */
export async function warmUp(server: Server, works: Work[]): Promise<void> {
  for (const { calls } of works) await load(server, calls, warmSeconds);
}

/** Comparison of the same work on two servers, with little and with much data. */
export interface Comparison {
  /** Runs more rounds on both in turn, so that other load on the machine affects both alike. The order alternates. */
  goOn(rounds: number, seconds: number): Promise<void>;
  /** Results of all rounds so far. */
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

/** Distance of the p99's growth from `times`; infinite if either fails. */
export function distanceFrom(times: number, { small, large }: ReturnType<Comparison["figures"]>): number {
  return "failure" in small || "failure" in large ? Number.POSITIVE_INFINITY : Math.abs(Math.log(large.p99 / small.p99 / times));
}
