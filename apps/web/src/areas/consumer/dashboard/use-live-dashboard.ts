import { trpc } from "../../../lib/trpc.ts";
import { useVisible } from "../../../lib/use-visible.ts";

const refreshMs = 15_000;

/**
 * The dashboard's figures, refreshed while something is pending: at once when the newest pending payment changes, and every fifteen
 * seconds for the others. What was shown before stays while it is asked again.
 */
export function useLiveDashboard() {
  const utils = trpc.useUtils();
  const isVisible = useVisible();
  const dashboard = trpc.payments.dashboard.useQuery(undefined, {
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data && state.data.pending.count > 0 ? refreshMs : false),
  });
  const newest = dashboard.data?.recent.find(({ status }) => status === "pending");

  trpc.payments.watch.useSubscription(
    { paymentId: newest?.id ?? "" },
    {
      enabled: isVisible && newest !== undefined,
      onData: ({ data }) => {
        if (data.status !== "pending") void utils.payments.dashboard.invalidate();
      },
    },
  );

  return dashboard;
}
