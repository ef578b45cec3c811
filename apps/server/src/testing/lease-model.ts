import { type Day, dayAfter, dayIn, daysBetween, daysInMonth, earlier, later, monthAfter, startOfDay } from "@hearth/domain/rent/calendar";
import { type ChargeKind, chargeRank } from "@hearth/domain/rent/charge-kinds";

/** The terms of a lease from a month on. */
export interface PaperTerms {
  from: Day;
  rentCents: number;
  dueDay: number;
  graceDays: number;
  fee: PaperFeeRule | null;
  /** True for the terms that a change left for later months, because its due day had passed in its first month. */
  isRest?: boolean;
}

export interface PaperFeeRule {
  kind: "fixed" | "percent";
  /** Cents, or hundredths of a percent of the open amount. */
  amount: number;
  repeats: "once" | "daily";
  capCents: number | null;
}

/** A one-off debt of the tenants. */
export interface ModelCharge {
  /** The row's id, once the product has made it. */
  id: string | null;
  kind: ChargeKind;
  period: Day | null;
  cents: number;
  dueOn: Day;
  feeFromOn: Day | null;
  madeOn: Day;
  isVoided: boolean;
  /** True when the landlord waived all late fees of this rent, past and future. */
  areFeesWaived: boolean;
  /** True when money that paid this rent was reversed, so that its late fees are judged again from its first late day. */
  wasTakenBack: boolean;
  /** True when the rulings do not decide its late fees. */
  isUnsure: boolean;
  /** True when its late fees have reached the cap. The rulings do not decide whether a waived one then makes room for another. */
  wasFull: boolean;
  /** The rent that a late fee is for. */
  rent: ModelCharge | null;
  judgedThrough: Day | null;
}

/** A credit that pays charges, with the arrival time of each part of it. */
export interface ModelCredit {
  id: string;
  kind: "payment" | "outside" | "credit" | "writeOff";
  chosen: ModelCharge[];
  moments: { at: number; cents: number }[];
}

/** An allocation of money to a charge. The model keeps what a refund took from it, because a refund makes nobody late. */
interface Put {
  credit: ModelCredit;
  charge: ModelCharge;
  cents: number;
  at: number;
  wasRefunded: boolean;
}

/** The term of a lease, which determines the months to charge. */
export interface PaperTerm {
  timeZone: string;
  startsOn: Day;
  endsOn: Day | null;
}

/** Days before its due day on which rent is charged. */
const chargedAhead = 15;

/**
 * A simple model of one lease by rulings R57 to R66: its charges, the money of each day, and the allocations. It uses no database and none of the product's
 * batch processing.
 */
export class LeaseModel {
  readonly charges: ModelCharge[] = [];
  readonly credits: ModelCredit[] = [];
  puts: Put[] = [];
  readonly terms: PaperTerms[];
  term: PaperTerm;
  nextPeriod: Day;
  /** True when only sums are compared from now on, because the rulings do not decide which cent pays which charge. */
  isLoose = false;
  hasMovedEnd = false;
  /** The lease's name in failure messages. */
  readonly name: string;

  constructor(name: string, term: PaperTerm, terms: PaperTerms, nextPeriod: Day) {
    this.name = name;
    this.term = term;
    this.terms = [terms];
    this.nextPeriod = nextPeriod;
  }

  /** The terms of a month: the newest that begin in it or before. */
  termsOf(period: Day): PaperTerms {
    const [first, ...others] = this.terms;
    if (first === undefined) throw new Error("A lease has terms");
    return others.reduce((found, each) => (each.from <= period && each.from >= found.from ? each : found), first);
  }

  /** A month's rent, prorated where the lease covers a part of it. Null where it covers no day. */
  rentOf(period: Day): { cents: number; dueOn: Day; feeFromOn: Day } | null {
    const { rentCents, dueDay, graceDays } = this.termsOf(period);
    const length = daysInMonth(period);
    const monthEnd = dayAfter(period, length - 1);
    const first = later(period, this.term.startsOn);
    const last = this.term.endsOn === null ? monthEnd : earlier(monthEnd, this.term.endsOn);
    if (first > last) return null;
    const days = daysBetween(first, last) + 1;
    const cents = Math.floor((2 * rentCents * days + length) / (2 * length));
    const dueOn = later(first, earlier(last, dayAfter(period, Math.min(dueDay, length) - 1)));
    return { cents, dueOn, feeFromOn: dayAfter(dueOn, graceDays + 1) };
  }

