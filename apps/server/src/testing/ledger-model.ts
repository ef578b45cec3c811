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
  readonly refunds: { row: RefundRow; payment: number; isGivenUp: boolean }[] = [];
  private readonly wallet: string;

  /** @param wallet where the merchant is paid. */
  constructor(wallet: string) {
    this.wallet = wallet;
  }

  paidBy(payment: number): Log | undefined {
    return this.chain.find((log) => log.payment === payment && (log.verdict === "matched" || log.verdict === "part"));
  }

  see(log: Log): void {
    this.chain.push({ ...log, ...this.verdictOf(log), isCounted: false });
    this.align();
  }

  /** What is left of the chain when the newest logs leave it. */
  lose(count: number): void {
    this.chain = this.chain.slice(0, -count);
    this.align();
  }

  /** Of an unpaid payment the parts are the first transfers that reach its amount together, and nothing while they do not. */
  private align(): void {
    for (const [payment, { amountCents }] of this.payments.entries()) {
      const own = this.chain.filter((log) => log.payment === payment);
      const isWhole = own.some(({ verdict }) => verdict === "matched");
      const isPaid =
        own.some(({ verdict, isCounted }) => verdict === "part" && isCounted) && this.credited(payment) >= BigInt(amountCents) * cent;
      if (isWhole || isPaid) continue;
      const tooLittle = own.filter(({ verdict }) => verdict === "short" || verdict === "part");
      let before = 0n;
      for (const log of tooLittle) {
        log.verdict = tooLittle.reduce(add, 0n) >= BigInt(amountCents) * cent && before < BigInt(amountCents) * cent ? "part" : "short";
        log.isCounted = false;
        before += log.observed.usdcUnits;
      }
    }
  }

  /** In base units; what is missing of a payment of which too little has arrived. */
  missing(payment: number): bigint {
    const due = BigInt(this.payments[payment]?.amountCents ?? 0) * cent;
    const tooLittle = this.chain.filter((log) => log.payment === payment && log.verdict === "short").reduce(add, 0n);
    return this.paidBy(payment) || tooLittle < cent ? 0n : due - tooLittle;
  }

  private verdictOf(log: Log): Pick<Log, "payment" | "verdict" | "isAttached"> {
    const { isAttached, ownWalletFor } = log;
    if (log.verdict === null) return log;
    // Without a reference, money is only for a payment that is not paid.
    const payment = ownWalletFor === undefined ? log.payment : this.paidBy(ownWalletFor) ? null : ownWalletFor;
    if (isAttached && payment !== null) {
      return this.paidBy(payment)
        ? { payment: null, verdict: "unmatched", isAttached: false }
        : { payment, verdict: "matched", isAttached };
    }
    if (payment === null) return { payment, verdict: "unmatched", isAttached: false };
    const due = BigInt(this.payments[payment]?.amountCents ?? 0) * cent;
    if (log.observed.usdcUnits < due) return { payment, verdict: "short", isAttached: false };
    return { payment, verdict: this.paidBy(payment) ? "duplicate" : "matched", isAttached: false };
  }

  confirm(): void {
    for (const log of this.chain) log.isCounted = log.verdict === "matched" || log.verdict === "part" || log.refund !== null;
  }

  credited(payment: number): bigint {
    const isPaying = ({ verdict }: Log) => verdict === "matched" || verdict === "part";
    return this.chain.filter((log) => log.payment === payment && isPaying(log) && log.isCounted).reduce(add, 0n);
  }

  given(payment: number): bigint {
    const own = this.chain.filter((log) => log.refund !== null && this.refunds[log.refund]?.payment === payment && log.isCounted);
    return own.reduce(add, 0n);
  }

  completing(refund: number): Log | undefined {
    const due = BigInt(this.refunds[refund]?.row.amountCents ?? 0) * cent;
    return this.chain.find((log) => log.refund === refund && log.isCounted && log.observed.usdcUnits >= due);
  }

  sums() {
    const of = (isMeant: (log: Log) => boolean) => this.chain.filter(isMeant).reduce(add, 0n);
    const received = of((log) => log.verdict !== null);
    const dust = of((log) => log.verdict === null && log.observed.to === this.wallet);
    const out = of((log) => log.observed.from === this.wallet);
    const credited = this.payments.map((_, payment) => this.credited(payment));
    const returned = this.payments.map((_, payment) => least(this.given(payment), credited[payment] ?? 0n));
    return {
      wallet: received + dust - out,
      unmatched: -(received - total(credited)),
      payment: -total(credited),
      returned: total(returned),
      sent: out - total(returned),
      dust: -dust,
    };
  }
}

const add = (sum: bigint, { observed }: Log) => sum + observed.usdcUnits;
const total = (units: bigint[]) => units.reduce((sum, one) => sum + one, 0n);
const least = (left: bigint, right: bigint) => (left < right ? left : right);
