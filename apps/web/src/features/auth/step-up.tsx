import { lazy, Suspense, useSyncExternalStore } from "react";
import { stepUp } from "../../lib/step-up.ts";

// Loaded on demand, because few visits need it.
const StepUpDialog = lazy(() => import("./step-up-dialog.tsx").then(({ StepUpDialog: component }) => ({ default: component })));

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
