import { createServer } from "node:http";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { startSimulator, type Simulator } from "@hearth/simulator/simulator";
import { freePort } from "@hearth/processes/free-port";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { serverEnv } from "./testing/server-fixture.ts";
import { type ServerProcess, startServerProcess } from "./testing/server-process.ts";

const received: string[] = [];
const collector = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    if (request.url === "/v1/traces") received.push(body);
    response.setHeader("content-type", "application/json").end("{}");
  });
});
let database: TestDatabase;
let simulator: Simulator;
let server: ServerProcess;

beforeAll(async () => {
  const port = await freePort();
  await new Promise<void>((resolve) => collector.listen(port, "127.0.0.1", resolve));
  [database, simulator] = await Promise.all([createTestDatabase(), startSimulator({ blockTimeSeconds: 1 })]);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, LOG_LEVEL: "info", ROLE: "web" };
  server = await startServerProcess({ ...serverEnv(database.url, simulator), ...env });
});
afterAll(async () => {
  await Promise.all([database.close(), simulator.stop()]);
  collector.close();
});

const attribute = z.looseObject({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) });
const span = z.looseObject({ traceId: z.string(), name: z.string(), attributes: attribute.array() });
const sent = z.looseObject({
  resourceSpans: z
    .looseObject({
      resource: z.looseObject({ attributes: attribute.array() }),
      scopeSpans: z.looseObject({ spans: span.array() }).array(),
    })
    .array(),
});

it("each request is sent to a collector and its log lines name the trace, without addresses that contain input", async () => {
  const reference = "ab".repeat(32);
  const input = encodeURIComponent(JSON.stringify({ reference }));
  const ask = () => fetch(`${server.url}/trpc/payments.checkout?input=${input}`);
  let answer = await ask();
  while (answer.status === 503) answer = await ask(); // on a busy machine a new process may answer 503
  expect(answer.status).toBe(404);
  expect((await fetch(`${server.url}/trpc/${reference}`)).status).toBe(404);
  const lines = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes(answer.headers.get("x-request-id") ?? "nothing"));
  await expect.poll(lines).not.toEqual([]);
  const traceId = z.looseObject({ trace_id: z.string(), pid: z.number() }).parse(JSON.parse(lines().at(-1) ?? "")).trace_id;
  await server.stop();
  const resourceSpans = received.flatMap((body) => sent.parse(JSON.parse(body)).resourceSpans);
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: all }) => all));
  const traceSpans = spans.filter((each) => each.traceId === traceId);
  expect(traceSpans.map(({ name }) => name)).toContain("GET /trpc/payments.checkout");
  expect(spans.map(({ name }) => name).filter((name) => name.includes("/health/"))).toEqual([]);
  expect(spans.map(({ name }) => name)).toContain("GET /trpc/:path");
  expect(JSON.stringify(resourceSpans[0]?.resource)).toContain(`web-${server.pid}`);
  expect(received.join("")).not.toContain(reference);
});
