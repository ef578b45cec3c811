import { useState } from "react";
import { errorMessage, isNetworkError } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";

/** Titles for a failed retry: network error, server error, and a failed verification. */
export interface RetryWords {
  network: string;
  server: string;
  failed: string;
}

export interface RetryProblem {
  title: string;
  /** The server's message. */
  detail: string | null;
}

interface RetryOptions {
  texts: RetryWords;
  /** Called if only a new authorization helps. */
  onNeeded: () => void;
}

/** Asks the exchange again for the address of an authorized account. */
export function useRetryVerification({ texts, onNeeded }: RetryOptions) {
  const [problem, setProblem] = useState<RetryProblem | null>(null);
  const call = trpc.exchange.retryVerification.useMutation({
    onSuccess: async (view) => {
      setProblem(isOpen(view) ? { title: texts.failed, detail: view.message } : null);
      if (view.needsVerification) onNeeded();
    },
    onError: (error) =>
      setProblem(
        isNetworkError(error) ? { title: texts.network, detail: null } : { title: texts.server, detail: errorMessage(error, "") || null },
      ),
  });
  return { retry: () => call.mutate(), isRetrying: call.isPending, problem, forget: () => setProblem(null) };
}

function isOpen({ status, needsVerification }: Outputs["exchange"]["retryVerification"]): boolean {
  return status !== "verified" && !needsVerification;
}
