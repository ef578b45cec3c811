import type { AppRouter } from "@hearth/server/router";
import { createTRPCClient, type TRPCClient } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { apiLink } from "./api-link.ts";

/** The product's own interface as typed calls: `client.payments.list.query({})`. */
export type HearthClient = TRPCClient<AppRouter>;
/** The input of each procedure: `Inputs["payments"]["list"]`. */
export type Inputs = inferRouterInputs<AppRouter>;
/** The output of each procedure: `Outputs["payments"]["list"]["items"][number]`. */
export type Outputs = inferRouterOutputs<AppRouter>;

/** The server to call, and the account to call it as. */
export interface HearthClientOptions {
  /** The server's address: `https://hearth.example`. */
  url: string;
  /** An auth token, or an admin token for the admin area. Neither is accepted in place of the other. */
  token?: string | null;
  /** IANA time zone for days and months; UTC by default. */
  timeZone?: string;
}

/** Creates a client typed by the server's router. A failed call throws; `readApiFailure` returns the reason. */
export function createHearthClient({ url, token = null, timeZone }: HearthClientOptions): HearthClient {
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(timeZone !== undefined && { "x-time-zone": timeZone }),
  };
  return createTRPCClient<AppRouter>({ links: [apiLink({ url: new URL("/trpc", url).href, headers: () => headers })] });
}
