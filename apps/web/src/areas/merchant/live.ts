import { createContext, use, useState } from "react";
import { throttle } from "../../lib/throttle.ts";
import { useIsLive, useNews } from "../../lib/news.ts";
import { trpc } from "../../lib/trpc.ts";

/** Groups events within this time into one refetch. */
const pauseMs = 1_000;
/** Refetch interval while events arrive, in case one is lost. */
const calmMs = 60_000;

/** True while the merchant's events arrive. */
export const LiveContext = createContext(false);

/**
 * Subscribes to the merchant's events while the page is visible, and invalidates the shown data on each. A new connection starts with an
 * event, so that nothing is missed. Returns true while connected.
 */
export function useMerchantNews(): boolean {
  const utils = trpc.useUtils();
  const { merchant, disputes, rent, requests, invitations } = utils;
  const invalidateShown = () => Promise.all([merchant, disputes, rent, requests, invitations].map((part) => part.invalidate()));
  const [refresh] = useState(() => throttle(() => void invalidateShown(), pauseMs));
  useNews("business", refresh);
  return useIsLive();
}

/** Returns the refetch interval: the given time, or at least a minute while events arrive. */
export function useRefetchInterval(ms: number): number {
  return use(LiveContext) ? Math.max(ms, calmMs) : ms;
}

const liveMs = 5_000;

/**
 * Loads the merchant's figures of the month. `live` refetches every five seconds while no events arrive. Keeps the previous figures
 * meanwhile.
 */
export function useMerchantStats({ live = false }: { live?: boolean } = {}) {
  return trpc.merchant.stats.useQuery({}, { refetchInterval: useRefetchInterval(live ? liveMs : calmMs) });
}
