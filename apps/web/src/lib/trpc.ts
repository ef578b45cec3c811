import type { AppRouter } from "@hearth/server/router";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import { links } from "./api-links.ts";
import { queryClient } from "./query-client.ts";

/** The server's interface as hooks, for components: `trpc.payments.dashboard.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

/** The server's interface as plain calls. */
export const trpcClient = trpc.createClient({ links });

/** The server's interface over the browser's memory, for loaders and guards: `utils.auth.me.ensureData()`. */
export const utils = createTRPCQueryUtils({ queryClient, client: trpcClient });

/** What each procedure takes and answers. */
export type { Inputs, Outputs } from "@hearth/client/hearth-client";
