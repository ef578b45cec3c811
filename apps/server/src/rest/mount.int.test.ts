import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../testing/harness.ts";

let harness: Harness;
let headers: { authorization: string };
let userId: string;
beforeAll(async () => {
  harness = await startHarness();
  userId = (await makeUser(harness.db)).id;
  headers = { authorization: `Bearer ${await harness.signIn(userId)}` };
});
afterAll(() => harness.close());

const send = (options: InjectOptions) => harness.app.inject({ headers, ...options });
const json = { "content-type": "application/json" };

describe("a path under /api", () => {
  it("is a 404 in JSON if undocumented, for every method", async () => {
    for (const method of ["GET", "POST", "DELETE"] as const) {
      const answer = await send({ method, url: "/api/nothing/here" });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ message: "Not found", code: "NOT_FOUND" });
    }
  });

  it("may end with a slash", async () => {
    expect((await send({ url: "/api/merchants/" })).json()).toEqual([]);
    expect((await send({ url: "/api/merchants/all/" })).statusCode).toBe(200);
  });

  it("answers HEAD as GET without a body", async () => {
    const answer = await send({ method: "HEAD", url: "/api/merchants" });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe("");
  });

  it("lists its methods when called with another", async () => {
    const answer = await send({ method: "DELETE", url: "/api/merchants" });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD");
    expect(answer.json()).toEqual({ message: "This method is not allowed here", code: "METHOD_NOT_ALLOWED" });
    const head = await send({ method: "HEAD", url: "/api/auth/login" });
    expect([head.statusCode, head.headers.allow]).toEqual([405, "POST"]);
    const broken = await send({ method: "PUT", url: "/api/auth/login", headers: json, payload: "{not json" });
    expect(broken.statusCode).toBe(405);
  });

  it("is refused if its escapes are invalid", async () => {
    const answer = await send({ url: "/api/payments/status/%zz" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe("VALIDATION");
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  });
});

describe("the API description", () => {
  it("is public, and names the server's own address", async () => {
    const answer = await harness.app.inject({ url: "/api/openapi.json" });
    expect([answer.statusCode, answer.json().openapi]).toEqual([200, "3.1.1"]);
    expect(answer.json().servers).toEqual([expect.objectContaining({ url: harness.deps.env.publicOrigin })]);
    const other = await harness.app.inject({ method: "POST", url: "/api/openapi.json" });
    expect([other.statusCode, other.headers.allow]).toEqual([405, "GET, HEAD"]);
  });

  it("can be cached by clients, and is rate limited", async () => {
    const ask = (etag?: string) =>
      harness.app.inject({
        url: "/api/openapi.json",
        remoteAddress: "192.0.2.9",
        headers: { ...(etag !== undefined && { "if-none-match": etag }) },
      });
    const { headers: first, body } = await ask();
    expect(first["cache-control"]).toBe("public, max-age=300");
    const etag = String(first["etag"]);
    const again = await ask(etag);
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect((await ask('W/"other"')).body).toBe(body);
    for (let count = 3; count < 30; count++) await ask(etag);
    expect((await ask()).statusCode).toBe(429);
  });
});

describe("a body", () => {
  it("may be empty, with or without a content type", async () => {
    const payment = await makePayment(harness.db, { consumerId: userId });
    const url = `/api/payments/${publicId("payment", payment.id)}/cancel`;
    const cancelled = await send({ method: "PATCH", url, headers: { ...headers, ...json }, payload: "" });
    expect([cancelled.statusCode, cancelled.json().status]).toEqual([200, "cancelled"]);
    expect((await send({ method: "POST", url: "/api/auth/login", headers: json, payload: " " })).json().errors).toEqual({
      email: "Email is required",
      password: "Password is required",
    });
    expect((await send({ method: "POST", url: "/api/auth/login" })).json().message).toBe("Email is required");
  });

  it("is a 415 if it is of another type, including plain text", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await send({ method: "POST", url: "/api/auth/login", headers: { "content-type": type }, payload: "{}" });
      expect([answer.statusCode, answer.json()], type).toEqual([415, { message: "Please send JSON", code: "UNSUPPORTED_MEDIA_TYPE" }]);
    }
  });

  it("is a 400 without the parser's message if it is not JSON", async () => {
    const answer = await send({ method: "POST", url: "/api/auth/login", headers: json, payload: "{not json" });
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: "Please send well-formed JSON", code: "VALIDATION" }]);
  });

  it("is refused if it reaches for a prototype", async () => {
    for (const payload of ['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}']) {
      const answer = await send({ method: "POST", url: "/api/auth/register", headers: json, payload });
      expect([answer.statusCode, answer.json().message]).toEqual([400, "Please send well-formed JSON"]);
    }
  });

  it("is a 413 above 64 KiB", async () => {
    const payload = { email: "a".repeat(64 * 1024), password: "x" };
    const answer = await send({ method: "POST", url: "/api/auth/login", payload });
    expect([answer.statusCode, answer.json().code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  it.each(["null", "[]", "7", '"text"'])("is a 400 if it is %s instead of an object", async (payload) => {
    const answer = await send({ method: "POST", url: "/api/auth/login", headers: json, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "VALIDATION"]);
  });
});

describe("a list", () => {
  it("pages by limit and cursor, with the next cursor in a header", async () => {
    const { merchant } = await makeMerchant(harness.db);
    const consumer = await makeUser(harness.db);
    const mine = { authorization: `Bearer ${await harness.signIn(consumer.id)}` };
    const amounts = [30_000, 20_000, 10_000];
    for (const [index, amountCents] of amounts.entries()) {
      const createdAt = new Date(harness.clock.now().getTime() - index * 60_000);
      await makePayment(harness.db, { consumerId: consumer.id, merchantId: merchant.id, amountCents, createdAt });
    }
    const first = await send({ url: "/api/payments/user?limit=2", headers: mine });
    expect(first.json().payments.map(({ amount }: { amount: number }) => amount)).toEqual([300, 200]);
    const cursor = String(first.headers["x-next-cursor"]);
    const second = await send({ url: `/api/payments/user?limit=2&cursor=${encodeURIComponent(cursor)}`, headers: mine });
    expect(second.json().payments.map(({ amount }: { amount: number }) => amount)).toEqual([100]);
    expect(second.headers["x-next-cursor"]).toBeUndefined();
  });

  it.each(["limit=0", "limit=501", "limit=many", "limit=1&limit=2", "cursor=%00"])("refuses %s", async (query) => {
    const answer = await send({ url: `/api/payments/user?${query}` });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "VALIDATION"]);
  });
});

describe("an idempotency key in the header", () => {
  it("is refused if malformed, because dropping it would drop its guarantee", async () => {
    const answer = await send({ method: "POST", url: "/api/auth/logout", headers: { ...headers, "idempotency-key": "short" } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toHaveProperty("Idempotency-Key");
  });
});
