import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { PaymentRow, RefundRow } from "@hearth/db/testing/payment-factories";

/** USDC base units. */
export const cent = 10_000n;

/** One log of the model's chain, and what the plain model makes of it. */
export interface Log {
  observed: ObservedTransfer;
  payment: number | null;
  refund: number | null;
  verdict: "matched" | "part" | "short" | "duplicate" | "unmatched" | null;
  /** The payment that is topped up without a reference, from the payer's own wallet. */
  ownWalletFor?: number;
  isAttached: boolean;
  isCounted: boolean;
}

/** What should be: as plain as it can be said, over lists in memory. */
export class Model {
  chain: Log[] = [];
  readonly payments: PaymentRow[] = [];
  /** Each of a payment, or of a transfer by its hash. */
  readonly refunds: { row: RefundRow; payment: number | null; source: string | null; isGivenUp: boolean }[] = [];
  private readonly wallet: string;

  /** @param wallet where the merchant is paid. */
  constructor(wallet: string) {
    this.wallet = wallet;
  }

  paidBy(payment: number): Log | undefined {
    return this.chain.find((log) => log.payment === payment && isPaying(log));
  }

  see(log: Log): void {
    this.chain.push({ ...log, ...this.verdictOf(log), isCounted: false });
    this.align();
  }

  /** Of an unpaid payment the parts are the first transfers that stay and reach its amount together, and nothing while they do not. */
  private align(): void {
    for (const payment of this.payments.keys()) {
      const due = this.due(payment);
      const own = this.chain.filter((log) => log.payment === payment);
      const isWhole = own.some(({ verdict }) => verdict === "matched");
      const isPaid = own.some(({ verdict, isCounted }) => verdict === "part" && isCounted) && this.credited(payment) >= due;
      if (isWhole || isPaid) continue;
      const tooLittle = own.filter(({ verdict }) => verdict === "short" || verdict === "part");
      const staying = tooLittle.filter((log) => !this.isGoingBack(log));
      const isEnough = staying.reduce(add, 0n) >= due;
      let before = 0n;
      for (const log of tooLittle) {
        const isPart = staying.includes(log) && isEnough && before < due;
        Object.assign(log, { verdict: isPart ? "part" : "short", isCounted: false });
        if (staying.includes(log)) before += log.observed.usdcUnits;
      }
    }
  }

  private due(payment: number): bigint {
    return BigInt(this.payments[payment]?.amountCents ?? 0) * cent;
  }

  /** In base units; what is missing of a payment of which too little has arrived. */
  missing(payment: number): bigint {
    const own = this.chain.filter((log) => log.payment === payment && log.verdict === "short" && !this.isGoingBack(log));
    const tooLittle = own.reduce(add, 0n);
    return this.paidBy(payment) || tooLittle < cent ? 0n : this.due(payment) - tooLittle;
  }

  private verdictOf(log: Log): Pick<Log, "payment" | "verdict" | "isAttached"> {
    const { isAttached, ownWalletFor, verdict } = log;
    if (verdict === null) return log;
    if (verdict !== "matched" && this.isGoingBack(log))
      return { payment: log.payment, verdict: verdict === "part" ? "short" : verdict, isAttached: false };
    // Without a reference, money is only for a payment that is not paid.
    const payment = ownWalletFor === undefined ? log.payment : this.paidBy(ownWalletFor) ? null : ownWalletFor;
    if (isAttached && payment !== null) {
      return this.paidBy(payment)
        ? { payment: null, verdict: "unmatched", isAttached: false }
        : { payment, verdict: "matched", isAttached };
    }
    if (payment === null) return { payment, verdict: "unmatched", isAttached: false };
    if (log.observed.usdcUnits < this.due(payment)) return { payment, verdict: "short", isAttached: false };
    return { payment, verdict: this.paidBy(payment) ? "duplicate" : "matched", isAttached: false };
  }

  /** All that pays something counts, and then what went back, in the chain's order. */
  confirm(): void {
    for (const log of this.chain) if (isPaying(log)) log.isCounted = true;
    for (const log of this.chain) {
      if (log.refund === null || log.isCounted) continue;
      log.isCounted = true;
      this.giveUpOutgrown(log.refund);
    }
  }

