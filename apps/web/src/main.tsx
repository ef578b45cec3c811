import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { confirmSession } from "./features/auth/confirm-session.ts";
import { UnhandledError } from "./kit/shell/unhandled-error.tsx";
import { queryClient } from "./lib/query-client.ts";
import { trpc, trpcClient } from "./lib/trpc.ts";
import { createAppRouter } from "./router.tsx";

const router = createAppRouter(queryClient);
void confirmSession();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root to draw on");

createRoot(root).render(
  <StrictMode>
    <CatchBoundary getResetKey={() => "app"} errorComponent={UnhandledError}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </trpc.Provider>
    </CatchBoundary>
  </StrictMode>,
);
