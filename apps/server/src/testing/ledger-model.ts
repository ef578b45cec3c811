import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { PaymentRow, RefundRow } from "@hearth/db/testing/payment-factories";

/** USDC base units. */
export const cent = 10_000n;
/** Blocks that confirm a transfer: it counts in the block after its own. */
const depth = 2n;

type Address = `0x${string}`;

/** A log of the model's chain, with its meaning in the plain model. */
export interface Log {
  /** Identifies the transfer by transaction and contents, independent of its block and log index. */
  key: string;
  observed: ObservedTransfer;
  payment: number | null;
  refund: number | null;
  verdict: "matched" | "part" | "short" | "duplicate" | "unmatched" | null;
  /** The payment that is topped up without a reference, from the payer's own wallet. */
  ownWalletFor?: number;
  /** The payment whose onramp order was delivered with this money. */
  orderFor?: number;
  /** The one who named the payment of money without a reference. */
  namedBy: "person" | "onramp" | null;
  isCounted: boolean;
}

/** A payment with its owner's wallets and refund destination. */
export interface ModelPayment {
  row: PaymentRow;
  /** The wallets that its owner has proven. */
  proven: Address[];
  named: Address | null;
  /** The index of the lease that it is for, or null. */
  lease: number | null;
  /** True when money counts in that lease while the payment is short. */
  countsShort: boolean;
  /** True while counting it fails on purpose. */
  isPoisoned: boolean;
}

/** A refund of a payment, or of a transfer by its key. */
export interface ModelRefund {
  row: RefundRow;
  payment: number | null;
  source: string | null;
  dispute: number | null;
  isNamed: boolean;
  isGivenUp: boolean;
}

export interface ModelDispute {
  id: string;
  payment: number;
  amountCents: number;
  /** Null while it is open. */
  chargebackCents: number | null;
  /** The voluntarily refunded units at the time of its approval. */
  freeBefore: bigint;
}

/** A plain model of the expected state, with lists in memory. It knows the owner of the money of each log. */
export class Model {
  /** The logs that the product has read, in the chain's order. */
  chain: Log[] = [];
  /** The height up to which the product has read. */
  head = 0n;
  readonly payments: ModelPayment[] = [];
  readonly refunds: ModelRefund[] = [];
  readonly disputes: ModelDispute[] = [];
  /** Addresses at an exchange. */
  readonly exchanges = new Set<Address>();
  private readonly wallet: string;

  /** @param wallet the merchant's payout wallet. */
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

  /**
   * Chooses the transfers that pay each unpaid payment. Its parts are the first transfers that stay and together reach its amount, or none while they do not.
   * Then the oldest duplicate that stays pays it alone, since the payment that it duplicated is gone.
   */
  align(): void {
    for (const payment of this.payments.keys()) {
      const due = this.due(payment);
      const paymentLogs = this.chain.filter((log) => log.payment === payment);
      const isWhole = paymentLogs.some(({ verdict }) => verdict === "matched");
      const isPaid = paymentLogs.some(({ verdict, isCounted }) => verdict === "part" && isCounted) && this.credited(payment) >= due;
      if (isWhole || isPaid) continue;
      const tooLittle = paymentLogs.filter(({ verdict }) => verdict === "short" || verdict === "part");
      const staying = tooLittle.filter((log) => !this.isBeingReturned(log));
      const isEnough = staying.reduce(add, 0n) >= due;
      const duplicate = paymentLogs.find((log) => log.verdict === "duplicate" && !this.isBeingReturned(log));
      if (!isEnough && duplicate) Object.assign(duplicate, { verdict: "matched", isCounted: false });
      let before = 0n;
      for (const log of tooLittle) {
        const isPart = staying.includes(log) && isEnough && before < due;
        Object.assign(log, { verdict: isPart ? "part" : "short", isCounted: false });
        if (staying.includes(log)) before += log.observed.usdcUnits;
      }
    }
  }

  due(payment: number): bigint {
    return BigInt(this.payments[payment]?.row.amountCents ?? 0) * cent;
  }

  /** The base units missing for a payment that is short. */
  missing(payment: number): bigint {
    const shortLogs = this.chain.filter((log) => log.payment === payment && log.verdict === "short" && !this.isBeingReturned(log));
    const tooLittle = shortLogs.reduce(add, 0n);
    return this.paidBy(payment) || tooLittle < cent ? 0n : this.due(payment) - tooLittle;
  }

  private verdictOf(log: Log): Pick<Log, "payment" | "verdict" | "namedBy"> {
    const { namedBy, ownWalletFor, verdict } = log;
    if (verdict === null) return log;
    if (verdict !== "matched" && this.isBeingReturned(log))
      return { payment: log.payment, verdict: verdict === "part" ? "short" : verdict, namedBy };
    // Without a reference, money can only be for an unpaid payment.
    const payment = ownWalletFor === undefined ? log.payment : this.paidBy(ownWalletFor) ? null : ownWalletFor;
    if (payment === null || (namedBy === "person" && this.paidBy(payment))) return { payment: null, verdict: "unmatched", namedBy: null };
    return { payment, verdict: this.verdictFor(payment, log), namedBy };
  }

