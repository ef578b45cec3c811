import { lazy, Suspense, useSyncExternalStore } from "react";
import { stepUp } from "../../lib/step-up.ts";

// Few visits ask for it.
const StepUpDialog = lazy(() => import("./step-up-dialog.tsx").then(({ StepUpDialog: component }) => ({ default: component })));

/** Shows the question of who is signed in while a call waits for its answer. */
export function StepUp() {
  const request = useSyncExternalStore(stepUp.subscribe, stepUp.get);
  if (request === null) return null;
  return (
    <Suspense>
      <StepUpDialog request={request} />
    </Suspense>
  );
}