  /** Charges the months that are due to be charged. */
  chargeDue(now: number): void {
    for (;;) {
      const rent = this.rentOf(this.nextPeriod);
      if (rent === null || startOfDay(dayAfter(rent.dueOn, -chargedAhead), this.term.timeZone).getTime() > now) return;
      this.add({ kind: "rent", period: this.nextPeriod, ...rent }, now);
      this.nextPeriod = monthAfter(this.nextPeriod, 1);
    }
  }

  add(values: Pick<ModelCharge, "kind" | "cents" | "dueOn"> & Partial<ModelCharge>, now: number): ModelCharge {
    const charge = {
      id: null,
      period: null,
      feeFromOn: null,
      madeOn: dayIn(new Date(now), this.term.timeZone),
      isVoided: false,
      areFeesWaived: false,
      wasTakenBack: false,
      isUnsure: false,
      wasFull: false,
      rent: null,
      judgedThrough: null,
      ...values,
    };
    this.charges.push(charge);
    return charge;
  }

  receiveCredit(credit: Pick<ModelCredit, "id" | "kind"> & Partial<ModelCredit>, cents: number, at: number): ModelCredit {
    const made = { chosen: [], moments: [{ at, cents }], ...credit };
    this.credits.push(made);
    return made;
  }

  feesOf(rent: ModelCharge): ModelCharge[] {
    return this.charges.filter((charge) => charge.rent === rent && !charge.isVoided);
  }

  paidOf(charge: ModelCharge): number {
    return sum(this.puts.map((put) => (put.charge === charge && !put.wasRefunded ? put.cents : 0)));
  }

  openOf(charge: ModelCharge): number {
    return charge.isVoided ? 0 : charge.cents - this.paidOf(charge);
  }

  /** The open amount of a rent when a day began, by arrival time of money. */
  openAsDayBegins(charge: ModelCharge, on: Day): number {
    const start = startOfDay(on, this.term.timeZone).getTime();
    return charge.cents - sum(this.puts.map((put) => (put.charge === charge && put.at < start ? put.cents : 0)));
  }

  /** Allocates unused money to open charges: first to those that its payer chose, then to all others before fees, the oldest due day first. */
  put(): void {
    const inOrder = this.charges.toSorted(
      (one, other) =>
        Number(isFee(one)) - Number(isFee(other)) || compare(one.dueOn, other.dueOn) || chargeRank[one.kind] - chargeRank[other.kind],
    );
    const credits = this.credits.toSorted((one, other) => (one.moments[0]?.at ?? 0) - (other.moments[0]?.at ?? 0));
    for (const credit of credits) {
      for (const charge of [...credit.chosen, ...inOrder]) {
        for (const { at, cents } of credit.moments) {
          const used = sum(this.puts.map((put) => (put.credit === credit && put.at === at && !put.wasRefunded ? put.cents : 0)));
          const put = Math.min(cents - used, this.openOf(charge));
          if (put > 0) this.puts.push({ credit, charge, cents: put, at, wasRefunded: false });
        }
      }
    }
  }

  /** Voids a charge, and the late fees of a voided rent (R60). Its money is free again, except credits that replace refunded money. */
  void(charge: ModelCharge): void {
    for (const each of [charge, ...this.feesOf(charge)]) {
      each.isVoided = true;
      for (const { credit, cents } of this.puts.filter((put) => put.charge === each && put.credit.id === standIn)) lose(credit, cents);
      this.puts = this.puts.filter((put) => put.charge !== each);
    }
  }

