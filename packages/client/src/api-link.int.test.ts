import { createServer, type Server } from "node:http";
import { createTRPCClient } from "@trpc/client";
import type { AppRouter } from "@hearth/server/router";
import { afterEach, expect, it, vi } from "vitest";
import { apiLink } from "./api-link.ts";

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers each subscription with the next status, and after those with one event. */
async function answering(...statuses: number[]): Promise<{ url: string; requestCount: () => number }> {
  let requestCount = 0;
  const started = createServer((_request, response) => {
    const status = statuses[requestCount++] ?? 200;
    if (status !== 200) return response.writeHead(status).end("{}");
    response.writeHead(200, { "content-type": "text/event-stream" });
    return response.write('event: connected\ndata: {}\n\ndata: {"json":1}\n\n');
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { url: `http://127.0.0.1:${address.port}/trpc`, requestCount: () => requestCount };
}

function watch(url: string) {
  const onData = vi.fn<() => void>();
  const onError = vi.fn<() => void>();
  const client = createTRPCClient<AppRouter>({ links: [apiLink({ url, headers: () => ({}) })] });
  const { unsubscribe } = client.account.watch.subscribe({}, { onData, onError });
  return { onData, onError, unsubscribe };
}

it("reopens a subscription after the server was down", async () => {
  const { url, requestCount } = await answering(503, 500);
  const { onData, onError, unsubscribe } = watch(url);
  await vi.waitFor(() => expect(onData).toHaveBeenCalled(), 120_000);
  expect(requestCount()).toBe(3);
  expect(onError).not.toHaveBeenCalled();
  unsubscribe();
});

it("keeps a refused subscription closed and reports the refusal", async () => {
  const { url, requestCount } = await answering(401);
  const { onError } = watch(url);
  await vi.waitFor(() => expect(onError).toHaveBeenCalled(), 120_000);
  expect(requestCount()).toBe(1);
});
