import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import { StepUp } from "./features/auth/step-up.tsx";
import { UnhandledError } from "./kit/shell/message-screen.tsx";
import type { createAppRouter } from "./router.tsx";

export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  return (
    <CatchBoundary getResetKey={() => "app"} errorComponent={UnhandledError}>
      <RouterProvider router={router} />
      <StepUp />
    </CatchBoundary>
  );
}
