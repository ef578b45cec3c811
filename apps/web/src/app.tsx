import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import { useMemo, useSyncExternalStore } from "react";
import { StepUp } from "./features/auth/step-up.tsx";
import { UnhandledError } from "./kit/shell/message-screen.tsx";
import { newVersion } from "./lib/new-version.ts";
import type { createAppRouter } from "./router.tsx";
import { VersionContext } from "./ui/lazy-part.tsx";

export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  const isNewReady = useSyncExternalStore(newVersion.subscribe, newVersion.isReady);
  const version = useMemo(() => ({ isNewReady, check: newVersion.check }), [isNewReady]);
  return (
    <VersionContext value={version}>
      <CatchBoundary getResetKey={() => "app"} errorComponent={UnhandledError}>
        <RouterProvider router={router} />
        <StepUp />
      </CatchBoundary>
    </VersionContext>
  );
}
