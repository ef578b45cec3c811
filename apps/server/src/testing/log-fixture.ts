import { networks } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { makeAddress, makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment, type PaymentRow } from "@hearth/db/testing/payment-factories";
import { makeChainCursor } from "@hearth/db/testing/record-factories";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { expect } from "vitest";
import { findCursor, lockCursor, moveCursor } from "../features/ledger/chain-cursor.repo.ts";
import { insertRowlessMoney } from "../features/ledger/journal.repo.ts";
import { listNotGivenBack } from "../features/ledger/refunds.repo.ts";
import { listPayingTransfers, listUncounted, type TransferRow } from "../features/ledger/transfers.repo.ts";
import { attachTransfer } from "../features/payments/unmatched/attach-transfer.ts";
import { type Asked, countPayments, countRefundTransfer } from "../features/settlement/counting/count-transfer.ts";
import { addUp, recordTransfer } from "../features/settlement/recording/record-transfer.ts";
import { recordTransfers } from "../features/settlement/recording/record-transfers.ts";
import { rollBackTo } from "../features/settlement/recording/undo-transfers.ts";
import { loadWatchedWallets } from "../features/settlement/recording/watched-wallets.ts";
import type { Actor } from "../trpc/context.ts";
import { startHarness } from "./harness.ts";

const { chainId, usdc } = networks.local;
const origin = { requestId: "x", ip: "", userAgent: null };

/** A transfer's log, before it is in a block. */
export type Moved = Pick<ObservedTransfer, "from" | "to" | "usdcUnits" | "binding">;

/** Records a block's logs together, or one by one. */
export type Way = "page" | "one by one";

/** Unpaid payments, each with a log that would pay it. */
export type Payers = { payment: PaymentRow; log: Moved }[];

export type LogFixture = Awaited<ReturnType<typeof openLogFixture>>;