  private verdictFor(payment: number, { observed }: Log): "short" | "duplicate" | "matched" {
    if (observed.usdcUnits < this.due(payment)) return "short";
    return this.paidBy(payment) ? "duplicate" : "matched";
  }

  /** Assigns money to a payment: named by a person or the provider, or because a payment was opened for its signature. */
  name(log: Log, payment: number, namedBy: Log["namedBy"]): void {
    Object.assign(log, { payment, verdict: this.verdictFor(payment, log), namedBy });
    this.align();
  }

  /** The provider names the transactions that delivered an order. */
  nameDelivered(hashes: readonly string[]): void {
    for (const hash of hashes)
      for (const log of this.chain.filter(({ observed }) => observed.txHash === hash))
        if (log.orderFor !== undefined && log.verdict === "unmatched" && !this.isBeingReturned(log)) this.name(log, log.orderFor, "onramp");
  }

  /** Counts paying transfers that are deep enough, and then refunds, in the chain's order. */
  confirm(): void {
    const isDeep = ({ observed }: Log) => observed.blockNumber + depth - 1n <= this.head;
    for (const [payment, { isPoisoned }] of this.payments.entries()) {
      const paying = this.chain.filter((log) => log.payment === payment && isPaying(log));
      if (isPoisoned || paying.length === 0 || paying.some(({ isCounted }) => isCounted) || !paying.every(isDeep)) continue;
      for (const log of paying) log.isCounted = true;
      this.reviewOpenRefund(payment);
    }
    for (const log of this.chain) {
      if (log.refund === null || log.isCounted || !isDeep(log)) continue;
      log.isCounted = true;
      this.giveUpOutgrown(log.refund);
    }
  }

