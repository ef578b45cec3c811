import { transfers } from "@hearth/db/schema/transfers";
import { makeRefund } from "@hearth/db/testing/payment-factories";
import { createRandom } from "@hearth/db/testing/random";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type LogFixture, type Moved, openLogFixture, type Payers } from "../../../testing/log-fixture.ts";
import { sumPayment } from "../../ledger/journal.repo.ts";
import { checkInvariants } from "../checking/check-invariants.ts";

let harness: LogFixture["harness"];
let merchant: LogFixture["merchant"];
let actor: LogFixture["actor"];
let newHash: LogFixture["newHash"];
let newAddress: LogFixture["newAddress"];
let height: LogFixture["height"];
let makePayers: LogFixture["makePayers"];
let read: LogFixture["read"];
let leave: LogFixture["leave"];
let confirm: LogFixture["confirm"];
let rowsOf: LogFixture["rowsOf"];
let expectLogs: LogFixture["expectLogs"];
let paidBy: LogFixture["paidBy"];
let expectPaid: LogFixture["expectPaid"];
let attach: LogFixture["attach"];
beforeAll(async () => {
  const fixture = await openLogFixture();
  ({ harness, merchant, actor, newHash, newAddress, height, makePayers, read, leave, confirm } = fixture);
  ({ rowsOf, expectLogs, paidBy, expectPaid, attach } = fixture);
});
afterEach(async () => expect(await checkInvariants(harness.db)).toEqual([]));
afterAll(() => harness.close());

