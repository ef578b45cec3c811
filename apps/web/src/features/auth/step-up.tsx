import { Suspense, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { stepUp, type StepUpRequest } from "../../lib/step-up.ts";
import { lazyPart, useTryAgain } from "../../ui/lazy-part.tsx";
import { toast } from "../../ui/toast-manager.ts";

// Loaded on demand, because few visits need it.
const StepUpDialog = lazyPart(async () => (await import("./step-up-dialog.tsx")).StepUpDialog, Unavailable);

/**
 * Ends the request as declined, because its dialog could not be loaded. The next request loads it again, but a browser may go on answering
 * with its first failure until the page is reloaded.
 */
function Unavailable({ request }: { request: StepUpRequest }) {
  const tryAgain = useTryAgain();
  const end = useEffectEvent(() => {
    tryAgain();
    toast.failure(
      "We need to check that it's you, and the form for it did not load. Check your connection, reload the page, and try again.",
    );
    request.end(false);
  });
  useEffect(() => end(), []);
  return null;
}

/** Shows the identity check while a call waits for it. */
export function StepUp() {
  const request = useSyncExternalStore(stepUp.subscribe, stepUp.get);
  if (request === null) return null;
  return (
    <Suspense>
      <StepUpDialog request={request} />
    </Suspense>
  );
}
