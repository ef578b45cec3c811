import type { SignedTransferAuthorization } from "@hearth/chain/usdc";
import { charges } from "@hearth/db/schema/charges";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { notifications } from "@hearth/db/schema/notifications";
import { payments } from "@hearth/db/schema/payments";
import { setAside } from "@hearth/db/schema/set-aside";
import { makeCharge, makeLease } from "@hearth/db/testing/rent-factories";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { dayAfter, dayIn, startOfDay } from "@hearth/domain/rent/calendar";
import { asc, eq, inArray } from "drizzle-orm";
import { checkScheduledPayments } from "../features/autopay/check-scheduled-payments.ts";
import { sendScheduledPayments } from "../features/autopay/send-scheduled-payments.ts";
import { expirePayment } from "../features/payments/checkout/end-payment.ts";
import { cent } from "./ledger-model.ts";
import type { ScheduledStep } from "./settlement-steps.ts";
import type { Scene } from "./settlement-world.ts";

/** The index of a payment of the room-mate who signs scheduled payments. */
const signer = 2;
const hourMs = 3_600_000;
const signature = `0x${"1".repeat(130)}` as const;

/** A scheduled payment, with everything that is known of it independently of the product. */
export interface Scheduled {
  /** Its row's id. Signing the same terms again gives the same row. */
  id: string;
  chargeId: string;
  period: string;
  authorization: SignedTransferAuthorization;
  /** Its index among the model's payments, once a payment was opened for it. */
  payment: number | null;
  /** The end that its owner chose first, or null. */
  endedBy: "skipped" | "paused" | "stopped" | "asked" | "void cancelled" | null;
  /** Ends that were true at some time. When a block leaves the chain, another end can become true later. */
  trueEnds: Set<"paid" | "cancelled" | "skipped">;
  /** The obstacles that the jobs could see before its window ended. */
  inItsWay: Set<string>;
  /** True when nothing was in its way at some time in its window. */
  wasFree: boolean;
  /** Since when something was in its way in its window, by server and chain time. */
  hinderedSince: number | null;
  /** True when a job has certainly seen that: waiting ones are checked each minute. */
  isSurelySeen: boolean;
}

/** The scheduled payments of a history: their owner's acts, the jobs that process them, and their allowed outcomes. */
export class ScheduledPayments {
  readonly all: Scheduled[] = [];
  leaseId = "";
  /** True while one of them has not ended. */
  hasLive = false;
  private timeZone = "UTC";
  private readonly scene: Scene;

  constructor(scene: Scene) {
    this.scene = scene;
  }

  async act(step: ScheduledStep): Promise<void> {
    switch (step.kind) {
      case "sign":
        return this.sign(step.minutes, step.isAgain);
      case "wait":
        this.scene.world.harness.clock.advance({ minutes: step.minutes });
        return this.scene.mineAll([]);
      case "emptyWallet": {
        const wallet = this.scene.payerOf(signer).wallet.toLowerCase();
        return void (step.isEmpty ? this.scene.world.chain.emptyWallets.add(wallet) : this.scene.world.chain.emptyWallets.delete(wallet));
      }
      case "carry":
      case "cancelOnChain":
      case "cancelPayment":
      case "endAutopay": {
        const scheduled = this.all[step.scheduled % Math.max(1, this.all.length)];
        return scheduled && this.actOn(scheduled, step);
      }
    }
  }

  private async actOn(scheduled: Scheduled, step: Extract<ScheduledStep, { scheduled: number }>): Promise<void> {
    const { from, nonce } = scheduled.authorization;
    const { chain } = this.scene.world;
    switch (step.kind) {
      case "carry":
        return this.scene.mineAll([chain.carryingOf(scheduled.authorization)]);
      case "cancelOnChain":
        // After its window a cancellation does not affect how it ended.
        if (isOver(this.scene.deps.clock.now())(scheduled)) return;
        return this.scene.mineAll([{ hash: chain.newHash(), moves: [], firstIndex: 0, cancels: [{ from, nonce }] }]);
      case "endAutopay":
        return this.endAutopay(scheduled, step.how);
      case "cancelPayment":
        return this.cancelPayment(scheduled);
    }
  }