describe.each(["page", "one by one"] as const)("a transaction with several transfers that is read %s", (way) => {
  it.each([
    { how: "shifted up", first: 2 },
    { how: "shifted down", first: -2 },
    { how: "shifted far", first: 40 },
    { how: "at the same places", first: 0 },
  ])("pays the same payments in another block, $how", async ({ first }) => {
    const made = await makePayers(5);
    const [txHash, start] = [newHash(), height()];
    await read(
      way,
      txHash,
      made.map(({ log }) => log),
      { first: 4 },
    );
    await confirm();
    await expectPaid(made);
    await leave(start);
    await expectLogs(
      await read(
        way,
        txHash,
        made.map(({ log }) => log),
        { first: 4 + first },
      ),
    );
    await confirm();
    await expectPaid(made);
  });

  it("pays the same payments of one rent in whatever order the logs come back, also twice", async () => {
    const made = await makePayers(4, 145_000);
    const [txHash, start] = [newHash(), height()];
    await read(
      way,
      txHash,
      made.map(({ log }) => log),
    );
    for (const order of [made.toReversed(), [...made.slice(1), ...made.slice(0, 1)]]) {
      await leave(start);
      await expectLogs(
        await read(
          way,
          txHash,
          order.map(({ log }) => log),
          { first: 2 },
        ),
      );
      await confirm();
      await expectPaid(made);
    }
    expect(await harness.db.$count(transfers, eq(transfers.txHash, txHash))).toBe(4);
  });

  it("leaves a payment unpaid whose authorization failed in the new block, until its money comes later", async () => {
    const made = await makePayers(4);
    const [txHash, start] = [newHash(), height()];
    await read(
      way,
      txHash,
      made.map(({ log }) => log),
    );
    await confirm();
    await leave(start);
    const back = made.filter((_, index) => index !== 1);
    await expectLogs(
      await read(
        way,
        txHash,
        back.map(({ log }) => log),
      ),
    );
    await confirm();
    await expectPaid(back);
    const lost = made[1];
    if (!lost) throw new Error("Four were made");
    expect([...(await paidBy([lost.payment.id])).values()]).toEqual(["pending"]);
    await leave(start);
    await expectLogs(
      await read(
        way,
        txHash,
        made.map(({ log }) => log),
        { first: 1 },
      ),
    );
    await confirm();
    await expectPaid(made);
    expect(await harness.db.$count(transfers, eq(transfers.txHash, txHash))).toBe(4);
  });

  it("keeps people's decisions with the money they were made on", async () => {
    const made = await makePayers(2);
    const from = newAddress("stranger");
    const unknown = (payer: Payers[number] | undefined): Moved => ({
      from,
      to: merchant.wallet,
      usdcUnits: payer?.log.usdcUnits ?? 0n,
      binding: null,
    });
    const logs = [unknown(made[0]), unknown(made[1]), { ...unknown(made[0]), usdcUnits: 7_000_000n }];
    const [txHash, start] = [newHash(), height()];
    await read(way, txHash, logs);
    const [first, second, third] = await rowsOf(txHash);
    await attach(first?.id ?? "", made[0]?.payment.id ?? "");
    await attach(second?.id ?? "", made[1]?.payment.id ?? "");
    await harness.db
      .update(transfers)
      .set({ setAsideAt: harness.clock.now() })
      .where(eq(transfers.id, third?.id ?? ""));
    await confirm();
    await leave(start);
    await expectLogs(await read(way, txHash, logs.toReversed(), { first: 2 }));
    await confirm();
    expect(await rowsOf(txHash)).toMatchObject([
      { id: third?.id, usdcUnits: 7_000_000n, paymentId: null, setAsideAt: harness.clock.now() },
      { id: second?.id, paymentId: made[1]?.payment.id, boundBy: "admin" },
      { id: first?.id, paymentId: made[0]?.payment.id, boundBy: "admin" },
    ]);
    expect([...(await paidBy(made.map(({ payment }) => payment.id))).values()]).toEqual([from, from]);
  });

  it("keeps a decision on one of two equal transfers when only one comes back", async () => {
    const [payer] = await makePayers(1);
    const log = { from: newAddress("twin"), to: merchant.wallet, usdcUnits: payer?.log.usdcUnits ?? 0n, binding: null };
    const [txHash, start] = [newHash(), height()];
    await read(way, txHash, [log, log]);
    const [, second] = await rowsOf(txHash);
    await attach(second?.id ?? "", payer?.payment.id ?? "");
    await leave(start);
    await expectLogs(await read(way, txHash, [log]));
    expect(await rowsOf(txHash)).toMatchObject([{ id: second?.id, paymentId: payer?.payment.id }]);
    await leave(start);
    await expectLogs(await read(way, txHash, [log, log], { first: 2 }));
    expect(await harness.db.$count(transfers, eq(transfers.txHash, txHash))).toBe(2);
  });

  it("counts refunds from the same rows while payments move past them", async () => {
    const made = await makePayers(2);
    const paid = newHash();
    await read(
      way,
      paid,
      made.map(({ log }) => log),
    );
    await confirm();
    const start = height();
    const outgoing: Moved[] = [];
    for (const { payment, log } of made) {
      const wish = { paymentId: payment.id, merchantId: merchant.id, createdBy: actor.userId, usdcUnits: log.usdcUnits };
      const refund = await makeRefund(harness.db, wish);
      outgoing.push({
        from: merchant.wallet,
        to: refund.toAddress,
        usdcUnits: log.usdcUnits,
        binding: { hash: refund.binding, by: "calldata" },
      });
    }
    const txHash = newHash();
    await read(way, txHash, outgoing);
    await confirm();
    const before = await rowsOf(txHash);
    expect(before.map(({ givenBackAt }) => givenBackAt !== null)).toEqual([true, true]);
    await leave(start);
    await expectLogs(await read(way, txHash, outgoing.toReversed(), { first: 2 }));
    await confirm();
    const after = await rowsOf(txHash);
    expect(after.map(({ id, refundId }) => [id, refundId])).toEqual(before.toReversed().map(({ id, refundId }) => [id, refundId]));
    expect(after.map(({ givenBackAt }) => givenBackAt !== null)).toEqual([true, true]);
  });

  it("survives a kill between reading and recording", async () => {
    const made = await makePayers(3);
    const [txHash, start] = [newHash(), height()];
    await read(
      way,
      txHash,
      made.map(({ log }) => log),
    );
    await leave(start);
    const back = made.toReversed().map(({ log }) => log);
    await read(way, txHash, back, { first: 2, isKilled: true });
    await expectLogs(await read(way, txHash, back, { first: 2 }));
    await confirm();
    await expectPaid(made);
  });

  it("moves to another block without an announced reorganisation, and pays the same payments", async () => {
    const made = await makePayers(3);
    const txHash = newHash();
    await read(
      way,
      txHash,
      made.map(({ log }) => log),
    );
    await confirm();
    await expectLogs(
      await read(
        way,
        txHash,
        made.toReversed().map(({ log }) => log),
      ),
    );
    await confirm();
    await expectPaid(made);
  });
});

