import { disputeEvents } from "@hearth/db/schema/dispute-events";
import { disputes } from "@hearth/db/schema/disputes";
import { parsePublicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DisputeFixture, openDisputeFixture } from "../../testing/dispute-fixture.ts";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { checkWholeState } from "../settlement/checking/check-state.ts";
import { disputeRules } from "./check-disputes.ts";

let harness: Harness;
let fixture: DisputeFixture;
beforeAll(async () => {
  harness = await startHarness();
  fixture = await openDisputeFixture(harness);
});
afterAll(() => harness.close());

/** Every dispute must match a replay of its events. */
afterEach(async () => expect(await checkWholeState(harness.db, disputeRules)).toEqual([]));

const payer = () => harness.caller(fixture.tokens.payer).disputes;
const owner = () => harness.caller(fixture.tokens.owner).disputes;
const admin = () => harness.caller(fixture.tokens.admin).disputes;
const fileOne = async () => payer().file({ paymentId: await fixture.paid(), reason: "No heating", amount: "64.20" });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => error.cause?.code ?? String(error),
  );
const denial = { result: "denied" as const, resultReason: "Not shown" };

describe("concurrently", () => {
  const settle = async (calls: Promise<unknown>[]) => (await Promise.all(calls.map(codeOf))).toSorted();

  it("two administrators close a dispute once", async () => {
    const { _id } = await fileOne();
    const calls = Array.from({ length: 8 }, (_, index) => admin().close({ disputeId: _id, ...denial, resultReason: `Reason ${index}` }));
    expect((await settle(calls)).filter((code) => code === "done")).toHaveLength(1);
  });

  it("cancelling and closing have one winner", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { _id } = await fileOne();
      const outcome = await settle([payer().cancel({ disputeId: _id }), admin().close({ disputeId: _id, ...denial })]);
      expect(outcome).toEqual(["DISPUTE_NOT_OPEN", "done"]);
    }
  });

  it("a response is either stored before the dispute closes, or refused", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { _id } = await fileOne();
      const [commentResult] = await Promise.all([
        codeOf(owner().comment({ disputeId: _id, comment: "Just in time" })),
        admin().close({ disputeId: _id, ...denial }),
      ]);
      const { comments, timeline } = await payer().get({ disputeId: _id });
      expect(comments).toHaveLength(commentResult === "done" ? 1 : 0);
      expect(timeline.at(-1)?.type).toBe("closed");
    }
  });

  it("reopening happens once", async () => {
    const { _id } = await fileOne();
    await payer().cancel({ disputeId: _id });
    const outcome = await settle([1, 2, 3].map(() => payer().reopen({ disputeId: _id })));
    expect(outcome).toEqual(["DISPUTE_NOT_CANCELLED", "DISPUTE_NOT_CANCELLED", "done"]);
  });

  it("one key has one effect", async () => {
    const { _id } = await fileOne();
    const comment = () => payer().comment({ disputeId: _id, comment: "Once", idempotencyKey: "say-it-once-1" });
    const answers = await Promise.all([comment(), comment(), comment()]);
    expect(answers.map(({ comments }) => comments.length)).toEqual([1, 1, 1]);
    const id = parsePublicId("dispute", _id) ?? "";
    expect(await harness.db.$count(disputeEvents, eq(disputeEvents.disputeId, id))).toBe(2);
  });
});

it("the state check finds a dispute that contradicts its events", async () => {
  const { _id } = await fileOne();
  const id = parsePublicId("dispute", _id) ?? "";
  await harness.db.update(disputes).set({ status: "closed", result: "denied", resolvedAt: new Date() }).where(eq(disputes.id, id));
  expect(await checkWholeState(harness.db, disputeRules)).toEqual([`Dispute ${id} is closed, but its events say open`]);
  await harness.db.update(disputes).set({ status: "open", result: null, resolvedAt: null }).where(eq(disputes.id, id));
});