  /** The tenant signs the rent of another month, due in `minutes`, or with `isAgain` signs the last one again where it has ended. */
  private async sign(minutes: number, isAgain: boolean): Promise<void> {
    const { deps, landlord } = this.scene;
    const now = deps.clock.now();
    const { id: tenantId, wallet } = this.scene.payerOf(signer);
    const last = this.all.at(-1);
    if (this.all.length > 2 || (isAgain && !last)) return;
    if (this.leaseId === "") {
      this.timeZone = zoneWithMidnightAfter(new Date(now.getTime() + hourMs));
      this.leaseId = (
        await makeLease(deps.db, { merchantId: landlord.id, createdBy: landlord.ownerId, tenantId, timeZone: this.timeZone })
      ).id;
    }
    const period = isAgain && last ? last.period : `2026-0${this.all.length + 1}-01`;
    const chargeId = isAgain && last ? last.chargeId : await this.chargeRent(period, minutes);
    const autopay = this.callerOf(tenantId).autopay;
    const wish = { leaseId: publicId("lease", this.leaseId), walletAddress: wallet, periods: [period] };
    const [prepared] = await autopay.prepare(wish).catch((error: unknown) => {
      // The last one is still live, or its window is over.
      if (isAgain) return [];
      throw error;
    });
    if (!prepared) return;
    const { from, nonce } = prepared;
    const fate = this.scene.world.chain.fateOf(`0x${from.slice(2)}`, `0x${nonce.slice(2)}`);
    const isSigned = await autopay.sign({ scheduledPaymentId: prepared._id, signature }).then(
      () => true,
      (error: unknown) => {
        if (fate === null) throw error;
        return false;
      },
    );
    const id = parsePublicId("scheduledPayment", prepared._id) ?? "";
    const before = this.all.find((one) => one.id === id);
    if (!isSigned) {
      // It was spent since it was signed first. It can be prepared anew only where it was cancelled.
      if (before) before.endedBy = fate === "cancelled" ? "void cancelled" : "asked";
      return;
    }
    this.scene.hasRelays = this.scene.hasDecided = this.hasLive = true;
    if (before) return void (before.endedBy = null);
    const { to, usdcUnits, validAfter, validBefore } = prepared;
    const authorization: SignedTransferAuthorization = {
      from: `0x${from.slice(2)}`,
      to: `0x${to.slice(2)}`,
      nonce: `0x${nonce.slice(2)}`,
      usdcUnits: BigInt(usdcUnits),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      signature,
    };
    this.all.push({
      id,
      chargeId,
      period,
      authorization,
      payment: null,
      endedBy: null,
      trueEnds: new Set(),
      inItsWay: new Set(),
      wasFree: false,
      hinderedSince: null,
      isSurelySeen: false,
    });
  }

  private async chargeRent(period: string, minutes: number): Promise<string> {
    const { db, clock } = this.scene.deps;
    const now = clock.now();
    const dueOn = dayIn(now, this.timeZone);
    const dueAt = new Date(Math.floor(now.getTime() / 1_000 + minutes * 60) * 1_000);
    const days = startOfDay(dayAfter(dueOn, 1), this.timeZone) <= dueAt ? 2 : 1;
    const terms = { kind: "rent" as const, period, cents: 1_000 + this.all.length, dueOn, dueAt, feeFromOn: dayAfter(dueOn, days) };
    return (await makeCharge(db, { leaseId: this.leaseId, ...terms })).id;
  }

  private callerOf(userId: string) {
    return this.scene.world.harness.caller(this.scene.actor(userId, "user"));
  }

  /** The owner skips a month, or pauses or stops all of them. One that is being sent continues, and an ended one stays ended. */
  private async endAutopay({ id }: Scheduled, how: "skip" | "pause" | "stop"): Promise<void> {
    const before = await this.read();
    const { autopay } = this.callerOf(this.scene.payerOf(signer).id);
    const leaseId = publicId("lease", this.leaseId);
    if (how !== "skip") await autopay[how]({ leaseId });
    else if (isReady(before.get(id))) await autopay.skip({ scheduledPaymentId: publicId("scheduledPayment", id) });
    this.scene.hasDecided = true;
    const status = { skip: "skipped", pause: "paused", stop: "stopped" } as const;
    for (const one of this.all) {
      const was = before.get(one.id);
      const isEnded = isReady(was) || (how === "stop" && was === "paused") || (how !== "skip" && was === "asked");
      if ((how !== "skip" || one.id === id) && isEnded) one.endedBy = status[how];
    }
  }

