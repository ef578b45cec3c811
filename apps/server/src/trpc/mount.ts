import type { FastifyInstance } from "fastify";
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from "@trpc/server/adapters/fastify";
import type { Deps } from "../deps.ts";
import { createContext } from "./create-context.ts";
import { type AppRouter, appRouter } from "./root.ts";

/** Opens the product's own interface at /trpc. */
export async function mountTrpc(app: FastifyInstance, deps: Deps): Promise<void> {
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>["trpcOptions"] = {
    router: appRouter,
    createContext: ({ req }) => createContext(deps, req),
    maxBatchSize: 10,
  };
  await app.register(fastifyTRPCPlugin, { prefix: "/trpc", trpcOptions });
}
