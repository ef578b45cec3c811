import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { UnhandledError } from "./features/shell/unhandled-error.tsx";
import { createAppRouter } from "./router.tsx";

const queryClient = new QueryClient();
const router = createAppRouter(queryClient);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root to draw on");

createRoot(root).render(
  <StrictMode>
    <CatchBoundary getResetKey={() => "app"} errorComponent={UnhandledError}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CatchBoundary>
  </StrictMode>,
);