/** `npm run prove moved` sets more of both. */
const batched = Number(process.env["MOVED_PAYMENTS"] ?? 50);
const kills = Number(process.env["MOVED_KILLS"] ?? 12);

it(`pays the same ${batched} payments when a batch comes back in another order, twice, with one missing`, async () => {
  const made = await makePayers(batched);
  const [txHash, start] = [newHash(), height()];
  await read(
    "page",
    txHash,
    made.map(({ log }) => log),
  );
  await confirm();
  const shuffled = made.toSorted((left, right) => left.payment.binding.localeCompare(right.payment.binding));
  for (const [turn, order] of [shuffled, shuffled.toReversed().slice(1)].entries()) {
    await leave(start);
    await expectLogs(
      await read(
        "page",
        txHash,
        order.map(({ log }) => log),
        { first: turn + 1 },
      ),
    );
    await confirm();
    await expectPaid(order);
  }
  const [missing] = shuffled.toReversed();
  expect([...(await paidBy([missing?.payment.id ?? ""])).values()]).toEqual(["pending"]);
});

it(`pays everybody to the unit through ${kills} kills, while their batches leave the chain and come back in any order`, async () => {
  const random = createRandom(64);
  const batches: { txHash: `0x${string}`; payers: Payers }[] = [];
  const shuffled = (payers: Payers) => payers.toSorted(() => random.between(0, 1) - 0.5);
  const readAgain = async ({ txHash, payers }: (typeof batches)[number]) => {
    // A failing authorization leaves its payer out of this block, until the transaction is replaced again.
    const logs = shuffled(payers)
      .slice(random.between(0, 2))
      .map(({ log }) => log);
    const place = { first: random.between(0, 9) };
    await read("page", txHash, logs, { ...place, isKilled: true });
    await read(random.chance(0.8) ? "page" : "one by one", txHash, logs, place);
  };
  const start = height();
  for (let kill = 0; kill < kills; kill++) {
    if (batches.length < 10) batches.push({ txHash: newHash(), payers: await makePayers(10, random.chance(0.5) ? 145_000 : undefined) });
    const batch = batches[random.between(0, batches.length - 1)];
    // In 70 % of cases everything from one batch on leaves the chain. Otherwise that batch simply appears in another block.
    const lowest = batch && random.chance(0.7) ? await blockOfTransaction(batch.txHash) : null;
    if (lowest !== null) await leave(lowest - 1n);
    if (batch) await readAgain(batch);
    if (random.chance(0.5)) await confirm();
  }
  await leave(start);
  for (const { txHash, payers } of batches)
    await expectLogs(
      await read(
        "page",
        txHash,
        shuffled(payers).map(({ log }) => log),
      ),
    );
  await confirm();
  const everybody = batches.flatMap(({ payers }) => payers);
  expect(everybody).toHaveLength(10 * Math.min(10, kills));
  await expectPaid(everybody);
  const due = everybody.reduce((sum, { log }) => sum + log.usdcUnits, 0n);
  const ids = everybody.map(({ payment }) => payment.id);
  const sums = await Promise.all(ids.map((id) => sumPayment(harness.db, id)));
  expect(sums.reduce((sum, { creditedUnits }) => sum + creditedUnits, 0n)).toBe(due);
});

/** Block of a transaction; null when none holds it now. */
async function blockOfTransaction(txHash: `0x${string}`): Promise<bigint | null> {
  const [row] = await rowsOf(txHash);
  return row?.blockNumber ?? null;
}
