import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment, type PaymentRow } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRows } from "../rest/rows.ts";
import { listProcedures } from "../trpc/procedure-meta.ts";
import { type Harness, startHarness } from "./harness.ts";
import { procedureInputs } from "./procedure-inputs.ts";

/** CPU time, which a busy machine does not lengthen. The wall-clock limit allows for a busy machine. */
const maxCpuMs = 2_000;
const maxMilliseconds = 60_000;
const runs = 400;
/** Fixed, so that the suite is reproducible. */
const seed = 20_261_120;

let harness: Harness;
let authorization: string;
let payment: PaymentRow;
let merchantId: string;
let disputeId: string;
beforeAll(async () => {
  harness = await startHarness({ chain: true, env: { RATE_LIMITS: "off", RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey } });
  const { merchant } = await makeMerchant(harness.db);
  const user = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
  payment = await makePayment(harness.db, { consumerId: user.id, merchantId: merchant.id });
  disputeId = await makeDisputed(user.id, merchant.id);
  merchantId = publicId("merchant", merchant.id);
  authorization = `Bearer ${await harness.signIn(user.id)}`;
});
afterAll(() => harness.close());

async function makeDisputed(consumerId: string, merchant: string): Promise<string> {
  const paid = await makePayment(harness.db, { consumerId, merchantId: merchant, status: "completed" });
  return publicId("dispute", (await makeDispute(harness.db, { paymentId: paid.id })).id);
}

/** Text that breaks programs: any code unit, lone surrogates, NUL, right-to-left marks, long runs, and our own keywords. */
const nastyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom(
    "\u0000",
    "\ud800",
    "a\u0000b",
    "\u202e\u2066",
    "%00",
    "../../etc/passwd",
    "' or 1=1 --",
    "__proto__",
    "1e3",
    "-0",
    "NaN",
  ),
  fc.constantFrom(
    "pay_01h455vb4pex5vsknk084sn02q",
    `0x${"f".repeat(40)}`,
    `0x${"0".repeat(64)}`,
    "0".repeat(64),
    "ada@example.com",
    "1450.00",
  ),
  fc.constantFrom(
    "-271821-04-20T00:00:00.000Z_pay_01h455vb4pex5vsknk084sn02q",
    "+275760-09-13T00:00:00.000Z_pay_01h455vb4pex5vsknk084sn02q",
  ),
  fc.integer({ min: 1, max: 20_000 }).map((length) => "\u{1F525}".repeat(length / 4)),
);
const names = [
  "email",
  "password",
  "firstName",
  "lastName",
  "role",
  "paymentId",
  "reference",
  "amount",
  "description",
  "aptNumber",
  "limit",
  "cursor",
  "disputeId",
  "documentId",
  "reason",
  "comment",
  "search",
  "startDate",
  "timeZone",
]
  .concat(["status", "transactionHash", "walletAddress", "smartWalletAddress", "address", "phoneNumber", "selectedMerchantId", "message"])
  .concat([
    "signature",
    "kind",
    "from",
    "validAfter",
    "validBefore",
    "idempotencyKey",
    "merchantName",
    "merchantWalletAddress",
    "paymentType",
  ]);
const nastyValue = fc.oneof(nastyText, fc.jsonValue(), fc.double(), fc.constantFrom(null, 0, -1, 2 ** 53, 1e308, true, [], {}, [[[]]]));
const nastyObject = fc.dictionary(
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: nastyText }),
  nastyValue,
);
const deep = fc.integer({ min: 50, max: 20_000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth));
const nastyBody = fc.oneof(
  { weight: 6, arbitrary: nastyObject.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: nastyValue.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: nastyText },
  { weight: 1, arbitrary: fc.constantFrom('{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}', '{"a":1,"a":2}', "\ufeff{}") },
);

/** A valid input with one field replaced by nasty text, to reach code behind the first validation. */
function spoil(procedure: string, place: number, value: unknown): string {
  const { id, reference } = payment;
  const subject = {
    paymentId: publicId("payment", id),
    reference,
    merchantId,
    disputeId,
    documentId: "doc_01h455vb4pex5vsknk084sn02q",
    sessionId: "ses_01h455vb4pex5vsknk084sn02q",
    transferId: "trf_01h455vb4pex5vsknk084sn02q",
    claimId: "clm_01h455vb4pex5vsknk084sn02q",
    paidId: publicId("payment", id),
    refundId: "rfd_01h455vb4pex5vsknk084sn02q",
    payoutChangeId: "pch_01h455vb4pex5vsknk084sn02q",
    mailId: "mai_01h455vb4pex5vsknk084sn02q",
    passkeyId: "psk_01h455vb4pex5vsknk084sn02q",
    alarmId: "alm_01h455vb4pex5vsknk084sn02q",
    leaseId: "lse_01h455vb4pex5vsknk084sn02q",
    termsId: publicId("leaseTerms", "00000000-0000-7000-8000-000000000000"),
    leaseSeenAt: "2026-11-20T14:05:09.000Z",
    tenantId: "ltn_01h455vb4pex5vsknk084sn02q",
    chargeId: "chg_01h455vb4pex5vsknk084sn02q",
    creditId: "crd_01h455vb4pex5vsknk084sn02q",
    scheduledPaymentId: "chq_01h455vb4pex5vsknk084sn02q",
    requestId: "req_01h455vb4pex5vsknk084sn02q",
    billReference: "0".repeat(64),
    recordId: "rrc_01h455vb4pex5vsknk084sn02q",
    recordReference: "0".repeat(64),
    propertyId: "prp_01h455vb4pex5vsknk084sn02q",
    unitId: "unt_01h455vb4pex5vsknk084sn02q",
    staffId: "stf_01h455vb4pex5vsknk084sn02q",
    invitationId: "tin_01h455vb4pex5vsknk084sn02q",
    invitationToken: `hrm_${"b".repeat(43)}`,
    staffToken: `hrm_${"a".repeat(43)}`,
    userId: "usr_01h455vb4pex5vsknk084sn02q",
    email: "ada@example.com",
  };
  const input: Record<string, unknown> = Object(procedureInputs[procedure]?.(subject));
  const fields = Object.keys(input);
  const field = fields[place % fields.length] ?? "anything";
  return JSON.stringify({ ...input, [field]: value });
}