  /** Removes the newest logs, the last one first, as a reorganisation does. */
  cut(count: number): void {
    for (const log of count === 0 ? [] : this.chain.slice(-count).toReversed()) {
      const refund = log.refund === null ? undefined : this.refunds[log.refund];
      const wasCompleted = log.refund !== null && this.completing(log.refund) === log;
      this.chain.pop();
      // The other parts of the same payment no longer count either.
      if (isPaying(log) && log.isCounted)
        for (const other of this.chain) if (other.payment === log.payment && isPaying(other)) other.isCounted = false;
      if (log.refund !== null && log.isCounted && refund) {
        const isOther = (other: typeof refund, index: number) => other !== refund && isOfSame(other, refund) && this.isOpen(index);
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
    const { source = null, payment = null } = this.refunds[index] ?? {};
    for (const [place, refund] of this.refunds.entries()) {
      if (!this.isOpen(place)) continue;
      const isOutgrown =
        source !== null && refund.source === source && this.sentBack(source) > 0n && refund.row.usdcUnits > this.returnableUnits(source);
      const isSuperseded =
        payment !== null &&
        refund.payment === payment &&
        refund.dispute !== null &&
        BigInt(this.owed(refund.dispute)) * cent < refund.row.usdcUnits;
      if (isOutgrown || isSuperseded) refund.isGivenUp = true;
    }
  }

  isBeingReturned({ key }: Log): boolean {
    const isAlive = (index: number) => this.isOpen(index) || this.chain.some(({ refund }) => refund === index);
    return this.refunds.some(({ source }, index) => source === key && isAlive(index));
  }

  /** The units of a transfer that belong to no payment. */
  private heldUnits(source: string): bigint {
    const log = this.chain.find(({ key }) => key === source);
    return log && !isPaying(log) ? log.observed.usdcUnits : 0n;
  }

  sentBack(source: string): bigint {
    const countedLogs = this.chain.filter(
      ({ refund, isCounted }) => refund !== null && isCounted && this.refunds[refund]?.source === source,
    );
    return least(countedLogs.reduce(add, 0n), this.heldUnits(source));
  }

  returnableUnits(source: string): bigint {
    return this.heldUnits(source) - this.sentBack(source);
  }

  credited(payment: number): bigint {
    return this.chain.filter((log) => log.payment === payment && isPaying(log) && log.isCounted).reduce(add, 0n);
  }

  /** The refunds of a payment, at most as much as it received, each with the units that count, in the chain's order. */
  private returnedBy(payment: number): { dispute: number | null; units: bigint }[] {
    let remainingUnits = this.credited(payment);
    return this.chain.flatMap((log) => {
      const refund = log.refund === null ? undefined : this.refunds[log.refund];
      if (refund?.payment !== payment || !log.isCounted) return [];
      const units = least(remainingUnits, log.observed.usdcUnits);
      remainingUnits -= units;
      return [{ dispute: refund.dispute, units }];
    });
  }

  returned(payment: number): bigint {
    return total(this.returnedBy(payment).map(({ units }) => units));
  }

  freelyReturned(payment: number): bigint {
    return total(this.returnedBy(payment).flatMap(({ dispute, units }) => (dispute === null ? [units] : [])));
  }

  /** The refundable rest of a payment, in whole cents. */
  leftCents(payment: number): number {
    return Number((this.credited(payment) - this.returned(payment)) / cent);
  }

  /** The cents owed for an approved dispute: the decided amount less refunds for it or since, at most the refundable rest. */
  owed(dispute: number): number {
    const { payment = 0, chargebackCents = null, freeBefore = 0n } = this.disputes[dispute] ?? {};
    if (chargebackCents === null) return 0;
    const returnedUnits = total(this.returnedBy(payment).flatMap((one) => (one.dispute === dispute ? [one.units] : [])));
    const since = this.freelyReturned(payment) - freeBefore;
    const counted = Number((returnedUnits + (since > 0n ? since : 0n)) / cent);
    return Math.max(0, Math.min(chargebackCents - counted, this.leftCents(payment)));
  }

  /** The refund wallet of a payment: named by its owner, else the proven wallet that sent most, else the only sender if it signed. */
  destination(payment: number): Address | null {
    const { named = null, proven = [] } = this.payments[payment] ?? {};
    if (named !== null) return named;
    const sources = this.sources(payment);
    const [provenSource] = sources.filter(({ address }) => proven.includes(address)).toSorted(byShare);
    if (provenSource) return provenSource.address;
    const [only, ...others] = sources;
    return only && others.length === 0 && only.isSigned && !this.exchanges.has(only.address) ? only.address : null;
  }

  private sources(payment: number) {
    const counted = this.chain.filter((log) => log.payment === payment && isPaying(log) && log.isCounted);
    const bySender = Map.groupBy(counted, ({ observed }) => observed.from);
    return [...bySender].map(([address, logs]) => {
      return { address, units: logs.reduce(add, 0n), isSigned: logs.some(({ namedBy }) => namedBy === null) };
    });
  }

  /** Gives up an open refund when other money now pays its payment and its wallet may no longer receive it. */
  private reviewOpenRefund(payment: number): void {
    const proven = this.payments[payment]?.proven ?? [];
    for (const [index, refund] of this.refunds.entries()) {
      const to = refund.row.toAddress;
      if (refund.payment !== payment || refund.isNamed || !this.isOpen(index)) continue;
      const isProvenSender = proven.includes(to) && this.sources(payment).some(({ address }) => address === to);
      const { named = null } = this.payments[payment] ?? {};
      const isNowNamed = named === to;
      if (isNowNamed) refund.isNamed = true;
      if (!isProvenSender && !isNowNamed && this.destinationUnnamed(payment) !== to) refund.isGivenUp = true;
    }
  }

  private destinationUnnamed(payment: number): Address | null {
    const known = this.payments[payment];
    if (!known) return null;
    const { named } = known;
    known.named = null;
    const to = this.destination(payment);
    known.named = named;
    return to;
  }

  /** The cents that count for a payment in its lease: received less refunded, and short transfers where the lease accepts partial payments. */
  arrivedCents(payment: number): number {
    const isDeep = ({ observed }: Log) => observed.blockNumber + depth - 1n <= this.head;
    const isTooLittle = ({ verdict, isCounted }: Log) => verdict === "short" || (verdict === "part" && !isCounted);
    const { countsShort = false } = this.payments[payment] ?? {};
    const shorts = countsShort ? this.chain.filter((log) => log.payment === payment && isTooLittle(log) && isDeep(log)) : [];
    const creditedUnits = this.credited(payment) + shorts.reduce(add, 0n);
    const returnedUnits = this.returned(payment) + total(shorts.map(({ key }) => this.sentBack(key)));
    return Number((creditedUnits - returnedUnits) / cent);
  }

  completing(refund: number): Log | undefined {
    const due = this.refunds[refund]?.row.usdcUnits ?? 0n;
    return this.chain.find((log) => log.refund === refund && log.isCounted && log.observed.usdcUnits >= due);
  }

  sums() {
    const sumWhere = (isMeant: (log: Log) => boolean) => this.chain.filter(isMeant).reduce(add, 0n);
    const received = sumWhere((log) => log.verdict !== null);
    const dust = sumWhere((log) => log.verdict === null && log.observed.to === this.wallet);
    const out = sumWhere((log) => log.observed.from === this.wallet);
    const credited = this.payments.map((_, payment) => this.credited(payment));
    const returned = this.payments.map((_, payment) => this.returned(payment));
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
const isOfSame = (one: ModelRefund, other: ModelRefund) => one.source === other.source && one.payment === other.payment;
const add = (sum: bigint, { observed }: Log) => sum + observed.usdcUnits;
const total = (units: bigint[]) => units.reduce((sum, one) => sum + one, 0n);
const least = (left: bigint, right: bigint) => (left < right ? left : right);

/** Sorts by share, the largest first. Equal shares are sorted by address. */
function byShare(left: { address: string; units: bigint }, right: { address: string; units: bigint }): number {
  if (left.units !== right.units) return left.units > right.units ? -1 : 1;
  return left.address < right.address ? -1 : 1;
}
