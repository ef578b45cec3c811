import { networks } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { topUps } from "@hearth/db/schema/top-ups";
import { makeOnrampOrder } from "@hearth/db/testing/exchange-factories";
import { makeAddress, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { makePayment, type PaymentRow } from "@hearth/db/testing/payment-factories";
import { makeCharge, makeLease } from "@hearth/db/testing/rent-factories";
import type { OnrampTransaction } from "@hearth/exchange/provider";
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Deps } from "../deps.ts";
import { markOrdersDue } from "../features/ledger/onramp-orders.repo.ts";
import { topUpPayment } from "../features/payments/checkout/top-up-payment.ts";
import { followOrders } from "../features/payments/onramp/follow-orders.ts";
import { relayAuthorizations } from "../features/payments/relay/relay-authorizations.ts";
import { allocateWaiting } from "../features/rent/charges/allocate-leases.ts";
import { watchChain } from "../features/settlement/reading/watch-chain.ts";
import type { Actor } from "../trpc/context.ts";
import { cent, type Log, Model } from "./ledger-model.ts";
import type { ModelTransaction, Moved } from "./model-chain.ts";
import {
  attach,
  authorize,
  beginRefund,
  cancel,
  changeRelayer,
  decide,
  file,
  nameWallet,
  place,
  poison,
  reorganise,
  sendBack,
} from "./settlement-acts.ts";
import { ScheduledPayments } from "./settlement-scheduled.ts";
import { hundredthsOf, type Sender, type Setting, type Step, type Turn } from "./settlement-steps.ts";
import { Killed, type Landlord, origin, type Scene, type World } from "./settlement-world.ts";

type Address = `0x${string}`;
const { dustFloorUnits } = networks.local;
const onrampWallet = makeAddress("onramp");
const leaseChargeCents = 6_000;
const hourMs = 3_600_000;

/** One history: runs the same steps on the model and on the product. */
export class History implements Scene {
  readonly model: Model;
  readonly landlord: Landlord;
  /** The height at which it begins. */
  readonly start: bigint;
  leaseId = "";
  chargeId = "";
  /** Failures of the product's jobs, of which there should be none. */
  readonly failures: string[] = [];
  readonly world: World;
  readonly setting: Setting;
  readonly deps: Deps;
  /** The blocks that the product has read, the lowest first. */
  private readonly read: { number: bigint; hash: Address }[] = [];
  /** Logs that left the chain, with their last state, by key. */
  private readonly known = new Map<string, Log>();
  private readonly meant = new Map<string, Pick<Log, "ownWalletFor" | "orderFor">>();
  private readonly bindings = new Map<string, number>();
  private readonly orders: string[] = [];
  /** The amounts of the top-ups, in cents. */
  private readonly asked = new Set<number>();
  private readonly payers: { id: string; wallet: Address; unproven: Address }[] = [];
  private exchange: Address = "0x";
  readonly scheduled: ScheduledPayments;
  hasRelays = false;
  /** The newest block when the jobs ran last, and whether a person or a provider has decided something since. */
  private worked = "";
  hasDecided = false;

  constructor(world: World, setting: Setting) {
    this.world = world;
    this.setting = setting;
    this.deps = world.harness.deps;
    this.landlord = setting.isAtExchange ? world.landlordAtExchange : world.landlord;
    this.model = new Model(this.landlord.wallet);
    this.start = world.chain.head.number;
    this.scheduled = new ScheduledPayments(this);
  }

