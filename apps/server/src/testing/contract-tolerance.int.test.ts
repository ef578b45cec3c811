import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { longBodyBytes, takesLongBody } from "../long-bodies.ts";
import { restRows } from "../rest/rows.ts";
import { expectDescribed, operationOf, refuse, send, succeed } from "./contract-calls.ts";
import { type ContractWorld, openContractWorld } from "./contract-world.ts";
import { restRequest } from "./rest-request.ts";

let world: ContractWorld;
beforeAll(async () => {
  world = await openContractWorld();
});
afterAll(() => world.close());

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const paths = [...new Set(restRows.map(({ path }) => path))].map((path) => ({ path }));
const writing = restRows.filter(({ method }) => method !== "GET");
const anyOf = (path: string) => path.replace(/\{\w+\}/g, "nothing");

describe.each(paths)("$path", ({ path }) => {
  it("lists its methods when called with another", async () => {
    const has = restRows.filter((row) => row.path === path).map((row): string => row.method);
    const allowed = new Set(has.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])));
    for (const method of methods.filter((one) => !allowed.has(one))) {
      const answer = await send(world, { method, url: anyOf(path) }, null);
      expect([answer.statusCode, answer.json().code], method).toEqual([405, "METHOD_NOT_ALLOWED"]);
      expect(String(answer.headers.allow).split(", ").toSorted()).toEqual([...allowed].toSorted());
    }
  });
});

describe.each(restRows.filter(({ method }) => method === "GET"))("$method $path by $procedure", (row) => {
  it("answers HEAD like GET, without the body", async () => {
    const { token, input } = await world.succeeding(row);
    const answer = await send(world, { ...restRequest(row, input), method: "HEAD" }, token);
    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
    const refused = await send(world, { method: "HEAD", url: anyOf(row.path) }, token === null ? null : "hrt_nobody");
    expect([refused.statusCode, refused.body]).toEqual([token === null ? 400 : 401, ""]);
  });
});

const withoutBody = writing.filter((row) => !operationOf(row).requestBody?.required);

describe.each(withoutBody)("$method $path by $procedure", (row) => {
  it("accepts an empty body as an empty object, with or without a content type", async () => {
    const named = { headers: { "content-type": "application/json" } };
    for (const nothing of [{ ...named, payload: "" }, { ...named, payload: "{}" }, { headers: {} }]) {
      const answer = await succeed(world, row, ({ method, url, query }) => ({ method, url, query, ...nothing }));
      expect([200, 201], answer.body).toContain(answer.statusCode);
      expectDescribed(row, answer);
    }
  });
});

describe.each(writing)("the body of $method $path by $procedure", (row) => {
  it("is refused when it is of another type, is no JSON, or is too large", async () => {
    const answerTo = (payload: string, type: string) =>
      refuse(world, row, (request) => ({ ...request, payload, headers: { "content-type": type } }));
    for (const type of ["text/plain", "application/xml", "application/x-www-form-urlencoded"]) {
      expect((await answerTo("{}", type)).json().code, type).toBe("UNSUPPORTED_MEDIA_TYPE");
    }
    expect((await answerTo("{not json", "application/json")).json()).toEqual({
      message: "Please send well-formed JSON",
      code: "VALIDATION",
    });
    const much = takesLongBody([row]) ? longBodyBytes : 64 * 1024;
    expect((await answerTo(JSON.stringify({ much: "a".repeat(much) }), "application/json")).json().code).toBe("PAYLOAD_TOO_LARGE");
  });
});

describe("an address", () => {
  it("that is too long is refused as JSON, in its path and in its query", async () => {
    const inPath = await send(world, { method: "GET", url: `/api/payments/status/${"a".repeat(6_000)}` }, null);
    expect([inPath.statusCode, inPath.json().code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    const { app } = world.harness;
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const inQuery = await fetch(`${origin}/api/payments/user?cursor=${"a".repeat(20_000)}`);
    expect([inQuery.status, await inQuery.json()]).toEqual([413, { message: "This request is too large", code: "PAYLOAD_TOO_LARGE" }]);
    expect(inQuery.headers.get("cache-control")).toBe("no-store");
  });
});
