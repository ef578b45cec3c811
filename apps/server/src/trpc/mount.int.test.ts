import { brotliDecompressSync } from "node:zlib";
import { makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { EventSource } from "eventsource";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../testing/harness.ts";
import type { AppRouter } from "./root.ts";

let harness: Harness;
let token: string;
let userId: string;
beforeAll(async () => {
  harness = await startHarness();
  userId = (await makeUser(harness.db)).id;
  token = await harness.signIn(userId);
});
afterAll(() => harness.close());

const json = { "content-type": "application/json" };
const send = (options: InjectOptions) =>
  harness.app.inject({ ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });

/** Connects a client over a real connection, like `apps/web` does. */
async function connect({ app }: Harness, bearer: string) {
  const url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/trpc`;
  const authorization = `Bearer ${bearer}`;
  const eventSourceOptions = {
    fetch: (input: string | URL, init: RequestInit) => fetch(input, { ...init, headers: { ...init.headers, authorization } }),
  };
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url, EventSource, eventSourceOptions }),
        false: httpBatchLink({ url, headers: { authorization } }),
      }),
    ],
  });
}

describe("a batch", () => {
  it("can contain several calls of one account", async () => {
    const answer = await send({ url: `/trpc/auth.me,merchant.list?batch=1&input=${encodeURIComponent('{"1":{}}')}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toHaveLength(2);
  });

  it("is refused with eleven calls", async () => {
    const answer = await send({ url: `/trpc/${Array(11).fill("auth.me").join(",")}?batch=1&input={}` });
    expect(answer.statusCode).toBe(400);
  });

  it("cannot sign in or up, in any spelling of the path", async () => {
    for (const path of ["auth.login,auth.login", "auth.me,auth.register", "auth%2Elogin,auth.me", "auth.login%2Cauth.login"]) {
      for (const query of ["?batch=1", "?batch=1&batch=0"]) {
        const answer = await send({ method: "POST", url: `/trpc/${path}${query}`, headers: json, payload: "{}" });
        expect(answer.statusCode, path + query).toBe(400);
        expect(answer.body, path + query).toContain("cannot be part of a batch");
      }
    }
  });

  it("cannot sign in by a comma that is escaped twice or more", async () => {
    for (const comma of ["%252C", "%25252C", "%252c", "%2%252C"]) {
      for (const query of ["", "?batch=1"]) {
        const url = `/trpc/auth.login${comma}auth.login${query}`;
        const answer = await send({ method: "POST", url, headers: json, payload: '{"0":{},"1":{}}' });
        expect([400, 404], url + answer.body).toContain(answer.statusCode);
        expect(answer.body, url).not.toMatch(/^\[|"path":"auth.login"/);
      }
    }
  });

  it("may sign in as its only call", async () => {
    const payload = { 0: { email: "nobody@example.com", password: "guess" } };
    expect((await send({ method: "POST", url: "/trpc/auth.login?batch=1", payload })).statusCode).toBe(401);
  });
});

