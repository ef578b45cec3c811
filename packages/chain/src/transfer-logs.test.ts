import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { networks } from "./networks.ts";
import { createRpcClient, rpcTransport } from "./rpc-client.ts";
import { retryHintOf } from "./transfer-logs.ts";

const megabytes = 40;
const provider = createServer((_request, answer) => {
  answer.writeHead(200, { "content-type": "application/json", "content-length": megabytes * 1024 * 1024 }).write("[");
});
let url = "";
beforeAll(async () => {
  provider.listen(0, "127.0.0.1");
  await once(provider, "listening");
  const address = provider.address();
  url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

it("reads fewer blocks after an answer that exceeds the limit", async () => {
  const client = createRpcClient(networks.local, url, rpcTransport(url, 60_000));
  const failure: unknown = await client.getBlockNumber().catch((error: unknown) => error);
  expect(retryHintOf(failure)).toBe("large");
});
