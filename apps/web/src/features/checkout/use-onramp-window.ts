import { limits } from "@hearth/domain/limits";
import { useEffect, useState } from "react";
import { openPopup } from "../../lib/popup-window.ts";
import { trpc } from "../../lib/trpc.ts";

/** How often it is looked whether the window is still there; browsers tell nobody. */
const lookMs = 500;

/** The onramp's window: not opened yet, open, or closed again; what came of it only the network shows. */
export function useOnrampWindow(reference: string) {
  const [opened, setOpened] = useState<Window | null>(null);
  const [state, setState] = useState<"ready" | "open" | "closed">("ready");
  const buy = trpc.payments.buyAtCheckout.useMutation();

  useEffect(() => {
    if (state !== "open" || opened === null) return;
    const timer = setInterval(() => opened.closed && setState("closed"), lookMs);
    return () => clearInterval(timer);
  }, [state, opened]);

  const open = () => {
    const popup = openPopup("hearth-onramp", limits.checkoutPopup);
    buy.mutate(
      { reference },
      {
        onSuccess: ({ onrampUrl }) => {
          // Where there can be no window the purchase takes this one; the server follows it all the same.
          if (popup === null) return window.location.assign(onrampUrl);
          popup.location.replace(onrampUrl);
          setOpened(popup);
          setState("open");
        },
        onError: () => popup?.close(),
      },
    );
  };
  return { state, open, isOpening: buy.isPending, error: buy.error };
}