describe("a call", () => {
  it("accepts JSON only", async () => {
    for (const type of ["multipart/form-data; boundary=x", "application/octet-stream", "text/plain", "application/jsonp"]) {
      const answer = await send({ method: "POST", url: "/trpc/auth.logout", headers: { "content-type": type }, payload: "{}" });
      expect([answer.statusCode, answer.json().error.data.code], type).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    }
    expect((await send({ method: "POST", url: "/trpc/auth.logout" })).statusCode).toBe(415);
  });

  it("may not reach for a prototype, in its body or in its address", async () => {
    const hostile = '{"paymentId":{"__proto__":{"role":"admin"}}}';
    const posted = await send({ method: "POST", url: "/trpc/payments.cancel", headers: json, payload: hostile });
    const asked = await send({ url: `/trpc/payments.status?input=${encodeURIComponent(hostile)}` });
    for (const answer of [posted, asked]) expect([answer.statusCode, answer.json().error.data.code]).toEqual([400, "VALIDATION"]);
  });

  it("is a 413 above 64 KiB", async () => {
    const payload = { message: "a".repeat(64 * 1024), signature: "0x" };
    const answer = await send({ method: "POST", url: "/trpc/wallet.prove", payload });
    expect([answer.statusCode, answer.json().error.data.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  it("to an unknown procedure names no path in its message", async () => {
    const answer = await send({ url: "/trpc/auth.secret" });
    expect(answer.json().error).toMatchObject({ message: "Not found", data: { code: "NOT_FOUND", httpStatus: 404 } });
  });

  it("answers validation errors by field, and never a stack trace", async () => {
    const answer = await send({ method: "POST", url: "/trpc/auth.register", payload: { email: "x" } });
    expect(answer.json().error.data.errors).toMatchObject({
      firstName: "All fields are required",
      email: "Please enter a valid email address",
    });
    expect(answer.body).not.toMatch(/stack|\.ts:|node_modules/);
  });
});

describe("an unexpected failure", () => {
  it("answers a fixed sentence with the request's id on both interfaces, and logs the cause with that id", async () => {
    const lines: string[] = [];
    const broken = await startHarness({ onLog: (line) => lines.push(line) });
    const bearer = await broken.signIn((await makeUser(broken.db)).id);
    await broken.db.execute("alter table merchants rename to merchants_gone");
    const headers = { authorization: `Bearer ${bearer}` };
    const rest = await broken.app.inject({ url: "/api/merchants", headers });
    const trpc = await broken.app.inject({ url: "/trpc/merchant.list?input={}", headers });
    const requestId = rest.headers["x-request-id"];
    expect(rest.statusCode).toBe(500);
    expect(rest.json()).toEqual({ message: "Something went wrong on our side", code: "INTERNAL", requestId });
    expect(trpc.json().error).toMatchObject({
      message: "Something went wrong on our side",
      data: { requestId: trpc.headers["x-request-id"] },
    });
    expect(rest.body + trpc.body).not.toContain("merchants_gone");
    expect(lines.filter((line) => line.includes("A call failed") && line.includes(String(requestId)))).toHaveLength(1);
    expect(lines.join("")).not.toContain(bearer);
    await broken.close();
  });
});

describe("an answer", () => {
  it("is compressed above a length for clients that accept it, on both interfaces", async () => {
    const ask = (url: string, encoding: string) => harness.app.inject({ url, headers: { "accept-encoding": encoding } });
    const [plain, packed, short] = await Promise.all([
      ask("/api/openapi.json", "identity"),
      ask("/api/openapi.json", "gzip, br"),
      ask("/trpc/auth.me", "gzip, br"),
    ]);
    expect([packed.headers["content-encoding"], packed.headers.vary]).toEqual(["br", "accept-encoding"]);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(short.headers["content-encoding"]).toBeUndefined();
    expect(short.headers["content-length"]).toBe(String(short.rawPayload.length));
  });
});

describe("a subscription", () => {
  it("is neither cached nor compressed by proxies", async () => {
    const separateHarness = await startHarness();
    const { reference } = await makePayment(separateHarness.db);
    const url = await separateHarness.app.listen({ port: 0, host: "127.0.0.1" });
    const input = encodeURIComponent(JSON.stringify({ reference }));
    const headers = { accept: "text/event-stream", "accept-encoding": "gzip, br" };
    const answer = await fetch(`${url}/trpc/payments.watchCheckout?input=${input}`, { headers });
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(answer.headers.get("cache-control")).toMatch(/no-transform.*no-store/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    await separateHarness.close();
  });

  it("follows a payment live, and ends when the server closes", async () => {
    const separateHarness = await startHarness();
    const consumer = await makeUser(separateHarness.db);
    const payment = await makePayment(separateHarness.db, { consumerId: consumer.id });
    const client = await connect(separateHarness, await separateHarness.signIn(consumer.id));
    const paymentId = publicId("payment", payment.id);
    const received: string[] = [];
    const done = Promise.withResolvers<void>();
    const subscription = client.account.watch.subscribe(
      { payments: [paymentId] },
      {
        onData: ({ data }) => {
          if (!data.payment) return;
          received.push(data.payment.status);
          if (data.payment.status === "pending") void client.payments.cancel.mutate({ paymentId });
          if (data.payment.status === "cancelled") done.resolve();
        },
        onError: (error) => done.reject(error),
      },
    );
    await done.promise;
    expect(received.at(0)).toBe("pending");
    await separateHarness.app.close();
    subscription.unsubscribe();
    await separateHarness.close();
  });
});
