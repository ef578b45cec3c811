import { trpc } from "../../lib/trpc.ts";
import { useAskAgainMs } from "./live.ts";

const liveMs = 5_000;
const calmMs = 60_000;

/**
 * The merchant's figures of the month. Where no news come by themselves, `live` asks every five seconds while the page is seen; what was
 * shown before stays meanwhile.
 */
export function useMerchantStats({ live = false }: { live?: boolean } = {}) {
  return trpc.merchant.stats.useQuery({}, { refetchInterval: useAskAgainMs(live ? liveMs : calmMs) });
}