  /** Two room-mates: the first has a lease, one payment for it and one without a lease. The second has one payment. */
  async begin(): Promise<void> {
    const { harness, chain } = this.world;
    const { db, clock } = harness;
    // Windows end with an hour, so a history must always begin at the same minute to repeat exactly.
    clock.set(new Date(Math.ceil(clock.now().getTime() / hourMs) * hourMs + ((this.setting.amounts[0] ?? 0) % 60) * 60_000));
    this.model.head = this.start;
    this.deps.relayer = chain.relayer(makeAddress("relayer"));
    for (let index = 0; index < 2; index++) {
      const { id } = await makeUser(db);
      const { address } = await makeWallet(db, { userId: id });
      this.payers.push({ id, wallet: address, unproven: makeAddress("unproven", this.world.next()) });
    }
    const [first, second] = this.payers;
    if (!first || !second) return;
    this.exchange = (await makeWallet(db, { userId: first.id, kind: "exchange", provenAt: null })).address;
    this.model.exchanges.add(this.exchange);
    const { id: merchantId, ownerId: createdBy } = this.landlord;
    const lease = await makeLease(db, { merchantId, createdBy, tenantId: first.id, partPayments: this.setting.acceptsParts });
    this.leaseId = lease.id;
    this.chargeId = (await makeCharge(db, { leaseId: lease.id, cents: leaseChargeCents })).id;
    for (const [index, amountCents] of this.setting.amounts.entries()) {
      const payer = index < 2 ? first : second;
      const row = await makePayment(db, { consumerId: payer.id, merchantId, createdAt: clock.now(), amountCents });
      const isForLease = index === 0;
      this.model.payments.push({
        row,
        proven: [payer.wallet],
        named: null,
        lease: isForLease ? 0 : null,
        countsShort: isForLease && this.setting.acceptsParts,
        isPoisoned: false,
      });
      this.bindings.set(row.binding, index);
      if (isForLease) await db.insert(leaseCredits).values({ leaseId: lease.id, kind: "payment", paymentId: row.id, createdBy: payer.id });
    }
  }

  async live({ step, isKilled, isAway }: Turn): Promise<void> {
    await this.act(step);
    // The order in which two onramp orders of a payment are read is undefined, so at most one waits to be named.
    if (!isAway || step.kind === "order" || step.kind === "cancel") await this.work(isKilled);
  }

  private async act(step: Step): Promise<void> {
    switch (step.kind) {
      case "pay": {
        const { row } = this.payment(step.payment);
        return this.mine([this.incoming(step.payment, step.by, unitsOf(row, step.share), { hash: row.binding, by: "calldata" })]);
      }
      case "batch": {
        const moves = step.shares.map((share, index) => {
          const { row } = this.payment(index);
          return this.incoming(index, step.by, unitsOf(row, share), { hash: row.binding, by: "authorization" });
        });
        return this.mine(moves, { firstIndex: step.firstIndex });
      }
      case "topUp":
        return this.topUp(step);
      case "stranger":
        return this.mine([this.incoming(step.payment, "stranger", unitsOf(this.payment(step.payment).row, step.share), null)]);
      case "order":
        return this.order(step);
      case "dust":
        return this.mine([this.incoming(0, "stranger", dustFloorUnits - 1n, null)]);
      case "spend":
        return this.mine([this.outgoing(makeAddress("shop"), step.units, null)]);
      case "begin":
        return beginRefund(this, { ...step, payment: this.completed(step.payment) });
      case "name":
        return nameWallet(this, step.payment);
      case "sendBack":
        return sendBack(this, step.log);
      case "giveBack": {
        const { row } = this.model.refunds[step.refund % Math.max(1, this.model.refunds.length)] ?? {};
        if (!row) return;
        return this.mine([this.outgoing(row.toAddress, hundredthsOf(row.usdcUnits, step.share), { hash: row.binding, by: "calldata" })]);
      }
      case "cancel":
        return cancel(this, step.refund);
      case "attach":
        return attach(this, step.payment);
      case "file":
        return file(this, this.completed(step.payment), step.share);
      case "decide":
        return decide(this, step.dispute, step.share);
      case "place":
        return place(this, step.isHere);
      case "poison":
        return poison(this, step.payment);
      case "authorize":
        return authorize(this, step.payment);
      case "relayer":
        return changeRelayer(this, step.change);
      case "away":
        return this.world.harness.clock.advance({ hours: step.hours });
      case "confirm":
        await this.mine([]);
        return this.mine([]);
      case "reorganise":
        return reorganise(this, step);
      case "sign":
      case "wait":
      case "emptyWallet":
      case "carry":
      case "cancelOnChain":
      case "cancelPayment":
      case "endAutopay":
        return this.scheduled.act(step);
    }
  }

