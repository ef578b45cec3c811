import { limits } from "@hearth/domain/limits";
import { useEffect, useState } from "react";
import { errorMessage } from "../../lib/api-error.ts";
import { openPopup } from "../../lib/popup-window.ts";
import { trpc } from "../../lib/trpc.ts";
import { linkFlow, readLinkMessage } from "./link-flow.ts";

const pollMs = 3_000;
const windowName = "hearth-exchange";

/** A window of its own, unless it is a phone or a small touch screen. */
function canOpenWindow(): boolean {
  return !window.matchMedia(`(max-width: ${limits.mobileMaxWidthPx}px), (pointer: coarse) and (max-width: 1024px)`).matches;
}

/** Linking an account at the exchange: in a window of its own, or in this one where there can be no other. `from` is where to go on. */
export function useLinkExchange(from: string, onLinked: () => void) {
  const utils = trpc.useUtils();
  const [opened, setOpened] = useState<Window | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const initiate = trpc.exchange.initiateAuth.useMutation();
  const create = trpc.exchange.createWallet.useMutation();
  const isWaiting = opened !== null;
  const { data } = trpc.exchange.checkWallet.useQuery(undefined, { enabled: isWaiting, refetchInterval: pollMs });
  const isLinked = isWaiting && data?.status === "verified";

  useEffect(() => {
    const hear = (event: MessageEvent<unknown>) => {
      const message = readLinkMessage(event, opened);
      if (message === null) return;
      setTold(message.problem);
      if (message.problem !== null) setOpened(null);
      void utils.exchange.invalidate();
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [opened, utils]);

  useEffect(() => {
    if (!isLinked) return;
    setOpened(null);
    void utils.wallet.invalidate();
    onLinked();
  }, [isLinked, utils, onLinked]);

  const start = (kind: "existing" | "new") => {
    const popup = canOpenWindow() ? openPopup(windowName, limits.checkoutPopup) : null;
    linkFlow.begin(from);
    setTold(null);
    const options = {
      onSuccess: ({ redirectUrl }: { redirectUrl: string }) => {
        if (popup === null) return window.location.assign(redirectUrl);
        popup.location.replace(redirectUrl);
        setOpened(popup);
      },
      onError: () => popup?.close(),
    };
    if (kind === "new") create.mutate(undefined, options);
    else initiate.mutate({ strategy: popup === null ? "redirect" : "popup", currentPath: from }, options);
  };
  const error = initiate.error ?? create.error;
  return {
    start,
    stop: () => setOpened(null),
    isStarting: initiate.isPending || create.isPending,
    isWaiting,
    problem: error === null ? told : errorMessage(error, "Failed to initiate Coinbase authentication"),
  };
}
