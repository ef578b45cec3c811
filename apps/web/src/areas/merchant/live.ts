import { createContext, use, useState } from "react";
import { gather } from "../../lib/gather.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVisible } from "../../lib/use-visible.ts";

/** A burst of news is one look at the figures. */
const pauseMs = 1_000;
/** How often screens ask by themselves while news come: often enough should one ever be lost. */
const calmMs = 60_000;

/** Whether news of the merchant come by themselves. */
export const LiveContext = createContext(false);

/**
 * Listens for news of the merchant while the page is seen, and asks anew for everything that is shown; each new connection begins with one
 * asking, so that nothing is missed in between. Answers whether news come just now.
 */
export function useMerchantNews(): boolean {
  const utils = trpc.useUtils();
  const isVisible = useVisible();
  const [refresh] = useState(() => gather(() => void Promise.all([utils.merchant.invalidate(), utils.disputes.invalidate()]), pauseMs));
  const { status } = trpc.merchant.watch.useSubscription({}, { enabled: isVisible, onData: refresh });
  return status === "pending";
}

/** After how long a screen asks again by itself: the given time, or rarely while news come. */
export function useAskAgainMs(ms: number): number {
  return use(LiveContext) ? Math.max(ms, calmMs) : ms;
}

const liveMs = 5_000;

/**
 * The merchant's figures of the month. Where no news come by themselves, `live` asks every five seconds while the page is seen; what was
 * shown before stays meanwhile.
 */
export function useMerchantStats({ live = false }: { live?: boolean } = {}) {
  return trpc.merchant.stats.useQuery({}, { refetchInterval: useAskAgainMs(live ? liveMs : calmMs) });
}
