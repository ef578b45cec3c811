import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Listening } from "../../../ui/listening.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { WindowMessage } from "../../../kit/shell/window-message.tsx";
import { callbackProblems, linkFlow, notifyOpener, pageAfterLink } from "./link-flow.ts";

/** Parameters that the exchange adds to the return URL. */
export interface Callback {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
}

/** Return page of the exchange. Sends the parameters to the server, notifies the waiting window, and closes. */
export function WalletCallback(callback: Callback) {
  useTitle("Connecting");
  const router = useRouter();
  const hasBegun = useRef(false);
  const [outcome, setOutcome] = useState<{ problem: string | null } | null>(null);

  useEffect(() => {
    if (hasBegun.current) return; // The state parameter can be used only once
    hasBegun.current = true;
    void finishLink(callback).then((problem) => {
      const flow = linkFlow.read();
      if (notifyOpener(problem)) return;
      // The exchange's pages may sever the popup from its opener. The opener then polls the server.
      if (flow.isOwnWindow) setOutcome({ problem });
      else router.history.replace(pageAfterLink(flow, problem));
    });
  }, [callback, router]);

  return (
    <WindowMessage title="Connecting your Coinbase account">
      {outcome === null ? <Listening>This window closes automatically</Listening> : <LinkOutcome {...outcome} />}
    </WindowMessage>
  );
}

/** Shows the outcome in a popup that cannot notify its opener. */
function LinkOutcome({ problem }: { problem: string | null }) {
  const closeHint = <p>You can close this window and continue in the other one.</p>;
  if (problem !== null) {
    return (
      <Alert tone="bad" title={`Authorization failed: ${problem}`} announce>
        {closeHint}
      </Alert>
    );
  }
  return (
    <Alert tone="good" title="Your Coinbase account is connected" announce>
      {closeHint}
    </Alert>
  );
}

/** Returns null if the account was linked, otherwise the error message. */
async function finishLink({ code, state, error }: Callback): Promise<string | null> {
  if (state === undefined || (code === undefined && error === undefined)) return callbackProblems.missing;
  try {
    await trpcClient.exchange.callback.query({ state, ...(code !== undefined && { code }), ...(error !== undefined && { error }) });
    return null;
  } catch (failure) {
    return errorCode(failure) === null ? callbackProblems.network : errorMessage(failure, callbackProblems.unknown);
  }
}
