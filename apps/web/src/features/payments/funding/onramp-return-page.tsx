import { useEffect } from "react";
import { TextLink } from "../../../kit/links.tsx";
import { useTitle } from "../../../lib/use-title.ts";
import { Text } from "../../../ui/typography.tsx";
import { WindowMessage } from "../../../kit/shell/window-message.tsx";
import { notifyOnrampReturn } from "./use-onramp-window.ts";

/** Return page of the onramp. Notifies the waiting page, and closes the window if the browser allows it. */
export function OnrampReturnPage() {
  useTitle("Back from Coinbase");

  useEffect(() => {
    notifyOnrampReturn();
    window.close();
  }, []);

  return (
    <WindowMessage title="You can close this window">
      <Text muted>
        The page that you came from shows your payment as soon as the network does. It is in your{" "}
        <TextLink to="/dashboard">dashboard</TextLink> too.
      </Text>
    </WindowMessage>
  );
}
