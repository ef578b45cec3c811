import { Alert } from "../../../ui/alert.tsx";
import type { StartFailure } from "../link/use-link-exchange.ts";

/** Says why the way to the exchange could not begin. */
export function StartFailureNote({ failure: { kind, message } }: { failure: StartFailure }) {
  const title = kind === "noAddress" ? "No redirect URL received" : "Failed to initiate Coinbase authentication";
  return (
    <Alert tone="bad" title={title} announce>
      {message && <p>{message}</p>}
    </Alert>
  );
}