async function expectNoHarm(options: InjectOptions): Promise<void> {
  const [started, cpuBefore] = [performance.now(), process.cpuUsage()];
  const answer = await harness.app.inject(options);
  const description = `${options.method ?? "GET"} ${JSON.stringify(options.url)} ${JSON.stringify(options.payload ?? null).slice(0, 300)}: ${answer.body.slice(0, 300)}`;
  expect(answer.statusCode, description).toBeLessThan(500);
  const { user, system } = process.cpuUsage(cpuBefore);
  expect((user + system) / 1_000, description).toBeLessThan(maxCpuMs);
  expect(performance.now() - started, description).toBeLessThan(maxMilliseconds);
}

const check = <T>(arbitrary: fc.Arbitrary<T>, run: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, run), { numRuns: runs, seed, endOnFailure: true });

describe("any input", () => {
  const calls = listProcedures().filter(({ type, path }) => type !== "subscription" && path !== "auth.logout");

  const json = { "content-type": "application/json" };

  it("as the body of a typed call never causes a server error", async () => {
    await check(fc.tuple(fc.constantFrom(...calls), nastyBody), ([call, body]) => expectNoHarm(typed(call, body)));
  });

  it("as one field of a typed call never causes a server error", async () => {
    await check(fc.tuple(fc.constantFrom(...calls), fc.nat(10), nastyValue), ([call, place, value]) =>
      expectNoHarm(typed(call, spoil(call.path, place, value))),
    );
  });

  function typed({ path, type }: (typeof calls)[number], body: string): InjectOptions {
    const headers = { authorization, ...json };
    if (type !== "query") return { method: "POST", url: `/trpc/${path}`, headers, payload: body };
    return { url: `/trpc/${path}?input=${encodeURIComponent(body.slice(0, 4_000).toWellFormed())}`, headers };
  }

  it("as the body, path and query of a documented call never causes a server error", async () => {
    const rows = restRows.filter(({ procedure }) => procedure !== "auth.logout");
    const queries = fc.constantFrom("limit", "cursor", "status", "anything");
    await check(fc.tuple(fc.constantFrom(...rows), nastyText, queries, nastyText, nastyBody), ([row, id, name, query, body]) => {
      const encode = (value: string) => encodeURIComponent(value.slice(0, 300).toWellFormed());
      const url = `${row.path.replace("{paymentId}", encode(id))}?${name}=${encode(query)}`;
      const payload = row.method === "GET" ? {} : { payload: body };
      return expectNoHarm({ method: row.method, url, headers: { authorization, ...json }, ...payload });
    });
  });

  it("as the cursor of a list never causes a server error", async () => {
    await check(nastyText, (cursor) =>
      expectNoHarm({
        url: `/api/payments/user?cursor=${encodeURIComponent(cursor.slice(0, 200).toWellFormed())}`,
        headers: { authorization },
      }),
    );
  });

  it("as headers never causes a server error", async () => {
    const printable = fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 200 });
    await check(fc.tuple(printable, printable, printable, printable), ([token, timeZone, key, type]) =>
      expectNoHarm({
        method: "POST",
        url: "/api/payments/create-checkout",
        headers: { authorization: token, "x-time-zone": timeZone, "idempotency-key": key, "content-type": type },
        payload: "{}",
      }),
    );
  });

  it("as a URL never causes a server error", async () => {
    const piece = fc.oneof(
      fc.webPath(),
      nastyText.map((text) => `/${encodeURIComponent(text.slice(0, 500).toWellFormed())}`),
    );
    await check(
      fc.tuple(fc.constantFrom("", "/api", "/trpc", "/api/payments", "/health"), piece, fc.webQueryParameters()),
      ([start, rest, query]) => expectNoHarm({ url: `${start}${rest}?${query}`, headers: { authorization } }),
    );
  });
});
