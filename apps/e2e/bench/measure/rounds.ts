import { type Figures, figuresOf, load, type Samples, type Server } from "./load.ts";
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
  /** Of one call; null where the calls fail. */
  cost: { statements: number; databaseMs: number } | null;
  shareToReach: number | null;
}

type ServerName = "product" | "floor" | "peer";

const rounds = 2;
const warmSeconds = 1;

/** How many stretches of load all works take together. */
export function stretchesOf(works: Work[]): number {
  return works.reduce((sum, { shareToReach }) => sum + rounds * (shareToReach === null ? 1 : 3), 0);
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
  for (const server of names) await load(servers[server], calls, warmSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const server of names) samples[server].push(await load(servers[server], calls, seconds));
  }
  const product = figuresOf(samples.product);
  const compared = (server: "floor" | "peer") => (shareToReach === null ? null : figuresOf(samples[server]));
  const cost = "failure" in product ? null : await counter.costOf(servers.product.url, calls);
  return { name, product, floor: compared("floor"), peer: compared("peer"), cost, shareToReach };
}
