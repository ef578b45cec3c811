import { useEffect, useEffectEvent } from "react";

/**
 * The pages of this origin hear each other here. The window that comes back may have lost its opener on the way through the onramp's pages,
 * so it tells all of them; nothing is believed of it but that it is time to ask the server.
 */
const channelName = "hearth.onramp";

/** Tells every page of this browser that somebody came back from the onramp. */
export function tellOfReturn(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("returned");
  channel.close();
}

/** Hears when somebody comes back from the onramp in another window. */
export function useOnrampReturn(onReturn: () => void): void {
  const hear = useEffectEvent(onReturn);
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener("message", () => hear());
    return () => channel.close();
  }, []);
}
