import type { AppRouter } from "@hearth/server/router";
import { createTRPCClient, type TRPCClient } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { apiLink } from "./api-link.ts";

/** The product's own interface as plain typed calls: `client.payments.list.query({})`. */
export type HearthClient = TRPCClient<AppRouter>;
/** What each procedure takes: `Inputs["payments"]["list"]`. */
export type Inputs = inferRouterInputs<AppRouter>;
/** What each procedure answers: `Outputs["payments"]["list"]["items"][number]`. */
export type Outputs = inferRouterOutputs<AppRouter>;

/** Which server, and as whom. */
export interface HearthClientOptions {
  /** The server's address: `https://hearth.example`. */
  url: string;
  /** An auth token, or an admin token for the calls of the admin area; neither is taken for the other. */
  token?: string | null;
  /** IANA zone that days and months follow; UTC when left out. */
  timeZone?: string;
}

/** A client whose every type comes from the server's router. A call that fails throws; `readApiFailure` says why. */
export function createHearthClient({ url, token = null, timeZone }: HearthClientOptions): HearthClient {
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(timeZone !== undefined && { "x-time-zone": timeZone }),
  };
  return createTRPCClient<AppRouter>({ links: [apiLink({ url: new URL("/trpc", url).href, headers: () => headers })] });
}
