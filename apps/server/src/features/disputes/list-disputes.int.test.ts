import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DisputeFixture, openDisputeFixture } from "../../testing/dispute-fixture.ts";
import { type Harness, startHarness } from "../../testing/harness.ts";

let harness: Harness;
let fixture: DisputeFixture;
/** Reasons of the disputes, newest first: three of the fixture's payer and merchant, one of others. */
beforeAll(async () => {
  harness = await startHarness();
  fixture = await openDisputeFixture(harness);
  const { merchant } = await makeMerchant(harness.db, { name: "Under_score 100% House" });
  const other = await makeUser(harness.db, { email: "someone.else@example.com" });
  const about = { consumerId: fixture.payer.id, merchantId: fixture.merchantId };
  await add("oldest", "2026-10-01T12:00:00Z", about, { status: "escalated" });
  await add("closed", "2026-10-31T23:30:00Z", about, {
    status: "closed",
    result: "denied",
    resultReason: "No",
    resolvedAt: new Date("2026-11-02T00:00:00Z"),
  });
  await add("foreign", "2026-11-05T12:00:00Z", { consumerId: other.id, merchantId: merchant.id });
  await add("newest", "2026-11-19T12:00:00Z", about);
});
afterAll(() => harness.close());

async function add(
  reason: string,
  at: string,
  about: { consumerId: string; merchantId: string },
  set: Omit<Parameters<typeof makeDispute>[1], "paymentId"> = {},
): Promise<void> {
  const createdAt = new Date(at);
  const payment = await makePayment(harness.db, { ...about, status: "completed", createdAt });
  await makeDispute(harness.db, { paymentId: payment.id, reason, createdAt, ...set });
}

const list = async (path: string, token: string) => {
  const answer = await fixture.send("GET", path, token);
  return answer.statusCode === 200 ? answer.json().map(({ reason }: { reason: string }) => reason) : answer.statusCode;
};
const mine = (query = "") => list(`/api/disputes/my-disputes${query}`, fixture.tokens.payer);
const ours = (query = "") => list(`/api/merchant-dashboard/disputes${query}`, fixture.tokens.owner);
const all = (query = "") => list(`/api/admin/disputes${query}`, fixture.tokens.admin);

describe("lists of disputes", () => {
  it("show each viewer their own, newest first", async () => {
    expect(await mine()).toEqual(["newest", "closed", "oldest"]);
    expect(await ours()).toEqual(["newest", "closed", "oldest"]);
    expect(await all()).toEqual(["newest", "foreign", "closed", "oldest"]);
    expect(await list("/api/disputes/admin", fixture.tokens.admin)).toEqual(await all());
  });

  it("refuse the other kinds of token", async () => {
    expect(await list("/api/admin/disputes", fixture.tokens.payer)).toBe(401);
    expect(await list("/api/disputes/my-disputes", fixture.tokens.admin)).toBe(401);
    expect(await list("/api/merchant-dashboard/disputes", fixture.tokens.payer)).toBe(403);
  });

  it("are filtered by status", async () => {
    expect(await all("?status=open")).toEqual(["newest", "foreign"]);
    expect(await all("?status=closed")).toEqual(["closed"]);
    expect(await ours("?status=escalated")).toEqual(["oldest"]);
    expect(await ours("?status=all")).toHaveLength(3);
    expect(await ours("?status=lost")).toBe(400);
  });

  it("are filtered by date, in the viewer's time zone", async () => {
    expect(await all("?startDate=2026-10-31&endDate=2026-10-31")).toEqual(["closed"]);
    expect(await all("?startDate=2026-11-01&endDate=2026-11-30&timeZone=Europe/Berlin")).toEqual(["newest", "foreign", "closed"]);
    expect(await all("?startDate=2026-11-05T12:00:00Z&endDate=2026-11-05T12:00:00Z")).toEqual(["foreign"]);
    expect(await all("?startDate=2026-02-30")).toBe(400);
  });

  it("are filtered by merchant and payer, and an unknown id finds nothing", async () => {
    expect(await all(`?merchantId=${publicId("merchant", fixture.merchantId)}`)).toHaveLength(3);
    expect(await all(`?userId=${publicId("user", fixture.payer.id)}&status=closed`)).toEqual(["closed"]);
    expect(await all("?merchantId=nonsense")).toEqual([]);
  });

  it("are searched by email, merchant and any id, with wildcards as plain characters", async () => {
    expect(await all("?search=SOMEONE.else")).toEqual(["foreign"]);
    expect(await all("?search=under_score%20100%25")).toEqual(["foreign"]);
    expect(await all("?search=under%25house")).toEqual([]);
    const [first] = (await fixture.send("GET", "/api/admin/disputes", fixture.tokens.admin)).json();
    for (const word of [first.disputeId.toLowerCase(), first._id, first.paymentId._id])
      expect(await all(`?search=${word}`)).toEqual(["newest"]);
  });

  it("continue after the last page", async () => {
    const first = await fixture.send("GET", "/api/admin/disputes?limit=3", fixture.tokens.admin);
    const cursor = first.headers["x-next-cursor"];
    expect(first.json()).toHaveLength(3);
    const second = await fixture.send("GET", `/api/admin/disputes?limit=3&cursor=${String(cursor)}`, fixture.tokens.admin);
    expect(second.json().map(({ reason }: { reason: string }) => reason)).toEqual(["oldest"]);
    expect(second.headers["x-next-cursor"]).toBeUndefined();
    expect(await all("?cursor=nonsense")).toBe(400);
  });

  it("are ordered by date or amount, page by page", async () => {
    expect(await all("?order=oldest")).toEqual(["oldest", "closed", "foreign", "newest"]);
    expect(await ours("?order=oldest")).toEqual(["oldest", "closed", "newest"]);
    const { merchant, owner } = await makeMerchant(harness.db);
    const about = { consumerId: (await makeUser(harness.db)).id, merchantId: merchant.id };
    const caller = harness.caller(await harness.signIn(owner.id)).disputes;
    for (const cents of [300, 100, 200]) await add(`${cents} cents`, "2026-11-20T12:00:00Z", about, { amountCents: cents });
    for (const [order, expected] of [
      ["largest", [3, 2, 1]],
      ["smallest", [1, 2, 3]],
    ] as const) {
      const first = await caller.listForMerchant({ order, limit: 2 });
      const rest = await caller.listForMerchant({ order, limit: 2, cursor: first.nextCursor ?? "" });
      expect([...first.items, ...rest.items].map(({ amount }) => amount)).toEqual(expected);
      const reasons = expected.map((dollars) => `${100 * dollars} cents`);
      const own = `?order=${order}&merchantId=${publicId("merchant", merchant.id)}`;
      expect(await all(own)).toEqual(reasons);
      expect((await all(`?order=${order}`)).filter((reason: string) => reason.endsWith(" cents"))).toEqual(reasons);
    }
  });
});

