import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSignedByProvider } from "./webhook-signature.ts";

const now = new Date("2026-11-20T12:00:00Z");
const secret = "3f8a9b1c-0d2e-4f60-8172-93a4b5c6d7e8";
const rawBody = Buffer.from('{"eventType":"onramp.transaction.success"}');

function signed({ by = secret, at = now, body = rawBody, v1 }: { by?: string; at?: Date; body?: Buffer; v1?: string } = {}) {
  const time = Math.floor(at.getTime() / 1000);
  const names = "content-type x-event-id";
  const headers = { "content-type": "application/json", "x-event-id": "42" };
  const mac = createHmac("sha256", by).update(`${time}.${names}.application/json.42.`).update(body).digest("hex");
  return { rawBody, headers: { ...headers, "x-hook0-signature": `t=${time},v0=00,h=${names},v1=${v1 ?? mac}` } };
}
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test("accepts a webhook that the provider signed, also with the old secret during a rotation", () => {
  expect(isSignedByProvider(signed(), [secret], now)).toBe(true);
  expect(isSignedByProvider(signed({ by: "the old one" }), [secret, "the old one"], now)).toBe(true);
});

test("refuses a webhook from somebody else, or with another body", () => {
  expect(isSignedByProvider(signed({ by: "guessed" }), [secret], now)).toBe(false);
  expect(isSignedByProvider(signed({ body: Buffer.from("{}") }), [secret], now)).toBe(false);
  expect(isSignedByProvider(signed({ v1: "00" }), [secret], now)).toBe(false);
  expect(isSignedByProvider(signed({ v1: "zz".repeat(32) }), [secret], now)).toBe(false);
  expect(isSignedByProvider({ rawBody, headers: {} }, [secret], now)).toBe(false);
});

test("refuses a webhook whose signed header was changed", () => {
  const webhook = signed();
  expect(isSignedByProvider({ ...webhook, headers: { ...webhook.headers, "x-event-id": "43" } }, [secret], now)).toBe(false);
});

test("accepts a webhook for five minutes", () => {
  expect(isSignedByProvider(signed({ at: minutesAgo(5) }), [secret], now)).toBe(true);
  expect(isSignedByProvider(signed({ at: minutesAgo(5.1) }), [secret], now)).toBe(false);
  expect(isSignedByProvider(signed({ at: minutesAgo(-5.1) }), [secret], now)).toBe(false);
});
