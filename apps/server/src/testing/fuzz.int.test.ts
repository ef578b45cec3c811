import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRows } from "../rest/rows.ts";
import { listProcedures, policyOf } from "../trpc/procedure-meta.ts";
import { freshSubject } from "./call-subject.ts";
import { formType, writeForm } from "./dispute-fixture.ts";
import { type Harness, startHarness } from "./harness.ts";
import { headerValue, nastyBody, nastyBytes, nastyPart, nastyQuery, nastyText, nastyValue } from "./nasty-inputs.ts";
import { type CallSubject, procedureInputs } from "./procedure-inputs.ts";
import { restRequest } from "./rest-request.ts";

/** CPU time of a group of requests, which a busy machine does not lengthen. */
const maxCpuMs = 2_000;
/** Inputs of all doors together. `npm run prove fuzz` runs 2,000,000. */
const inputs = Number(process.env["FUZZ_INPUTS"] ?? 2_600);
/** Fixed, so that the suite is reproducible. */
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_120);
/** Requests sent at once, and inputs for which the accounts are the same. */
const group = 8;
const round = 2_000;

type Account = "user" | "merchant" | "admin";

let harness: Harness;
let subject: CallSubject;
let tokens: Record<Account, string>;
beforeAll(async () => {
  harness = await startHarness({ chain: true, env: { RATE_LIMITS: "off", RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey } });
});
afterAll(() => harness.close());

/** Makes new accounts and things of theirs, because calls may have closed the last ones. */
async function renewWorld(): Promise<void> {
  const { merchant, owner } = await makeMerchant(harness.db);
  const payer = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
  const admin = await makeUser(harness.db, { role: "admin" });
  subject = await freshSubject(harness, { payer, merchantId: merchant.id });
  tokens = {
    user: await harness.signIn(payer.id),
    merchant: await harness.signIn(owner.id),
    admin: await harness.signIn(admin.id, "admin"),
  };
}

const json = { "content-type": "application/json" };
const bearer = (account: Account) => ({ authorization: `Bearer ${tokens[account]}` });
const accountOf = (procedure: string): Account => {
  const policy = policyOf(procedure);
  return policy === "public" ? "user" : policy;
};

/** Calls that end the session of every later input. */
const isLast = (path: string) => path.endsWith(".logout") || path === "account.close";
const calls = listProcedures().filter(({ type, path }) => type !== "subscription" && !isLast(path));
const rows = restRows.filter(({ procedure }) => !isLast(procedure));
const call = fc.constantFrom(...calls);
const row = fc.constantFrom(...rows);

function typed({ path, type }: (typeof calls)[number], body: string): InjectOptions {
  const headers = { ...bearer(accountOf(path)), ...json };
  if (type !== "query") return { method: "POST", url: `/trpc/${path}`, headers, payload: body };
  return { url: `/trpc/${path}?input=${encodeURIComponent(body.slice(0, 4_000).toWellFormed())}`, headers };
}

/** A valid input with one field replaced, to reach the code behind the first check. */
function spoil(procedure: string, place: number, value: unknown): Record<string, unknown> {
  const input: Record<string, unknown> = Object(procedureInputs[procedure]?.(subject));
  const fields = Object.keys(input);
  return { ...input, [fields[place % fields.length] ?? "anything"]: value };
}

/** A documented call whose path, query and body are given as text. */
function documented({ method, path, procedure }: (typeof rows)[number], parts: string[], query: string, payload: string | Buffer) {
  const url = `${path.replaceAll(/\{\w+\}/g, () => parts.pop() ?? "pay_01h455vb4pex5vsknk084sn02q")}?${query}`;
  return { method, url, headers: { ...bearer(accountOf(procedure)), ...json }, ...(method !== "GET" && { payload }) };
}

/** A way into the server: an arbitrary of requests, which are built when they are sent, for the accounts of that moment. */
const door = <T>(arbitrary: fc.Arbitrary<T>, request: (input: T) => InjectOptions): fc.Arbitrary<() => InjectOptions> =>
  arbitrary.map((input) => () => request(input));

const other = fc.constantFrom(
  "/api/mail/unsubscribe/",
  "/api/webhooks/onramp/",
  "/api/docs/",
  "/.well-known/",
  "/health/",
  "/metrics/",
  "/checkout/",
);

