import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rateLimitRules } from "../rate-limits.ts";
import { type Harness, startHarness } from "../testing/harness.ts";

const lines: string[] = [];
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ onLog: (line) => lines.push(line) });
});
afterAll(() => harness.close());

/** Each request comes from a network of its own, so that no limit refuses it. */
let networks = 0;
const send = (url: string, method: "GET" | "POST" = "GET") => {
  networks += 1;
  const remoteAddress = `10.1.${networks >> 8}.${networks & 255}`;
  return harness.app.inject({ method, url, remoteAddress, ...(method === "POST" && { headers: json, payload: "{}" }) });
};
const json = { "content-type": "application/json" };

/** Escapes that are malformed, or are still escapes after decoding. */
const odd = [
  "%25ZZ",
  "%25",
  "%2525",
  "%25E0%25A4%25A",
  "%25C3%2528",
  "%2500",
  "%2F",
  "%5C",
  "%3F",
  "%ED%A0%80",
  "%F0%9F%8F%A0",
  "%20",
  "%",
];

describe("a path with odd escapes", () => {
  it.each(["GET", "POST"] as const)("is refused, and leaves no stack in the log: %s", async (method) => {
    lines.length = 0;
    for (const escape of odd) {
      for (const path of [`x${escape}`, `auth.me${escape}`, `auth.me,${escape}`, `rent.checkCharges${escape}`]) {
        for (const url of [`/trpc/${path}`, `/trpc/${path}?batch=1`]) {
          const { statusCode, body } = await send(url, method);
          expect(statusCode, `${url}: ${body}`).toBeLessThan(500);
          expect(body, url).not.toMatch(/"result"|"INTERNAL"/);
        }
      }
    }
    expect(lines.filter((line) => /"stack"|"level":50/.test(line))).toEqual([]);
  });

  it("answers as an unknown procedure does", async () => {
    for (const path of ["x%25ZZ", "auth.me%25"]) {
      const answer = await send(`/trpc/${path}`);
      expect([answer.statusCode, answer.json().error.data.code, answer.json().error.message]).toEqual([404, "NOT_FOUND", "Not found"]);
    }
  });

  it("is no failure of the documented calls, in a path or a query", async () => {
    lines.length = 0;
    const paths = ["payments/", "auth/me", "merchants/", "disputes/", "nowhere/"];
    for (const escape of odd) {
      for (const path of paths) {
        for (const url of [`/api/${path}${escape}`, `/api/${path}?cursor=${escape}&${escape}=1`, `/trpc/auth.me?input=${escape}`]) {
          expect((await send(url)).statusCode, url).toBeLessThan(500);
        }
      }
    }
    expect(lines.filter((line) => /"stack"|"level":50/.test(line))).toEqual([]);
  });

  it("counts against the limit of its network, as every unknown procedure does", async () => {
    const from = (remoteAddress: string, path: string) => harness.app.inject({ url: `/trpc/${path}`, remoteAddress });
    for (const [index, path] of ["x%25ZZ", "auth.secret", "auth.secret,auth.other?batch=1"].entries()) {
      const network = `10.2.0.${index}`;
      for (let count = 0; count < rateLimitRules.call.max; count += 1) await from(network, path);
      const answer = await from(network, path);
      expect([path, answer.statusCode, answer.json().error.data.code]).toEqual([path, 429, "RATE_LIMITED"]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
  });
});
