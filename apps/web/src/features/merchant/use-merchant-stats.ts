import { trpc } from "../../lib/trpc.ts";

const liveMs = 5_000;
const calmMs = 60_000;

/**
 * The merchant's figures of the month. `live` asks every five seconds while the page is seen, so that money is noticed as it arrives;
 * what was shown before stays meanwhile.
 */
export function useMerchantStats({ live = false }: { live?: boolean } = {}) {
  return trpc.merchant.stats.useQuery({}, { refetchInterval: live ? liveMs : calmMs });
}