  /** The owner cancels the opened payment within its window. The product refuses while money may be on its way. */
  private async cancelPayment(scheduled: Scheduled): Promise<void> {
    const { payment, trueEnds } = scheduled;
    if (payment === null || isOver(this.scene.deps.clock.now())(scheduled)) return;
    const { row } = this.scene.payment(payment);
    const { payments: own } = this.callerOf(row.consumerId);
    await own.cancel({ paymentId: publicId("payment", row.id) }).then(
      ({ status }) => void (status === "cancelled" && trueEnds.add("skipped")),
      () => {},
    );
    this.scene.hasDecided = true;
  }

  private async read(): Promise<Map<string, string>> {
    const rows = await this.scene.deps.db.select().from(scheduledPayments).where(eq(scheduledPayments.leaseId, this.leaseId));
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  /** Runs the jobs for scheduled payments in this many processes at once, and reads what they have opened and ended. */
  async send(processes: number): Promise<void> {
    const { deps, model } = this.scene;
    this.look();
    for (const { payment } of this.all.filter(isOver(deps.clock.now())))
      if (payment !== null) await expirePayment(deps, model.payments[payment]?.row.id ?? "");
    await checkScheduledPayments(deps);
    await Promise.all(Array.from({ length: processes }, () => sendScheduledPayments(deps)));
    const rows = await deps.db
      .select({ id: scheduledPayments.id, status: scheduledPayments.status, payment: payments })
      .from(scheduledPayments)
      .leftJoin(payments, eq(payments.id, scheduledPayments.paymentId))
      .where(eq(scheduledPayments.leaseId, this.leaseId))
      .orderBy(asc(scheduledPayments.id));
    for (const { id, payment } of rows) {
      const scheduled = this.all.find((one) => one.id === id);
      if (payment !== null && scheduled?.payment === null) scheduled.payment = this.scene.openedFor(payment, scheduled.authorization.nonce);
    }
    this.hasLive = rows.some(({ status }) => status === "ready" || status === "sent");
    this.look();
  }

  /** Records the current facts about each. */
  private look(): void {
    const { model, deps, world } = this.scene;
    const now = deps.clock.now().getTime();
    for (const scheduled of this.all) {
      const { payment, trueEnds, inItsWay } = scheduled;
      const { from, nonce, validAfter } = scheduled.authorization;
      if (payment !== null && model.credited(payment) > 0n) trueEnds.add("paid");
      const log = model.chain.find(({ observed }) => observed.binding?.hash === nonce);
      const isSentBack = log !== undefined && log.payment === null && model.isBeingReturned(log);
      if (world.chain.fateOf(from, nonce) === "cancelled" || isSentBack) trueEnds.add("cancelled");
      if (isOver(deps.clock.now())(scheduled)) continue;
      const isEmpty = world.chain.emptyWallets.has(from.toLowerCase());
      if (isEmpty) inItsWay.add("balance");
      if (deps.relayer === null) inItsWay.add("relay");
      if (Math.min(now, world.chain.head.time.getTime()) <= Number(validAfter) * 1_000) continue;
      // One that waits for another's money is not checked for a while.
      if ((!isEmpty && deps.relayer !== null) || this.all.some((one) => one !== scheduled && one.payment !== null))
        scheduled.wasFree = true;
      else scheduled.isSurelySeen ||= now - (scheduled.hinderedSince ??= now) > 60_000;
    }
  }

  /** When the window of the last of them ends. */
  get end(): Date {
    return new Date(Math.max(0, ...this.all.map((scheduled) => endOf(scheduled).getTime())));
  }

  /** Compares each one's actual end with its allowed ends. Returns only the differences. */
  async differences(): Promise<{ ended: string; mayEnd: string[] }[]> {
    const ids = this.all.map(({ id }) => id);
    const rows = await this.scene.deps.db.select().from(scheduledPayments).where(inArray(scheduledPayments.id, ids));
    return this.all.flatMap((one) => {
      const row = rows.find(({ id }) => id === one.id);
      const ended = [row?.status, row?.status === "void" ? row.voidReason : null, row?.status === "failed" ? row.trouble : null];
      const shown = [...ended, row?.encryptedSignature === null ? null : "with its signature"].filter((word) => word !== null).join(" ");
      const mayEnd = this.endsOf(one);
      return mayEnd.includes(shown) ? [] : [{ ended: shown, mayEnd }];
    });
  }

  private endsOf({ endedBy, trueEnds, inItsWay, wasFree, isSurelySeen, authorization: { from, nonce } }: Scheduled): string[] {
    if (endedBy !== null) return [endedBy];
    const words = { paid: "paid", cancelled: "void cancelled", skipped: "skipped" };
    const fate = this.scene.world.chain.fateOf(from, nonce);
    if (fate === "used" && !trueEnds.has("cancelled") && !trueEnds.has("skipped")) return ["paid"];
    const ends = [...trueEnds].map((end) => words[end]);
    // What left the chain again may not have been seen, and then it failed.
    if (ends.length > 0 && (fate !== null || trueEnds.has("skipped"))) return ends;
    const reasons: string[] = [...inItsWay];
    if (wasFree || !isSurelySeen) reasons.push("expired");
    if (this.scene.world.chain.reverted.has(nonce)) reasons.push("other");
    return [...ends, ...reasons.map((reason) => `failed ${reason}`)];
  }

  /** Returns notifications that were untrue: trouble that no job can have seen, or a wrong end. */
  async untrueWords(): Promise<string[]> {
    const { deps, world } = this.scene;
    const rows = await deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, this.scene.payerOf(signer).id));
    return rows.flatMap(({ event }) => {
      if (event.kind !== "autopayTrouble") return [];
      const { trouble, stage, amountCents } = event;
      const isTrue = this.all.some((one) => {
        if (Number(one.authorization.usdcUnits / cent) !== amountCents) return false;
        if (stage === "over") return this.endsOf(one).includes(`failed ${trouble}`);
        return one.inItsWay.has(trouble) || (trouble === "other" && world.chain.reverted.has(one.authorization.nonce));
      });
      return isTrue ? [] : [`${amountCents} cents, ${stage}: ${trouble}`];
    });
  }

  /** The paid cents of each rent in the product, and the cents that arrived for it. */
  async rents(): Promise<{ paid: number[]; arrived: number[] }> {
    const { db } = this.scene.deps;
    const rows = await db.select().from(charges).where(eq(charges.leaseId, this.leaseId)).orderBy(asc(charges.period));
    const own = (chargeId: string) => this.all.filter((one) => one.chargeId === chargeId && one.payment !== null);
    const arrivedFor = (chargeId: string) =>
      own(chargeId).reduce((sum, { payment }) => sum + this.scene.model.arrivedCents(payment ?? 0), 0);
    return { paid: rows.map(({ paidCents }) => paidCents), arrived: rows.map(({ id, cents }) => Math.min(cents, arrivedFor(id))) };
  }

  /** The errors of the scheduled payments that a job has set aside. */
  async setAside(): Promise<string[]> {
    const ids = this.all.map(({ id }) => id);
    const rows = await this.scene.deps.db.select().from(setAside).where(inArray(setAside.item, ids));
    return rows.map(({ list, error }) => `${list}: ${error}`);
  }
}

const endOf = ({ authorization }: Scheduled) => new Date(Number(authorization.validBefore) * 1_000);
const isOver = (now: Date) => (scheduled: Scheduled) => endOf(scheduled) <= now;
const isReady = (status: string | undefined) => status === "ready";

/** A time zone with its next midnight at the end of the given hour, so that a due day and its grace pass within hours. */
function zoneWithMidnightAfter(moment: Date): string {
  const behind = moment.getUTCHours() + 1;
  return behind > 12 ? `Etc/GMT-${24 - behind}` : `Etc/GMT+${behind}`;
}
