import { limits } from "@hearth/domain/limits";
import { formatUsd, wireAmount } from "@hearth/domain/money";
import { nameOfBills, sharesOf, splitByDue, sumOf } from "@hearth/domain/rent/pay-bills";
import { centsOf } from "../../../kit/cents.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { dayWords } from "../../../ui/dates.ts";

export type OwnLease = Outputs["rent"]["mine"][number];

/** An amount that pays whole bills, offered by a button. */
export interface PayChoice {
  cents: number;
  label: string;
  /** The charges to pay first. Empty: all of them, in payment order. */
  chargeIds: readonly string[];
}

/** Maximum number of single bills offered beside what is due first and everything. */
const maxSingles = 3;

/** Returns the open charges of a lease in cents. */
export function openBills({ charges }: OwnLease) {
  return charges.map(({ _id: id, kind, description, dueOn, open }) => ({ id, kind, description, dueOn, openCents: centsOf(open) }));
}

/** Splits a lease's open charges into those to pay first and those due later. */
function dueParts(lease: OwnLease) {
  return splitByDue(openBills(lease), { owedCents: centsOf(lease.owed), lateCents: centsOf(lease.late) });
}

/** Returns the amounts that a tenant can choose: what is due first, the other bills one by one, and everything. Empty if nothing is owed. */
export function payChoices(lease: OwnLease): PayChoice[] {
  const { first, later } = dueParts(lease);
  const isLate = lease.late > 0;
  const all = { cents: Math.min(centsOf(lease.owed), limits.paymentMaxCents), label: "Everything", chargeIds: [] };
  const [only] = first;
  if (only === undefined) return [];
  const dueFirst: PayChoice = {
    cents: Math.min(sumOf(first), all.cents),
    label:
      first.length === 1
        ? `${only.description}, ${isLate ? "past due" : `due ${dayWords(only.dueOn)}`}`
        : isLate
          ? "Past due"
          : `Due ${dayWords(only.dueOn)}`,
    chargeIds: first.map(({ id }) => id),
  };
  const singles = later.slice(0, maxSingles).map(({ id, description, dueOn, openCents }) => ({
    cents: openCents,
    label: `${description}, due ${dayWords(dueOn)}`,
    chargeIds: [id],
  }));
  const split = later.length === 0 && first.length !== 1 ? [] : [dueFirst, ...singles];
  const choices = [...split, all].filter(({ cents }) => cents >= limits.paymentMinCents && cents <= limits.paymentMaxCents);
  return choices.filter(({ cents }, index) => choices.findIndex((other) => other.cents === cents) === index);
}

/** Says what of a lease is due first and since when, and what follows: "$60.00 past due since Nov 21", "Then $1,450.00 due Dec 1". */
export function owedWords(lease: OwnLease): { now: string; after: string | null } {
  const { owed, late, dueOn } = lease;
  if (dueOn === null) return { now: "Nothing is due", after: nextWords(lease) };
  const { first, later } = dueParts(lease);
  const lateCents = centsOf(late);
  const now =
    lateCents > 0
      ? `${formatUsd(lateCents)} past due since ${dayWords(dueOn)}`
      : `${formatUsd(Math.min(sumOf(first), centsOf(owed)))} due ${dayWords(dueOn)}`;
  const [next] = later;
  if (next) {
    const cents = sumOf(later.filter((charge) => charge.dueOn === next.dueOn));
    return { now, after: `Then ${formatUsd(cents)} due ${dayWords(next.dueOn)}` };
  }
  const restCents = centsOf(owed) - lateCents;
  return { now, after: lateCents > 0 && restCents > 0 ? `Then ${formatUsd(restCents)} due later` : null };
}

/** Says what the next rent is: "Next: $1,450.00 on Jan 1". Null if none follows. */
export function nextWords({ next }: OwnLease): string | null {
  return next && `Next: ${formatUsd(centsOf(next.amount))} on ${dayWords(next.dueOn)}`;
}

/** Returns the bills that an amount pays, for the summary, and their name if it pays them whole. */
export function paidBills(lease: OwnLease | undefined, choices: readonly PayChoice[], cents: number | null) {
  if (lease === undefined || cents === null) return { bill: null, name: null };
  const paid = sharesOf(openBills(lease), cents, choices.find((choice) => choice.cents === cents)?.chargeIds);
  const lines = paid.shares.map((share) => ({ description: share.charge.description, amount: wireAmount(share.cents) }));
  const name = nameOfBills(paid, `${lease.property} ${lease.unit}`, limits.descriptionMaxLength);
  return { bill: { lines, credit: wireAmount(paid.creditCents), returned: 0 }, name };
}