  payment(index: number) {
    const payment = this.model.payments[index];
    if (!payment) throw new Error("There is no such payment");
    return payment;
  }

  /** A completed payment, where there is one. */
  private completed(choice: number): number {
    const completed = [...this.model.payments.keys()].filter((index) => this.model.credited(index) > 0n);
    return completed[choice % Math.max(1, completed.length)] ?? choice;
  }

  payerOf(index: number) {
    const payer = this.payers[index < 2 ? 0 : 1];
    if (!payer) throw new Error("There is no such payer");
    return payer;
  }

  private incoming(payment: number, by: Sender, usdcUnits: bigint, binding: Moved["binding"]): Moved {
    const payer = this.payerOf(payment);
    const senders = {
      own: () => payer.wallet,
      unproven: () => payer.unproven,
      mate: () => this.payerOf(payment < 2 ? 2 : 0).wallet,
      stranger: () => makeAddress("stranger", this.world.next()),
      exchange: () => this.exchange,
    };
    return { from: senders[by](), to: this.landlord.wallet, usdcUnits, binding };
  }

  private outgoing(to: Address, usdcUnits: bigint, binding: Moved["binding"]): Moved {
    return { from: this.landlord.wallet, to, usdcUnits, binding };
  }

  /** Mines a block with the transfers, if any, and with pending transactions of relayers. */
  private mine(moves: Moved[], { firstIndex = 0, hash = this.world.chain.newHash() }: Partial<ModelTransaction> = {}): Promise<void> {
    return Promise.resolve(this.mineAll(moves.length === 0 ? [] : [{ hash, moves, firstIndex }]));
  }

  mineAll(transactions: ModelTransaction[]): void {
    const { chain, harness } = this.world;
    const { clock } = harness;
    const { time } = chain.mine([...transactions, ...chain.takePool()], clock.now());
    // Block times are whole seconds, and the server's times lie between them.
    if (clock.now() < time) clock.set(time);
    clock.advance({ milliseconds: 2_300 });
  }

  /** Runs every settlement job until nothing is left to do, and updates the model. */
  async work(isKilled = false): Promise<void> {
    const { hash } = this.world.chain.head;
    // Without a new block there is only work after a decision.
    if (hash === this.worked && !this.hasDecided) return;
    this.worked = hash;
    this.hasDecided = false;
    const isScheduled = this.scheduled.hasLive;
    if (isScheduled && this.setting.isSentByTwo) await this.attempt("sendScheduledPayments", () => this.scheduled.send(1));
    await this.attempt("watchChain", () => this.watch(), isKilled);
    this.readChain();
    this.model.confirm();
    for (const userRef of this.orders) await markOrdersDue(this.deps.db, { userRef }, this.deps.clock.now());
    if (this.orders.length > 0) {
      await this.attempt("followOrders", async () => {
        while (await followOrders(this.deps));
      });
      for (const userRef of this.orders)
        this.model.nameDelivered((this.world.purchases.get(userRef) ?? []).flatMap(({ txHash }) => txHash ?? []));
    }
    if (isScheduled) await this.attempt("sendScheduledPayments", () => this.scheduled.send(this.setting.isSentByTwo ? 2 : 1), isKilled);
    if (this.hasRelays) await this.attempt("relayAuthorizations", () => relayAuthorizations(this.deps));
    if (isScheduled) await this.allocate();
  }