  /** Reverses a credit as if it had never come. Rent that it paid is judged for late fees again (R60). */
  takeBack(credit: ModelCredit): void {
    for (const { charge } of this.puts.filter((put) => put.credit === credit)) {
      charge.judgedThrough = null;
      charge.wasTakenBack = true;
      if (credit.kind === "credit" || credit.kind === "writeOff") charge.isUnsure = true;
    }
    this.puts = this.puts.filter((put) => put.credit !== credit);
    credit.moments = [];
  }

  /** Refunds a part of a payment: unused money first, then money that paid the charge due last, on one day rent last of all (R64). */
  refund(credit: ModelCredit, cents: number): void {
    const livePuts = this.puts.filter((put) => put.credit === credit && !put.wasRefunded);
    let remainingCents = cents - (this.cameOf(credit) - sum(livePuts.map((put) => put.cents)));
    const dueLast = livePuts.toSorted(
      ({ charge: one }, { charge: other }) => compare(other.dueOn, one.dueOn) || chargeRank[other.kind] - chargeRank[one.kind],
    );
    for (const put of dueLast) {
      if (remainingCents <= 0) break;
      const taken = Math.min(remainingCents, put.cents);
      put.cents -= taken;
      remainingCents -= taken;
      this.puts.push({ ...put, cents: taken, wasRefunded: true });
    }
    lose(credit, cents);
  }

  /** Refunds the money that a payment has in one deposit: the deposit is no longer held and not owed again (R64). */
  refundOf(credit: ModelCredit, charge: ModelCharge, cents: number): void {
    const put = this.puts.find((each) => each.credit === credit && each.charge === charge && !each.wasRefunded);
    if (put) put.cents -= cents;
    lose(credit, cents);
    const at = put?.at ?? 0;
    this.puts.push({ credit: this.receiveCredit({ id: standIn, kind: "credit" }, cents, at), charge, cents, at, wasRefunded: false });
  }

  /** Replaces money that a refund took from charges by a credit, so that they are not owed again (R66). */
  replaceRefunded(credit: ModelCredit): void {
    for (const put of this.puts.filter((each) => each.credit === credit && each.wasRefunded)) {
      put.wasRefunded = false;
      put.credit = this.receiveCredit({ id: standIn, kind: "credit" }, put.cents, put.at);
    }
  }

  refundedOf(charge: ModelCharge): number {
    return sum(this.puts.map((put) => (put.charge === charge && put.wasRefunded ? put.cents : 0)));
  }

  cameOf(credit: ModelCredit): number {
    return sum(credit.moments.map(({ cents }) => cents));
  }

  /** The amount that tenants owe, negative where prepaid. Rent counts by the lease's days, however these were charged and credited. */
  balance(): number {
    const rents = new Map(this.charges.flatMap((each) => (each.kind === "rent" && each.period !== null ? [[each.period, each]] : [])));
    const rent = sum([...rents].map(([period, { isVoided }]) => (isVoided ? 0 : (this.rentOf(period)?.cents ?? 0))));
    const others = sum(this.charges.map((each) => (each.kind === "rent" || each.isVoided ? 0 : each.cents)));
    return rent + others - sum(this.credits.map((credit) => this.cameOf(credit)));
  }

  /** The money held for deposits, without credits and write-offs (R64). */
  heldDepositCents(): number {
    const isMoney = ({ kind }: ModelCredit) => kind === "payment" || kind === "outside";
    return sum(this.puts.map((put) => (put.charge.kind === "deposit" && !put.wasRefunded && isMoney(put.credit) ? put.cents : 0)));
  }
}

/** The id of credits that replace refunded money, so that the charge it paid is not owed again. */
export const standIn = "stands in";

/** Removes money from a credit, the last arrived first. */
function lose(credit: ModelCredit, cents: number): void {
  let remainingCents = cents;
  for (const moment of credit.moments.toReversed()) {
    const taken = Math.min(remainingCents, moment.cents);
    moment.cents -= taken;
    remainingCents -= taken;
  }
}

export const isFee = ({ kind }: Pick<ModelCharge, "kind">) => kind === "fee" || kind === "lateFee";
export const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
