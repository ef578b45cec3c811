import { limits } from "@hearth/domain/limits";
import { useEffect, useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { useVisible } from "../../../lib/use-visible.ts";
import { newer } from "../newer.ts";
import { type CheckoutView, isSettled } from "./checkout-stage.ts";

const pollMs = limits.statusPollSeconds * 1_000;
/** Poll interval while confirming: each block adds a confirmation, and no event announces it. */
const blockMs = 2_000;

function nextPoll(view: CheckoutView | undefined): number | false {
  if (view === undefined) return pollMs;
  if (isSettled(view)) return false;
  return view.transfer === null ? pollMs : blockMs;
}

/** Loads a checkout by the reference in its address. Follows the server's events, and polls in case they do not arrive. */
export function useCheckout(reference: string) {
  const utils = trpc.useUtils();
  const isVisible = useVisible();
  const checkout = trpc.payments.checkout.useQuery(
    { reference },
    {
      structuralSharing: newer,
      refetchInterval: ({ state }) => (state.error === null ? nextPoll(state.data) : pollMs),
      refetchIntervalInBackground: true,
    },
  );
  const { data } = checkout;
  trpc.payments.watchCheckout.useSubscription(
    { reference },
    {
      enabled: isVisible && data !== undefined && !isSettled(data),
      onData: ({ data: view }) => utils.payments.checkout.setData({ reference }, view),
    },
  );
  useOpened(reference, data !== undefined);
  return checkout;
}

/** Reports once to the server that the checkout was opened. */
function useOpened(reference: string, exists: boolean): void {
  const { mutate } = trpc.payments.openCheckout.useMutation();
  useEffect(() => {
    if (exists) mutate({ reference });
  }, [exists, mutate, reference]);
}

/** True once the given time has passed. Re-renders at that time. */
export function useHasPassed(moment: Date): boolean {
  const target = moment.getTime();
  const [hasPassed, setPassed] = useState(() => Date.now() >= target);

  useEffect(() => {
    const leftMs = target - Date.now();
    setPassed(leftMs <= 0);
    if (leftMs <= 0) return;
    const timer = setTimeout(() => setPassed(true), leftMs);
    return () => clearTimeout(timer);
  }, [target]);

  return hasPassed;
}
