import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Listening } from "../../../ui/listening.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { WindowMessage } from "../../../kit/shell/window-message.tsx";
import { callbackProblems, linkFlow, pageAfterLink, tellOpener } from "./link-flow.ts";

/** What the exchange sent the person back with. */
export interface Callback {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
}

/** Where people come back from the exchange: hands what they bring to the server, tells the window that waits, and closes. */
export function WalletCallback(callback: Callback) {
  useTitle("Connecting");
  const router = useRouter();
  const hasBegun = useRef(false);
  const [left, setLeft] = useState<{ problem: string | null } | null>(null);

  useEffect(() => {
    if (hasBegun.current) return; // the state is good once
    hasBegun.current = true;
    void finish(callback).then((problem) => {
      const flow = linkFlow.read();
      if (tellOpener(problem)) return;
      // The exchange's pages may part a window from its opener; the other one asks the server by itself.
      if (flow.isOwnWindow) setLeft({ problem });
      else router.history.replace(pageAfterLink(flow, problem));
    });
  }, [callback, router]);

  return (
    <WindowMessage title="Connecting your Coinbase account">
      {left === null ? <Listening>This window closes automatically</Listening> : <Goodbye {...left} />}
    </WindowMessage>
  );
}

/** How it went, in a window that cannot say it to the one that waits. */
function Goodbye({ problem }: { problem: string | null }) {
  const rest = <p>You can close this window and continue in the other one.</p>;
  if (problem !== null) {
    return (
      <Alert tone="bad" title={`Authorization failed: ${problem}`} announce>
        {rest}
      </Alert>
    );
  }
  return (
    <Alert tone="good" title="Your Coinbase account is connected" announce>
      {rest}
    </Alert>
  );
}

/** Null where the account is linked, or the sentence that says why not. */
async function finish({ code, state, error }: Callback): Promise<string | null> {
  if (state === undefined || (code === undefined && error === undefined)) return callbackProblems.missing;
  try {
    await trpcClient.exchange.callback.query({ state, ...(code !== undefined && { code }), ...(error !== undefined && { error }) });
    return null;
  } catch (failure) {
    return errorCode(failure) === null ? callbackProblems.network : errorMessage(failure, callbackProblems.unknown);
  }
}
