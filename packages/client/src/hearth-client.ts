import type { AppRouter } from "@hearth/server/router";
import { createTRPCClient, type TRPCClient } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { apiLink, type SendCall } from "./api-link.ts";

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
  /** The storage of the device's cookie, for programs: a browser keeps its own. Without it, each sign-in is from an unknown device. */
  device?: DeviceCookie;
}

/** Storage of the cookie by which an account knows a device, as `name=value`. It gives no access. */
export interface DeviceCookie {
  read(): Promise<string | null>;
  keep(cookie: string): Promise<void>;
}

/** Creates a client typed by the server's router. A failed call throws; `readApiFailure` returns the reason. */
export function createHearthClient({ url, token = null, timeZone, device }: HearthClientOptions): HearthClient {
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(timeZone !== undefined && { "x-time-zone": timeZone }),
  };
  const link = { url: new URL("/trpc", url).href, headers: () => headers, ...(device && { fetch: fetchWith(device) }) };
  return createTRPCClient<AppRouter>({ links: [apiLink(link)] });
}

/** Sends the device's cookie with each request, and keeps the one that the server sets. */
function fetchWith(device: DeviceCookie): SendCall {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const cookie = await device.read();
    if (cookie !== null) headers.set("cookie", cookie);
    const response = await fetch(input, { ...init, headers, signal: init?.signal ?? null });
    for (const line of response.headers.getSetCookie()) {
      const pair = /^(?:__Host-)?hearth_device=[\w-]+/.exec(line)?.[0];
      if (pair !== undefined) await device.keep(pair);
    }
    return response;
  };
}
