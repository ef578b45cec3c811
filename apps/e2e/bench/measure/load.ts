import autocannon from "autocannon";
import { processorMs } from "./process-use.ts";

/** One call of a list; the calls of a list are made in turn. */
export interface Call {
  method: "GET" | "POST";
  path: string;
  token: string | null;
  /** Creates the body of each call. */
  body?: () => object;
}

/** A server's calls per second, and their durations in ms. */
export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU time of the server's process per call; null if the system does not report it. Other load on the machine changes it little. */
  processorMs: number | null;
}

/** A server in a process of its own. */
export interface Server {
  url: string;
  pid: number | undefined;
}

/** Results of some seconds of load. */
export interface Samples {
  /** Number of answers. */
  answers: number;
  /** Durations without the first answers of each connection. */
  ms: number[];
  seconds: number;
  processorMs: number | null;
  /** Description of the first answer other than 2xx; null if there was none. */
  failure: string | null;
}

const timeoutSeconds = 20;
/**
 * The load generator opens all connections at once and is busy while their first answers arrive. In a short round those would be its p99.
 */
const answersWhileOpening = 2;

/** Repeats the calls on `connections` connections, each after the previous answer. */
export async function load({ url, pid }: Server, calls: Call[], seconds: number, connections = 16): Promise<Samples> {
  const processorBefore = await processorMs(pid);
  const ms: number[] = [];
  const perConnection = new Map<unknown, number>();
  let failure: string | null = null;
  const startedMs = performance.now();
  const requests = calls.map(({ method, path, token, body }) => ({
    method,
    path,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...(body && { "content-type": "application/json" }) },
    ...(body && { setupRequest: (request: autocannon.Request) => ({ ...request, body: JSON.stringify(body()) }) }),
  }));
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, connections, duration: seconds, timeout: timeoutSeconds, requests };
    const run = autocannon(options, (error: unknown, result) => (error instanceof Error ? reject(error) : resolve(result)));
    run.on("response", (client, status, _bytes, took) => {
      if (status < 200 || status > 299) failure ??= `it answers ${status}`;
      const earlier = perConnection.get(client) ?? 0;
      perConnection.set(client, earlier + 1);
      if (earlier >= answersWhileOpening) ms.push(took);
    });
  });
  if (errors + timeouts > 0) failure ??= `${errors + timeouts} calls got no answer`;
  if (ms.length === 0) failure ??= "it gives too few answers in that time";
  const took = (performance.now() - startedMs) / 1_000;
  const processorAfter = await processorMs(pid);
  const worked = processorBefore === null || processorAfter === null ? null : processorAfter - processorBefore;
  const answers = [...perConnection.values()].reduce((sum, count) => sum + count, 0);
  return { answers, ms, seconds: took, processorMs: worked, failure };
}

/** Combines several rounds. */
export function figuresOf(rounds: Samples[]): Figures | { failure: string } {
  const failure = rounds.map((round) => round.failure).find((each) => each !== null);
  if (failure !== undefined) return { failure };
  const sorted = rounds.flatMap(({ ms }) => ms).toSorted((left, right) => left - right);
  const percentile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0);
  const worked = rounds.reduce<number | null>(
    (sum, round) => (sum === null || round.processorMs === null ? null : sum + round.processorMs),
    0,
  );
  const answers = rounds.reduce((sum, round) => sum + round.answers, 0);
  return {
    perSecond: answers / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    processorMs: worked === null ? null : worked / answers,
  };
}

/**
 * Combines several rounds with the median of their p99s. One interval of other load on the machine would dominate a p99 over all of them.
 */
export function steadyFiguresOf(rounds: Samples[]): Figures | { failure: string } {
  const together = figuresOf(rounds);
  const slowest = rounds.map((round) => figuresOf([round])).flatMap((each) => ("failure" in each ? [] : [each.p99]));
  const middle = slowest.toSorted((left, right) => left - right)[Math.floor(slowest.length / 2)];
  return "failure" in together || middle === undefined ? together : { ...together, p99: middle };
}