const doors: Record<string, fc.Arbitrary<() => InjectOptions>> = {
  "the body of a typed call": door(fc.tuple(call, nastyBody), ([one, body]) => typed(one, body)),
  "one field of a typed call": door(fc.tuple(call, fc.nat(20), nastyValue), ([one, place, value]) =>
    typed(one, JSON.stringify(spoil(one.path, place, value))),
  ),
  "the path of a typed call": door(fc.tuple(call, nastyPart, call, fc.nat(3), nastyQuery), ([one, part, two, shape, query]) => ({
    method: shape % 2 === 0 ? "GET" : "POST",
    url: `/trpc/${[`${one.path}${part}`, `${part},${two.path}`, `${one.path}${part}${two.path}`, part][shape]}?${query}`,
    headers: { ...bearer("user"), ...json },
    ...(shape % 2 === 1 && { payload: "{}" }),
  })),
  "the query of a typed call": door(fc.tuple(call, nastyQuery), ([one, query]) => ({
    url: `/trpc/${one.path}?${query}`,
    headers: bearer(accountOf(one.path)),
  })),
  "a batch of typed calls": door(fc.tuple(fc.array(call, { minLength: 1, maxLength: 4 }), nastyBody), ([list, body]) => ({
    method: "POST",
    url: `/trpc/${list.map(({ path }) => path).join(",")}?batch=1`,
    headers: { ...bearer("user"), ...json },
    payload: `{${list.map((_, at) => `"${at}":${at === 0 ? "{}" : body}`).join(",")}}`,
  })),
  "the path, query and body of a documented call": door(
    fc.tuple(row, fc.array(nastyPart, { minLength: 3, maxLength: 3 }), nastyQuery, nastyBody),
    ([one, parts, query, body]) => documented(one, [...parts], query, body),
  ),
  "one field of a documented call": door(fc.tuple(row, fc.nat(20), nastyValue), ([one, place, value]) => {
    const { headers, ...request } = restRequest(one, JSON.parse(JSON.stringify(spoil(one.procedure, place, value))));
    return { ...request, headers: { ...headers, ...bearer(accountOf(one.procedure)) } };
  }),
  "bytes as the body of a documented call": door(fc.tuple(row, nastyBytes), ([one, bytes]) => documented(one, [], "", bytes)),
  "the cursor of a list": door(nastyPart, (cursor) => ({ url: `/api/payments/user?cursor=${cursor}`, headers: bearer("user") })),
  "the headers of a call": door(
    fc.tuple(row, fc.dictionary(fc.constantFrom(...headerNames()), headerValue, { maxKeys: 5 })),
    ([{ method, path, procedure }, headers]) => ({
      method,
      url: path,
      headers: { ...bearer(accountOf(procedure)), ...headers },
      ...(method !== "GET" && { payload: "{}" }),
    }),
  ),
  "a form with files": door(fc.tuple(nastyText, nastyText, nastyBytes, fc.nat(3)), ([field, name, content, cut]) => {
    const fields = { paymentId: subject.paidId, reason: "other", amount: "1.00", [field.slice(0, 40)]: field };
    const form = writeForm(fields, [{ name: name.slice(0, 200), content }]);
    const headers = { ...bearer("user"), "content-type": formType };
    return { method: "POST", url: "/api/disputes/create", headers, payload: cut === 0 ? form.subarray(0, form.length / 2) : form };
  }),
  "any other address": door(
    fc.tuple(other, nastyPart, nastyQuery, nastyBytes, fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH")),
    ([start, part, query, payload, method]) => ({
      method,
      url: `${start}${part}?${query}`,
      ...(method !== "GET" && method !== "HEAD" && { payload }),
    }),
  ),
  "a URL": door(
    fc.tuple(fc.constantFrom("", "/api", "/trpc", "/api/payments", "/health"), fc.array(nastyPart, { maxLength: 4 }), nastyQuery),
    ([start, parts, query]) => ({ url: `${start}/${parts.join("/")}?${query}`, headers: bearer("user") }),
  ),
};

function headerNames(): string[] {
  const own = ["x-time-zone", "idempotency-key", "x-request-id", "x-trpc-source", "trpc-accept"];
  const usual = [
    "authorization",
    "content-type",
    "accept",
    "accept-encoding",
    "cookie",
    "origin",
    "referer",
    "user-agent",
    "range",
    "if-none-match",
  ];
  return [
    ...own,
    ...usual,
    "x-forwarded-for",
    "x-forwarded-host",
    "forwarded",
    "content-encoding",
    "expect",
    "te",
    "via",
    "x-http-method-override",
  ];
}

function describeRequest({ method = "GET", url, payload }: InjectOptions, answer: { statusCode: number; body: string }): string {
  const sent = Buffer.isBuffer(payload) ? payload.toString("latin1") : JSON.stringify(payload ?? null);
  return `${answer.statusCode} for ${method} ${JSON.stringify(url)} ${sent.slice(0, 400)}: ${answer.body.slice(0, 300)}`;
}

/** Sends a request and returns its answer. Sends it once more after a 503: a busy machine may have overrun a time limit. */
async function send(options: InjectOptions) {
  const answer = await harness.app.inject(options);
  return answer.statusCode === 503 ? harness.app.inject(options) : answer;
}

/** Sends a group of requests at once, and counts their answers. Returns a sentence for each that does harm. */
async function sendGroup(requests: InjectOptions[], counts: Map<number, number>): Promise<string[]> {
  const before = process.cpuUsage();
  const answers = await Promise.all(requests.map(async (request) => ({ request, answer: await send(request) })));
  const { user, system } = process.cpuUsage(before);
  for (const { answer } of answers) counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1);
  const failed = answers.filter(({ answer }) => answer.statusCode >= 500).map(({ request, answer }) => describeRequest(request, answer));
  if ((user + system) / 1_000 < maxCpuMs) return failed;
  return [...failed, ...answers.map(({ request, answer }) => `slow: ${describeRequest(request, answer)}`)];
}

describe("any input", () => {
  it.each(Object.entries(doors))("as %s never causes a server error", async (name, requests) => {
    const count = Math.ceil(inputs / Object.keys(doors).length);
    const counts = new Map<number, number>();
    for (let sent = 0; sent < count; sent += round) {
      await renewWorld();
      const sample = fc.sample(requests, { seed: seed + sent, numRuns: Math.min(round, count - sent) });
      for (let at = 0; at < sample.length; at += group) {
        const harm = await sendGroup(
          sample.slice(at, at + group).map((request) => request()),
          counts,
        );
        expect(harm, `FUZZ_SEED=${seed + sent}`).toEqual([]);
      }
    }
    process.stderr.write(`${name}: ${count} inputs, answers ${JSON.stringify(Object.fromEntries([...counts].toSorted()))}\n`);
  });
});
