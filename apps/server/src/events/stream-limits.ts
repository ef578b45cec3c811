import { HearthError } from "@hearth/domain/errors";

/** Limits of open streams per process: per account, and per address of visitors who are not signed in. */
export const streamLimits = { account: 30, address: 200 };

/** Counts open streams. Each costs a listener, and a query with every event. */
export interface StreamLimits {
  /** Counts a stream. Returns the function that ends it. @throws HearthError RATE_LIMITED at the limit. */
  enter(who: { account: string } | { address: string }): () => void;
  /** Total of open streams. */
  count(): number;
}

/** Creates the counter with the product's limits, or others. */
export function createStreamLimits(limits = streamLimits): StreamLimits {
  const open = new Map<string, number>();
  return {
    count: () => [...open.values()].reduce((sum, count) => sum + count, 0),
    enter: (who) => {
      const [key, limit] = "account" in who ? [`account ${who.account}`, limits.account] : [`address ${who.address}`, limits.address];
      const count = open.get(key) ?? 0;
      if (count >= limit) throw new HearthError("RATE_LIMITED", { retryAfterSeconds: 60 });
      open.set(key, count + 1);
      return () => {
        const openCount = (open.get(key) ?? 1) - 1;
        if (openCount > 0) open.set(key, openCount);
        else open.delete(key);
      };
    },
  };
}