  /** Makes everything deep enough, runs the jobs, and allocates the money. */
  async settle(): Promise<void> {
    this.mineAll([]);
    await this.pass(2);
    // The next poll counts what the provider has named in this one.
    if (this.orders.length > 0) await this.pass(2);
    await this.allocate();
  }

  private allocate(): Promise<void> {
    return this.attempt("allocateWaiting", async () => {
      while ((await allocateWaiting(this.deps)) > 0);
    });
  }

  private async watch(): Promise<void> {
    while ((await watchChain(this.deps)).more);
  }

  /** Runs a job. With `isKilled`, first runs it in a process that is killed in the middle. */
  private async attempt(job: string, work: () => Promise<unknown>, isKilled = false): Promise<void> {
    try {
      if (isKilled) {
        this.world.killNext(true);
        await work().catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
        this.world.killNext(false);
      }
      await work();
    } catch (error) {
      this.failures.push(
        `${job}: ${error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : "failed"}`,
      );
    }
  }

  /** Updates the model with what the product has read. */
  private readChain(): void {
    const { blocks, head } = this.world.chain;
    const standing = new Set(blocks.filter(({ number }) => number > this.start).map(({ hash }) => hash));
    const gone = this.read.filter(({ hash }) => !standing.has(hash));
    const lowest = gone[0]?.number;
    if (lowest !== undefined) {
      const left = this.model.chain.filter(({ observed }) => observed.blockNumber >= lowest);
      this.model.cut(left.length);
      for (const log of left) this.known.set(log.key, log);
      this.read.splice(this.read.length - gone.length);
    }
    const last = this.read.at(-1)?.number ?? this.start;
    for (const block of blocks.slice(Number(last - (blocks[0]?.number ?? 0n)) + 1)) {
      this.read.push({ number: block.number, hash: block.hash });
      for (const observed of block.logs) this.model.see(this.logOf(observed));
    }
    this.model.head = head.number;
  }

  private logOf(observed: ObservedTransfer): Log {
    const key = keyOf(observed);
    const before = this.known.get(key);
    const hash = observed.binding?.hash ?? "";
    // The payment of a signature may have been opened since.
    if (before) return { ...before, observed, payment: before.payment ?? this.bindings.get(hash) ?? null };
    const refund = this.model.refunds.findIndex(({ row }) => row.binding === hash);
    const isKept = observed.to === this.landlord.wallet && observed.usdcUnits >= dustFloorUnits;
    return {
      key,
      observed,
      payment: this.bindings.get(hash) ?? null,
      refund: refund < 0 ? null : refund,
      verdict: isKept ? "unmatched" : null,
      ...this.meant.get(key),
      namedBy: null,
      isCounted: false,
    };
  }

  openedFor(row: PaymentRow, nonce: string): number {
    const index = this.model.payments.length;
    const { wallet } = this.payerOf(index);
    this.model.payments.push({ row, proven: [wallet], named: null, lease: 1, countsShort: false, isPoisoned: false });
    this.bindings.set(nonce, index);
    for (const log of this.model.chain.filter(({ observed }) => observed.binding?.hash === nonce)) this.model.name(log, index, null);
    return index;
  }

  private mineMeant(moved: Moved, meant: Pick<Log, "ownWalletFor" | "orderFor">): Promise<void> {
    const hash = this.world.chain.newHash();
    this.meant.set(keyOf({ ...moved, txHash: hash }), meant);
    return this.mine([moved], { hash });
  }

