import { limits } from "@hearth/domain/limits";
import { useEffect, useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { useVisible } from "../../../lib/use-visible.ts";
import { type CheckoutView, isSettled } from "./checkout-stage.ts";

const pollMs = limits.statusPollSeconds * 1_000;
/** Each block brings a confirmation, without an event of its own. */
const blockMs = 2_000;

function nextPoll(view: CheckoutView | undefined): number | false {
  if (view === undefined) return pollMs;
  if (isSettled(view)) return false;
  return view.transfer === null ? pollMs : blockMs;
}

/** Events and polls race; what the server said later is what stands. */
function newer(before: unknown, after: unknown): unknown {
  return serverTimeOf(before) > serverTimeOf(after) ? before : after;
}

function serverTimeOf(view: unknown): string {
  const isView = typeof view === "object" && view !== null && "serverTime" in view;
  return isView && typeof view.serverTime === "string" ? view.serverTime : "";
}

/** A checkout by the reference in its address: live by the server's events, and asked for again in case they do not come through. */
export function useCheckout(reference: string) {
  const utils = trpc.useUtils();
  const isVisible = useVisible();
  const checkout = trpc.payments.checkout.useQuery(
    { reference },
    {
      staleTime: 0,
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

/** Tells the server once that somebody looks at the checkout. */
function useOpened(reference: string, exists: boolean): void {
  const { mutate } = trpc.payments.openCheckout.useMutation();
  useEffect(() => {
    if (exists) mutate({ reference });
  }, [exists, mutate, reference]);
}

/** The checkout's deadline by this machine's clock, which may be wrong: measured once against the server's. */
export function useDeadline(view: Pick<CheckoutView, "expiresAt" | "serverTime">): Date {
  const [aheadMs] = useState(() => Date.now() - Date.parse(view.serverTime));
  const at = Date.parse(view.expiresAt) + aheadMs;
  const [deadline, setDeadline] = useState(() => new Date(at));
  if (deadline.getTime() !== at) setDeadline(new Date(at));
  return deadline;
}

/** Whether a moment has passed; turns true by itself when it does. */
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
