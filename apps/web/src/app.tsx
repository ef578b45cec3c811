import { QueryClientProvider } from "@tanstack/react-query";
import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { StepUp } from "./features/auth/step-up.tsx";
import { UnhandledError } from "./kit/shell/message-screen.tsx";
import { queryClient } from "./lib/query-client.ts";
import { trpc, trpcClient } from "./lib/trpc.ts";
import type { createAppRouter } from "./router.tsx";

/** The whole product, wherever its router stands. */
export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  return (
    <CatchBoundary getResetKey={() => "app"} errorComponent={UnhandledError}>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </CatchBoundary>
  );
}

/** What every part of the product needs around it to ask the server. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        {children}
        <StepUp />
      </QueryClientProvider>
    </trpc.Provider>
  );
}