  /** The newest logs leave the chain, the last one first. */
  cut(count: number): void {
    for (const log of this.chain.slice(-count).toReversed()) {
      const refund = log.refund === null ? undefined : this.refunds[log.refund];
      const wasCompleted = log.refund !== null && this.completing(log.refund) === log;
      this.chain.pop();
      if (log.refund !== null && log.isCounted && refund && refund.source !== null) {
        const isOther = (other: typeof refund, index: number) => other !== refund && other.source === refund.source && this.isOpen(index);
        if (wasCompleted && this.refunds.some(isOther)) refund.isGivenUp = true;
        this.giveUpOutgrown(log.refund);
      }
      this.align();
    }
  }

  isOpen(refund: number): boolean {
    return this.refunds[refund]?.isGivenUp === false && this.completing(refund) === undefined;
  }

  giveUp(index: number): void {
    const refund = this.refunds[index];
    if (refund) refund.isGivenUp = true;
    this.align();
  }

  private giveUpOutgrown(index: number): void {
    const source = this.refunds[index]?.source ?? null;
    if (source === null || this.sentBack(source) === 0n) return;
    for (const [place, refund] of this.refunds.entries())
      if (refund.source === source && this.isOpen(place) && refund.row.usdcUnits > this.left(source)) refund.isGivenUp = true;
  }

  isGoingBack({ observed: { txHash } }: Log): boolean {
    const isAlive = (index: number) => this.isOpen(index) || this.chain.some(({ refund }) => refund === index);
    return this.refunds.some(({ source }, index) => source === txHash && isAlive(index));
  }

  /** What of a transfer is money of no payment. */
  private held(source: string): bigint {
    const log = this.chain.find(({ observed }) => observed.txHash === source);
    return log && !isPaying(log) ? log.observed.usdcUnits : 0n;
  }

  sentBack(source: string): bigint {
    const own = this.chain.filter(({ refund, isCounted }) => refund !== null && isCounted && this.refunds[refund]?.source === source);
    return least(own.reduce(add, 0n), this.held(source));
  }

  left(source: string): bigint {
    return this.held(source) - this.sentBack(source);
  }

  credited(payment: number): bigint {
    return this.chain.filter((log) => log.payment === payment && isPaying(log) && log.isCounted).reduce(add, 0n);
  }

  given(payment: number): bigint {
    const own = this.chain.filter((log) => log.refund !== null && this.refunds[log.refund]?.payment === payment && log.isCounted);
    return own.reduce(add, 0n);
  }

  completing(refund: number): Log | undefined {
    const due = this.refunds[refund]?.row.usdcUnits ?? 0n;
    return this.chain.find((log) => log.refund === refund && log.isCounted && log.observed.usdcUnits >= due);
  }

  /** What each transfer to the merchant is, by its hash. */
  verdicts(): Map<string, Log["verdict"]> {
    return new Map(this.chain.filter(({ verdict }) => verdict !== null).map(({ observed, verdict }) => [observed.txHash, verdict]));
  }

  sums() {
    const of = (isMeant: (log: Log) => boolean) => this.chain.filter(isMeant).reduce(add, 0n);
    const received = of((log) => log.verdict !== null);
    const dust = of((log) => log.verdict === null && log.observed.to === this.wallet);
    const out = of((log) => log.observed.from === this.wallet);
    const credited = this.payments.map((_, payment) => this.credited(payment));
    const returned = this.payments.map((_, payment) => least(this.given(payment), credited[payment] ?? 0n));
    const sources = new Set(this.refunds.flatMap(({ source }) => source ?? []));
    const sentBack = total([...sources].map((source) => this.sentBack(source)));
    return {
      wallet: received + dust - out,
      unmatched: -(received - total(credited) - sentBack),
      payment: -total(credited),
      returned: total(returned),
      sent: out - total(returned) - sentBack,
      dust: -dust,
    };
  }
}

const isPaying = ({ verdict }: Log) => verdict === "matched" || verdict === "part";
const add = (sum: bigint, { observed }: Log) => sum + observed.usdcUnits;
const total = (units: bigint[]) => units.reduce((sum, one) => sum + one, 0n);
const least = (left: bigint, right: bigint) => (left < right ? left : right);