describe("one dispute", () => {
  it("is the same for its payer, its merchant and administrators", async () => {
    const [{ _id }] = (await fixture.send("GET", "/api/disputes/my-disputes", fixture.tokens.payer)).json();
    const paths = [
      [`/api/disputes/${_id}`, fixture.tokens.payer],
      [`/api/disputes/${_id}`, fixture.tokens.owner],
      [`/api/disputes/${_id}`, fixture.tokens.admin],
      [`/api/admin/disputes/${_id}`, fixture.tokens.admin],
    ] as const;
    const answers = await Promise.all(paths.map(([path, token]) => fixture.send("GET", path, token)));
    for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
    expect(answers[0]?.json()).toMatchObject({ _id, reason: "newest", userId: { email: fixture.payer.email } });
  });

  it("of somebody else is as absent as an unknown one", async () => {
    const [foreign] = (await fixture.send("GET", "/api/admin/disputes?search=someone", fixture.tokens.admin)).json();
    const answers = await Promise.all(
      [foreign._id, foreign.disputeId, "dsp_01h455vb4pex5vsknk084sn02q", "2222-2222", "x"].map((id) =>
        fixture.send("GET", `/api/disputes/${id}`, fixture.tokens.payer),
      ),
    );
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toEqual([404, { message: "Dispute not found", code: "NOT_FOUND" }]);
  });

  it("are searched by a merchant among its own, by payer, reason and code, and reduced to what it still owes", async () => {
    const found = async (input: { search?: string; owed?: true }) =>
      (await harness.caller(fixture.tokens.owner).disputes.listForMerchant(input)).items.map(({ reason }) => reason);
    const { firstName, lastName, email } = fixture.payer;
    expect(await found({ search: `${firstName} ${lastName}` })).toEqual(["newest", "closed", "oldest"]);
    expect(await found({ search: email.slice(0, 12) })).toEqual(["newest", "closed", "oldest"]);
    expect(await found({ search: "OLDES" })).toEqual(["oldest"]);
    expect(await found({ search: "foreign" })).toEqual([]);
    const { items } = await harness.caller(fixture.tokens.owner).disputes.listForMerchant({ limit: 1 });
    expect(await found({ search: items[0]?.disputeId ?? "" })).toEqual(["newest"]);
    expect(await found({ owed: true })).toEqual([]);
    const about = { consumerId: fixture.payer.id, merchantId: fixture.merchantId };
    const approved = { status: "closed", result: "chargedBack", resultReason: "Yes", chargebackCents: 500 } as const;
    await add("owed", "2026-11-01T12:00:00Z", about, { ...approved, amountCents: 500, resolvedAt: new Date("2026-11-02T12:00:00Z") });
    expect(await found({ owed: true })).toEqual(["owed"]);
    expect(await found({ owed: true, search: "newest" })).toEqual([]);
  });
});
