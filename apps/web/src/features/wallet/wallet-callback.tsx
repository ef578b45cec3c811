import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { errorCode, errorMessage } from "../../lib/api-error.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Page, PageHead } from "../../ui/page.tsx";
import { Listening } from "../../ui/listening.tsx";
import { linkFlow, tellOpener } from "./link-flow.ts";

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

  useEffect(() => {
    if (hasBegun.current) return; // the state is good once
    hasBegun.current = true;
    void finish(callback).then((problem) => {
      if (tellOpener(problem)) return;
      const [name, value] = problem === null ? ["oauth_success", "true"] : ["oauth_error", problem];
      router.history.replace(`/smart-wallet-setup?${new URLSearchParams({ [name]: value, from: linkFlow.from() }).toString()}`);
    });
  }, [callback, router]);

  return (
    <Page>
      <PageHead title="Connecting your Coinbase account" />
      <Listening>This window closes by itself</Listening>
    </Page>
  );
}

/** Null where the account is linked, or the sentence that says why not. */
async function finish({ code, state, error }: Callback): Promise<string | null> {
  if (state === undefined || (code === undefined && error === undefined)) return "Missing authorization parameters";
  try {
    await trpcClient.exchange.callback.query({ state, ...(code !== undefined && { code }), ...(error !== undefined && { error }) });
    return null;
  } catch (failure) {
    return errorCode(failure) === null ? "Network error occurred" : errorMessage(failure, "Unknown error occurred");
  }
}