/** A merchant without a chain. Tests place transactions with several logs into blocks. */
export async function openLogFixture() {
  const harness = await startHarness();
  const { owner, merchant: made, payee } = await makeMerchant(harness.db);
  const merchant = { id: made.id, wallet: payee?.address ?? ("0x" as const) };
  const authenticatedAt = harness.clock.now();
  const actor: Actor = {
    userId: owner.id,
    role: "admin",
    staffRole: null,
    isReadOnly: false,
    kind: "admin",
    sessionId: "",
    authenticatedAt,
  };
  const wallets = await loadWatchedWallets(harness.db, harness.clock.now());
  let height = 100n;
  let serial = 0;
  await makeChainCursor(harness.db, { blockNumber: height });

  const newHash = () => `0x${(serial += 1).toString(16).padStart(64, "a")}` as const;

  async function makePayers(count: number, amountCents?: number): Promise<Payers> {
    const made: Payers = [];
    let consumer = await makeUser(harness.db);
    for (let index = 0; index < count; index++) {
      // A tenant has one open checkout per amount.
      if (amountCents !== undefined) consumer = await makeUser(harness.db);
      const place = { consumerId: consumer.id, merchantId: merchant.id, createdAt: harness.clock.now() };
      const payment = await makePayment(harness.db, { ...place, amountCents: amountCents ?? 10_000 + (serial += 1) });
      made.push({ payment, log: pays(payment, makeAddress("payer", (serial += 1))) });
    }
    return made;
  }

  function pays({ binding, amountCents }: { binding: `0x${string}`; amountCents: number }, from: `0x${string}`): Moved {
    return { from, to: merchant.wallet, usdcUnits: centsToUsdcUnits(amountCents), binding: { hash: binding, by: "authorization" } };
  }

  /** Reads a block with one transaction, whose logs are numbered from `first` on. */
  async function read(
    way: Way,
    txHash: `0x${string}`,
    logs: readonly Moved[],
    { first = 0, isKilled = false } = {},
  ): Promise<ObservedTransfer[]> {
    height += 1n;
    const place = { chainId, txHash, token: usdc.address, blockNumber: height, blockHash: newHash(), blockTime: harness.clock.now() };
    const observed = logs.map((log, index) => ({ ...place, ...log, logIndex: first + index * 2 }));
    const record = () =>
      harness.db.transaction(async (tx) => {
        await lockCursor(tx, chainId);
        const now = harness.clock.now();
        if (way === "page")
          await insertRowlessMoney(tx, (await recordTransfers(tx, harness.deps.network, observed, wallets, now)).unkept, now);
        else
          for (const log of observed) {
            const recorded = await recordTransfer(tx, harness.deps.network, log, wallets, now);
            if (recorded.kind === "unkept") await insertRowlessMoney(tx, addUp(recorded.money), now);
          }
        const { blockNumber: number, blockHash: hash, blockTime: time } = place;
        await moveCursor(tx, chainId, { number, hash, parentHash: hash, time }, 0n, now);
        if (isKilled) throw new Error("Killed");
      });
    if (isKilled) await expect(record()).rejects.toThrow("Killed");
    else await record();
    return observed;
  }

  /** Removes all blocks above a height. */
  async function leave(above: bigint) {
    const cursor = await findCursor(harness.db, chainId);
    const hash = newHash();
    if (cursor) await rollBackTo(harness.deps, cursor, { number: above, hash, parentHash: hash, time: harness.clock.now() });
  }

  /** Makes everything seen so far deep enough, and counts it. */
  async function confirm() {
    height += 2n;
    const hash = newHash();
    await harness.db.transaction((tx) =>
      moveCursor(tx, chainId, { number: height, hash, parentHash: hash, time: harness.clock.now() }, 0n, harness.clock.now()),
    );
    const viewOf = ({ blockHash }: TransferRow) => ({ head: height, safe: height, canonicalHash: blockHash });
    const asked = new Map<string, Asked[]>();
    for (const { paymentId } of await listUncounted(harness.db, chainId)) {
      if (paymentId === null) continue;
      const paying = await listPayingTransfers(harness.db, paymentId);
      asked.set(
        paymentId,
        paying.map((transfer) => ({ transfer, view: viewOf(transfer) })),
      );
    }
    await countPayments(harness.deps, asked);
    for (const transfer of await listNotGivenBack(harness.db, chainId)) await countRefundTransfer(harness.deps, transfer, viewOf(transfer));
  }

  const rowsOf = (txHash: `0x${string}`) =>
    harness.db
      .select()
      .from(transfers)
      .where(and(eq(transfers.txHash, txHash), isNull(transfers.reorgedAt)))
      .orderBy(asc(transfers.logIndex));

  /** Expects the rows of a transaction to equal its logs, each with one row. */
  async function expectLogs(observed: ObservedTransfer[]) {
    const rows = await rowsOf(observed[0]?.txHash ?? "0x");
    const facts = rows.map(({ logIndex, fromAddress, toAddress, usdcUnits, binding, blockHash }) => ({
      logIndex,
      from: fromAddress,
      to: toAddress,
      usdcUnits,
      binding,
      blockHash,
    }));
    expect(facts).toEqual(
      observed.map(({ logIndex, from, to, usdcUnits, binding, blockHash }) => ({
        logIndex,
        from,
        to,
        usdcUnits,
        binding: binding?.hash ?? null,
        blockHash,
      })),
    );
  }

  /** The status of each payment, or the sender of the money where it is completed. */
  async function paidBy(ids: string[]) {
    const rows = await harness.db
      .select({ id: payments.id, status: payments.status, from: transfers.fromAddress })
      .from(payments)
      .leftJoin(transfers, eq(transfers.id, payments.transferId))
      .where(inArray(payments.id, ids));
    return new Map(rows.map(({ id, status, from }) => [id, status === "completed" ? from : status]));
  }

  const expectPaid = async (made: Payers) =>
    expect(await paidBy(made.map(({ payment }) => payment.id))).toEqual(new Map(made.map(({ payment, log }) => [payment.id, log.from])));

  /** Assigns a transfer to a payment as an administrator. */
  async function attach(transferId: string, paymentId: string) {
    const decision = { transferId, paymentId, actor, origin, reason: "It is theirs", merchantId: null };
    await harness.db.transaction((tx) => attachTransfer(harness.deps, tx, decision));
  }

  return {
    harness,
    merchant,
    actor,
    newHash,
    makePayers,
    read,
    leave,
    confirm,
    rowsOf,
    expectLogs,
    paidBy,
    expectPaid,
    attach,
    /** An address that nobody else has. */
    newAddress: (word: string) => makeAddress(word, (serial += 1)),
    /** The height of the newest block. */
    height: () => height,
  };
}
