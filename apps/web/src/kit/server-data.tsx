import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryClient } from "../lib/query-client.ts";
import { trpc, trpcClient } from "../lib/trpc.ts";

/** Stands around every part of the product that asks the server while it is drawn. It is not around all, because some pages ask nothing. */
export function ServerData({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
