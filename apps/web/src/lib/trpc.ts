import type { AppRouter } from "@hearth/server/router";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { links } from "./api-links.ts";
import { queryClient } from "./query-client.ts";

/** The server's interface as hooks, for components: `trpc.payments.dashboard.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

/** The server's interface as plain calls. */
export const trpcClient = trpc.createClient({ links });

/** The server's interface over the browser's memory, for loaders and guards: `utils.auth.me.ensureData()`. */
export const utils = createTRPCQueryUtils({ queryClient, client: trpcClient });

export type Outputs = inferRouterOutputs<AppRouter>;
export type Inputs = inferRouterInputs<AppRouter>;
