import { HearthError } from "@hearth/domain/errors";

/** How many streams may be open at once in one process: of one account, and of one address where nobody is signed in. */
export const streamLimits = { account: 30, address: 200 };

/** Counts open streams; each costs a listener, and a look into the database whenever something happens. */
export interface StreamLimits {
  /** Counts one in and answers what counts it out again. @throws HearthError RATE_LIMITED when there are too many. */
  enter(who: { account: string } | { address: string }): () => void;
  /** How many are open in all. */
  count(): number;
}

/** The product's limits of open streams, with other figures where given. */
export function createStreamLimits(limits = streamLimits): StreamLimits {
  const open = new Map<string, number>();
  return {
    count: () => [...open.values()].reduce((sum, count) => sum + count, 0),
    enter: (who) => {
      const [key, most] = "account" in who ? [`account ${who.account}`, limits.account] : [`address ${who.address}`, limits.address];
      const count = open.get(key) ?? 0;
      if (count >= most) throw new HearthError("RATE_LIMITED", { retryAfterSeconds: 60 });
      open.set(key, count + 1);
      return () => {
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      };
    },
  };
}
