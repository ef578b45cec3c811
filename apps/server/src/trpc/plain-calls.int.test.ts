import { makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../testing/harness.ts";
import { plainCallOf } from "./plain-calls.ts";

let harness: Harness;
let token: string;
let payment: string;
beforeAll(async () => {
  harness = await startHarness();
  const { id } = await makeUser(harness.db);
  token = await harness.signIn(id);
  payment = publicId("payment", (await makePayment(harness.db, { consumerId: id })).id);
});
afterAll(() => harness.close());

const json = { "content-type": "application/json" };
/** An unknown parameter, with which the adapter handles the same request. */
const byAdapter = "adapter=1";

type Asked = InjectOptions & { url: string };

const read = (path: string, input?: unknown): Asked => ({
  url: `/trpc/${path}${input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
});
const write = (path: string, payload: string | object): Asked => ({ method: "POST", url: `/trpc/${path}`, headers: json, payload });

async function answerOf({ app }: Harness, options: InjectOptions, bearer: string) {
  const answer = await app.inject({ ...options, headers: { authorization: `Bearer ${bearer}`, ...options.headers } });
  const { "x-request-id": id, date: _, ...headers } = answer.headers;
  return { status: answer.statusCode, headers, body: answer.body.replaceAll(String(id), "<id>") };
}

/** Answers the same request without and with the adapter. */
async function bothWays(options: Asked, { of = harness, as = token } = {}) {
  const { url } = options;
  const plain = await answerOf(of, options, as);
  const adapted = await answerOf(of, { ...options, url: `${url}${url.includes("?") ? "&" : "?"}${byAdapter}` }, as);
  return { plain, adapted };
}

describe("a single call is answered like the adapter answers it:", () => {
  it.each<[string, number, () => Asked]>([
    ["a read", 200, () => read("auth.me")],
    ["a read with an input", 200, () => read("payments.get", { paymentId: payment })],
    ["a list", 200, () => read("payments.list", {})],
    ["a long answer for who takes it compressed", 200, () => ({ ...read("payments.list", {}), headers: { "accept-encoding": "gzip" } })],
    ["an empty input", 400, () => ({ url: "/trpc/auth.me?input=" })],
    ["a write", 409, () => write("auth.cancelEmailChange", {})],
    ["a write that was refused", 401, () => write("auth.login", { email: "nobody@example.com", password: "guess" })],
    ["a field that is not known", 400, () => write("auth.login", { email: "a@example.com", password: "x", role: "admin" })],
    ["an input of the wrong kind", 400, () => write("auth.login", "17")],
    ["no input where there must be one", 400, () => read("payments.get")],
    ["null for an input", 400, () => read("payments.get", null)],
    [
      "a thing that is not there",
      404,
      () => read("payments.get", { paymentId: publicId("payment", "ffffffff-ffff-7fff-8fff-ffffffffffff") }),
    ],
    ["no one who may ask", 401, () => ({ ...read("payments.list", {}), headers: { authorization: "" } })],
    ["someone who may not ask", 401, () => read("admin.dashboard")],
    ["a context that cannot be read", 400, () => ({ ...read("auth.me"), headers: { "idempotency-key": "?" } })],
    ["letters of every kind", 404, () => read("payments.publicCheckout", { reference: "ä✓🏠+ %2B&=" })],
    ["malformed JSON in a body", 400, () => write("auth.login", "{")],
    ["malformed JSON in an address", 400, () => ({ url: "/trpc/payments.get?input={" })],
    ["keys that reach for a prototype", 400, () => write("auth.login", '{"email":"a@example.com","__proto__":{}}')],
    ["an empty body", 409, () => write("auth.cancelEmailChange", "")],
    ["a body of more than 64 KiB", 413, () => write("auth.login", { email: "a".repeat(66_000), password: "x" })],
    ["another kind of body", 415, () => ({ ...write("auth.logout", "{}"), headers: { "content-type": "text/plain" } })],
    ["a kind of body in capitals", 415, () => ({ ...write("auth.logout", "{}"), headers: { "content-type": "Application/JSON" } })],
    ["a read that says it sends a form", 405, () => ({ ...read("auth.me"), headers: { "content-type": "multipart/form-data" } })],
    ["a read that was posted", 405, () => write("auth.me", {})],
    ["a write that was asked for", 405, () => read("auth.logout")],
    ["another method", 405, () => ({ ...write("auth.logout", "{}"), method: "PUT" })],
    ["only the head", 204, () => ({ ...read("auth.me"), method: "HEAD" })],
    ["a procedure that is none", 404, () => read("auth.secret")],
    ["the name of an object's own part", 404, () => read("constructor")],
    ["a stream outside of a batch", 400, () => ({ ...read("auth.me"), headers: { "trpc-accept": "application/jsonl" } })],
  ])("%s", async (_name, status, options) => {
    const { plain, adapted } = await bothWays(options());
    expect(plain).toEqual(adapted);
    expect(plain.status).toBe(status);
  });

  it("a rate limited call, with the time to wait", async () => {
    const { id } = await makeUser(harness.db);
    const bearer = await harness.signIn(id);
    expect(() => {
      for (;;) harness.deps.rateLimits.take("call", id);
    }).toThrow();
    const { plain, adapted } = await bothWays(read("auth.me"), { as: bearer });
    expect(plain).toEqual(adapted);
    expect([plain.status, Number(plain.headers["retry-after"]) > 0]).toEqual([429, true]);
  });

  it("internal failures, in a procedure and before it, each logged once", async () => {
    const lines: string[] = [];
    const broken = await startHarness({ onLog: (line) => lines.push(line) });
    const as = await broken.signIn((await makeUser(broken.db)).id);
    for (const [table, sentence] of [
      ["payments", "A call failed"],
      ["sessions", "A call's context could not be read"],
    ]) {
      await broken.db.execute(`alter table ${table} rename to ${table}_gone`);
      const { plain, adapted } = await bothWays(read("payments.list", {}), { of: broken, as });
      expect(plain).toEqual(adapted);
      expect(plain.status).toBe(500);
      expect(lines.filter((line) => line.includes(`"${sentence}"`))).toHaveLength(2);
    }
    await broken.close();
  });

  it("signing in, which sets a cookie", async () => {
    const { email } = await makeUser(harness.db);
    const { plain, adapted } = await bothWays(write("auth.login", { email, password: "hearth-demo-2026" }));
    const [names, adaptedNames] = [plain, adapted].map(({ headers }) => Object.keys(headers).toSorted());
    expect(names).toEqual(adaptedNames);
    expect([plain.status, names?.includes("set-cookie")]).toEqual([200, true]);
  });
});

describe("a plain call", () => {
  const asked = { method: "GET", query: {}, body: undefined, headers: {} };

  it("is a query or a mutation", () => {
    expect(plainCallOf(asked, "auth.me")).toEqual({ path: "auth.me", type: "query", input: undefined });
    expect(plainCallOf({ ...asked, method: "POST", body: "{}", headers: json }, "auth.logout")).toEqual({
      path: "auth.logout",
      type: "mutation",
      input: "{}",
    });
  });

  it("is not a batch, a stream or a request with an unknown parameter", () => {
    expect(plainCallOf({ ...asked, query: { batch: "1" } }, "auth.me")).toBeNull();
    expect(plainCallOf({ ...asked, query: { adapter: "1" } }, "auth.me")).toBeNull();
    expect(plainCallOf({ ...asked, headers: { accept: "application/jsonl" } }, "auth.me")).toBeNull();
    expect(plainCallOf(asked, "account.watch")).toBeNull();
  });
});