  /** Opens a checkout for the missing amount, and pays a share of it. From the payer's own wallet, pays it exactly. */
  private async topUp({ payment, share, isByWallet, by }: Extract<Step, { kind: "topUp" }>): Promise<void> {
    const missing = this.model.missing(payment);
    if (missing === 0n) return;
    const { id, wallet } = this.payerOf(payment);
    const { row } = this.payment(payment);
    const wish = { procedure: "payments.topUp" as const, scope: id, actorId: id, key: null };
    const { checkoutURL } = await topUpPayment(this.deps, { payment: row, ...wish });
    const [topUp] = await this.deps.db
      .select()
      .from(topUps)
      .where(eq(topUps.reference, checkoutURL.split("/").at(-1) ?? ""));
    if (!topUp) throw new Error("The top-up was not kept");
    const units = BigInt(topUp.amountCents) * cent;
    // The least amount of a checkout is a cent.
    expect(units >= missing && units - cent < missing).toBe(true);
    // With two checkouts of the same amount, the payment would be ambiguous.
    const isOnlyOne = !this.asked.has(topUp.amountCents) && !this.setting.amounts.includes(topUp.amountCents);
    this.asked.add(topUp.amountCents);
    this.bindings.set(topUp.binding, payment);
    if (isByWallet && isOnlyOne)
      return this.mineMeant({ ...this.incoming(payment, "own", units, null), from: wallet }, { ownWalletFor: payment });
    return this.mine([this.incoming(payment, by, hundredthsOf(units, share), { hash: topUp.binding, by: "calldata" })]);
  }

  /** Somebody buys USDC for a payment at the onramp. It delivers a share of the order, once or twice, from a wallet of its own. */
  private async order({ payment, share, isTwice }: Extract<Step, { kind: "order" }>): Promise<void> {
    const { row } = this.payment(payment);
    const { userRef } = await makeOnrampOrder(this.deps.db, {
      paymentId: row.id,
      nextLookAt: this.deps.clock.now(),
      createdAt: this.deps.clock.now(),
    });
    this.orders.push(userRef);
    const bought: OnrampTransaction[] = [];
    for (let time = 0; time < (isTwice ? 2 : 1); time++) {
      const moved = { from: onrampWallet, to: this.landlord.wallet, usdcUnits: unitsOf(row, share), binding: null };
      await this.mineMeant(moved, { orderFor: payment });
      const [transaction] = this.world.chain.head.transactions;
      const txHash = transaction?.hash ?? null;
      bought.unshift({ id: `${userRef} ${time}`, state: "succeeded", txHash, destination: this.landlord.wallet });
    }
    this.world.purchases.set(userRef, bought);
  }

  get refunder() {
    return { merchantId: this.landlord.id, actor: this.actor(this.landlord.ownerId, "admin"), origin };
  }

  actor(userId: string, role: Actor["role"]): Actor {
    const kind = role === "admin" ? ("admin" as const) : ("auth" as const);
    return { userId, role, staffRole: null, isReadOnly: false, kind, sessionId: "", authenticatedAt: this.deps.clock.now() };
  }

  /** Repairs the payments whose counting failed. Returns true where there were any. */
  async heal(): Promise<boolean> {
    const poisoned = this.model.payments.filter(({ isPoisoned }) => isPoisoned);
    if (poisoned.length === 0) return false;
    for (const payment of poisoned) payment.isPoisoned = false;
    await this.deps.db.execute(sql`delete from poisoned`);
    // Repeated failures wait for ten minutes at most.
    await this.pass(601);
    return true;
  }

  /** Advances the time until a new block, and runs the jobs. */
  async pass(seconds: number): Promise<void> {
    this.world.harness.clock.advance({ seconds });
    this.mineAll([]);
    await this.work();
  }

  /** Advances the time past the end of all scheduled payments. */
  async passDays(): Promise<void> {
    const left = this.scheduled.end.getTime() - this.world.harness.clock.now().getTime();
    if (left > 0) await this.pass(Math.ceil(left / 1_000));
  }
}

/** Identifies a transfer by transaction and contents. */
function keyOf({ txHash, from, to, usdcUnits, binding }: Moved & Pick<ObservedTransfer, "txHash">): string {
  return [txHash, from, to, usdcUnits, binding?.hash ?? ""].join(" ");
}

function unitsOf({ amountCents }: { amountCents: number }, hundredths: number): bigint {
  return hundredthsOf(BigInt(amountCents) * cent, hundredths);
}
