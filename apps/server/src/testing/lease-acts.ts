import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { users } from "@hearth/db/schema/users";
import { makeUnit } from "@hearth/db/testing/rent-factories";
import { writeMany } from "@hearth/db/testing/write-many";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { type Day, dayAfter, later, monthAfter } from "@hearth/domain/rent/calendar";
import { addLeaseCreditInput, endLeaseInput, voidChargeInput } from "@hearth/domain/rent/inputs";
import { and, desc, eq, sql } from "drizzle-orm";
import { appRouter } from "../trpc/root.ts";
import { type Act, amountFor, callByName, dayBefore, openCharges, perform, refusalOf, refused, rents, startMs } from "./lease-act.ts";
import { wrongFees } from "./lease-fees.ts";
import { type LeaseModel, type ModelCharge, type ModelCredit, type PaperTerms, standIn } from "./lease-model.ts";
import { paymentActs } from "./lease-payment-acts.ts";
import { Broken } from "./lease-rulings.ts";
import { type Landlord, type LeaseWorld, startsOn, type Tenancy } from "./lease-world.ts";

const uuidOf = (kind: "charge" | "leaseCredit", id: string) => parsePublicId(kind, id) ?? "";
const idOf = ({ id }: ModelCharge) => publicId("charge", id ?? "");

const charge: Act = async (world, tenancy) => {
  const cents = world.random.between(2, 60) * 50;
  const kind = world.pick(["utility", "repair", "deposit", "deposit"] as const) ?? "utility";
  const dueOn = dayAfter(dayBefore(world, tenancy, 20), world.random.between(0, 25));
  const input = { leaseId: tenancy.leaseId, kind, description: "Something", amount: wireAmount(cents), dueOn };
  const { _id } = await perform(world.calls(tenancy.landlord).addCharge(input), "charged", `A ${kind} of ${cents} for ${dueOn}`);
  tenancy.model.add({ kind, id: uuidOf("charge", _id), cents, dueOn }, world.now);
  tenancy.model.put();
};

async function note(
  world: LeaseWorld,
  tenancy: Tenancy,
  given: { kind: Exclude<ModelCredit["kind"], "payment">; cents: number; on: Day; voidFees?: boolean },
) {
  const { kind, cents, on, voidFees = false } = given;
  const also = voidFees && "voidFees" in addLeaseCreditInput.shape ? { voidFees } : {};
  const input = { leaseId: tenancy.leaseId, kind, amount: wireAmount(cents), on, note: "Noted", ...also };
  const { _id } = await perform(world.calls(tenancy.landlord).addCredit(input), "sums", `${kind} of ${cents} on ${on}`);
  const credit = tenancy.model.receiveCredit({ kind, id: uuidOf("leaseCredit", _id) }, cents, startMs(on, tenancy));
  tenancy.model.put();
  return credit;
}

const credit: Act = async (world, tenancy) => {
  const kind = world.random.chance(0.5) ? ("outside" as const) : ("credit" as const);
  await note(world, tenancy, { kind, cents: world.random.between(2, 60) * 50, on: dayBefore(world, tenancy, 25) });
};

const writeOff: Act = async (world, tenancy) => {
  const open = openCharges(tenancy).reduce((total, each) => total + tenancy.model.openOf(each), 0);
  const unused = Math.max(0, open - Math.max(0, tenancy.model.balance()));
  if (open - unused < 100 || tenancy.model.isLoose) return;
  await note(world, tenancy, { kind: "writeOff", cents: world.pick([open - unused, 100]) ?? 100, on: dayBefore(world, tenancy, 3) });
};

/** Notes a check that pays the rent, up to six days after it came. */
const check: Act = async (world, tenancy) => {
  await note(world, tenancy, { kind: "outside", cents: amountFor(world, tenancy), on: dayBefore(world, tenancy, 6) });
};

/** Notes money for the day on which it came, and voids the late fees charged since. */
const noteLate: Act = async (world, tenancy) => {
  const { model } = tenancy;
  const fee = model.charges.find(({ kind, isVoided, rent }) => kind === "lateFee" && !isVoided && rent?.isUnsure === false);
  if (!fee?.rent || model.isLoose) return;
  const on = dayAfter(fee.rent.dueOn, world.random.between(-3, 0));
  const cents = model.openOf(fee.rent);
  if (cents < 1 || on < startsOn || on > world.today(model.term.timeZone)) return;
  await note(world, tenancy, { kind: "outside", cents, on, voidFees: true });
  const { needless, excessCents } = wrongFees(model);
  for (const each of needless) model.void(each);
  if (excessCents > 0) await takeExcess(world, tenancy, excessCents);
  model.put();
};

/** Adds the credit by which the product made late fees smaller. The rulings do not decide what such fees mean for later ones. */
async function takeExcess(world: LeaseWorld, { model, uuid }: Tenancy, cents: number): Promise<void> {
  model.isLoose = true;
  const [row] = await world.db
    .select()
    .from(leaseCredits)
    .where(and(eq(leaseCredits.leaseId, uuid), eq(leaseCredits.kind, "credit")))
    .orderBy(desc(leaseCredits.id))
    .limit(1);
  model.receiveCredit({ kind: "credit", id: row?.id ?? "" }, cents, world.now);
}

/** Notes a part of a rent for its due day, long after, and keeps the late fees. */
const noteEarlier: Act = async (world, tenancy) => {
  const { model } = tenancy;
  const rent = rents(tenancy).find((each) => model.feesOf(each).length > 0 && model.openOf(each) > 2_000);
  if (!rent || rent.dueOn > world.today(model.term.timeZone)) return;
  await note(world, tenancy, { kind: "outside", cents: Math.floor(model.openOf(rent) / 2), on: rent.dueOn });
};

const voidCharge: Act = async (world, tenancy) => {
  const chosen = world.pick(
    tenancy.model.charges.filter(({ id, isVoided, kind }) => id !== null && !isVoided && kind !== "lateFee" && kind !== "rent"),
  );
  if (!chosen) return;
  await perform(world.calls(tenancy.landlord).voidCharge({ chargeId: idOf(chosen), reason: "Wrong" }), "charged", "Voiding a charge");
  tenancy.model.void(chosen);
  tenancy.model.put();
};

const voidRent: Act = async (world, tenancy) => {
  const chosen = world.pick(rents(tenancy));
  if (!chosen) return;
  await perform(world.calls(tenancy.landlord).voidCharge({ chargeId: idOf(chosen), reason: "Wrong" }), "charged", "Voiding a rent");
  tenancy.model.void(chosen);
  tenancy.model.put();
};

const waiveOne: Act = async (world, tenancy) => {
  const fee = world.pick(tenancy.model.charges.filter(({ kind, isVoided }) => kind === "lateFee" && !isVoided));
  if (!fee) return;
  await perform(world.calls(tenancy.landlord).voidCharge({ chargeId: idOf(fee), reason: "Kind" }), "charged", "Waiving a fee");
  tenancy.model.void(fee);
  tenancy.model.put();
};

/** Waives all late fees of a rent: in one act, or one by one where the product has no such act. */
const waiveAll: Act = async (world, tenancy) => {
  const rent = world.pick(rents(tenancy).filter((each) => tenancy.model.feesOf(each).length > 0));
  if (!rent) return;
  const fees = tenancy.model.feesOf(rent);
  const also = "fees" in voidChargeInput.shape ? { fees: "all" as const } : null;
  for (const fee of also ? fees.slice(0, 1) : fees) {
    const input = { chargeId: idOf(fee), reason: "Kind", ...also };
    await perform(world.calls(tenancy.landlord).voidCharge(input), "charged", "Waiving all fees");
  }
  for (const fee of fees) tenancy.model.void(fee);
  rent.areFeesWaived = true;
  tenancy.model.put();
};

const bounce: Act = async (world, tenancy) => {
  const { model } = tenancy;
  const isThere = (each: ModelCredit) => each.kind !== "payment" && each.id !== standIn && model.cameOf(each) > 0;
  const chosen = world.pick(model.credits.filter(isThere));
  if (!chosen) return;
  const input = { creditId: publicId("leaseCredit", chosen.id), reason: "Bounced" };
  await perform(world.calls(tenancy.landlord).reverseCredit(input), "sums", `Taking back a ${chosen.kind}`);
  model.takeBack(chosen);
  model.put();
};

/** Adds terms, also for the next month where the change before left its rest to it. */
function setTerms(model: LeaseModel, terms: PaperTerms): void {
  const next = monthAfter(terms.from, 1);
  const { from, isRest } = model.termsOf(next);
  model.terms.push({ ...terms, isRest: false });
  if (isRest && from === next) model.terms.push({ ...terms, from: next, isRest: true });
}

/** Sets other terms from the first uncharged month on: another rent and another due day. */
const changeTerms: Act = async (world, tenancy) => {
  const { model, landlord, leaseId } = tenancy;
  if (model.rentOf(model.nextPeriod) === null) return;
  const calls = world.calls(landlord);
  const { updatedAt, nextPeriod } = await calls.lease({ leaseId });
  if (nextPeriod !== model.nextPeriod) return;
  const rentCents = world.random.between(20, 90) * 2_000;
  const dueDay = world.pick([1, 1, 5, 25]) ?? 1;
  const { fee, graceDays } = model.termsOf(nextPeriod);
  const lateFee = fee && {
    lateFeeKind: fee.kind,
    lateFeeAmount: wireAmount(fee.amount),
    lateFeeRepeats: fee.repeats,
    ...(fee.capCents !== null && { lateFeeCap: wireAmount(fee.capCents) }),
  };
  const input = {
    leaseId,
    effectiveFrom: nextPeriod,
    rent: wireAmount(rentCents),
    dueDay,
    graceDays,
    seenAt: updatedAt,
    beyondLaw: true,
    ...lateFee,
  };
  await perform(calls.changeLease(input), "charged", `Terms from ${nextPeriod}, due day ${dueDay}`);
  const { dueDay: before } = model.termsOf(nextPeriod);
  setTerms(model, { from: nextPeriod, rentCents, dueDay, graceDays, fee });
  const isOver = (model.rentOf(nextPeriod)?.dueOn ?? "9999") < world.today(model.term.timeZone);
  // A month whose new due day has passed already may keep its former one, so that the change makes nobody late.
  if (isOver && (await calls.lease({ leaseId })).nextPeriod === nextPeriod) {
    model.terms.push({ from: nextPeriod, rentCents, dueDay: before, graceDays, fee });
    model.terms.push({ from: monthAfter(nextPeriod, 1), rentCents, dueDay, graceDays, fee, isRest: true });
  }
  model.chargeDue(world.now);
  model.put();
};

/** True where the product can remove an end, and where it can renew a lease in one act. */
const canRemoveEnd = endLeaseInput.shape.endsOn.safeParse(null).success;
const canRenew = "rent.renewLease" in appRouter._def.procedures;

/** Sets, moves or removes the end of a lease, also within charged months. */
const moveEnd: Act = async (world, tenancy) => {
  const { model, landlord, leaseId } = tenancy;
  const day = dayAfter(world.today(model.term.timeZone), world.random.between(-10, 60));
  const endsOn = canRemoveEnd && world.random.chance(0.25) ? null : day;
  const calls = world.calls(landlord);
  const { updatedAt } = await calls.lease({ leaseId });
  await perform(
    callByName(calls, "endLease", { leaseId, endsOn, seenAt: updatedAt }),
    "ends",
    `An end on ${endsOn} instead of ${model.term.endsOn ?? "none"}`,
  );
  await takeEnd(world, model, endsOn);
};

async function takeEnd(world: LeaseWorld, model: LeaseModel, endsOn: Day | null): Promise<void> {
  model.isLoose = true;
  model.hasMovedEnd = true;
  model.term = { ...model.term, endsOn };
  // A month charged again for other days keeps its late fees. A month without any days loses them, and may get others when it is charged anew.
  const over = model.charges.filter(({ kind, period }) => kind === "rent" && period !== null && model.rentOf(period) === null);
  for (const fee of over.flatMap((rent) => model.feesOf(rent))) {
    model.void(fee);
    fee.rent = null;
  }
  model.chargeDue(world.now);
  await world.run("charge");
}

/** Renews a lease: a later end or none, with another rent from the first uncharged month on. */
const renew: Act = async (world, tenancy) => {
  const { model, landlord, leaseId } = tenancy;
  if (!canRenew || model.term.endsOn === null) return;
  const calls = world.calls(landlord);
  const { updatedAt, nextPeriod } = await calls.lease({ leaseId });
  const monthEnd = dayAfter(nextPeriod, world.random.between(40, 100));
  const endsOn = world.random.chance(0.3) ? null : later(monthEnd, dayAfter(model.term.endsOn, 30));
  const rentCents = world.random.between(20, 90) * 2_000;
  const terms = { ...model.termsOf(nextPeriod), from: nextPeriod, rentCents, fee: null };
  const { dueDay, graceDays } = terms;
  const input = { leaseId, endsOn, effectiveFrom: nextPeriod, rent: wireAmount(rentCents), dueDay, graceDays, seenAt: updatedAt };
  await perform(
    callByName(calls, "renewLease", input),
    "ends",
    `A renewal until ${endsOn ?? "further notice"} instead of ${model.term.endsOn}`,
  );
  setTerms(model, terms);
  await takeEnd(world, model, endsOn);
};

const suspend: Act = async (world, { landlord }) => world.suspend(landlord, !world.isSuspended(landlord));

/** Suspends an account that rents under the lease, or makes it active. Often the other one too, so that nobody can pay. */
const suspendPayer: Act = async (world, { payers: [first, ...others] }) => {
  const isEnding = first !== undefined && world.isSuspended(first);
  const status = isEnding ? "active" : "suspended";
  for (const { id, stops } of [first, ...(world.random.chance(0.7) ? others : [])].filter((payer) => payer !== undefined)) {
    if (world.isSuspended({ stops }) !== isEnding) continue;
    await world.db.update(users).set({ status, updatedAt: world.harness.clock.now() }).where(eq(users.id, id));
    if (isEnding) for (const stop of stops.slice(-1)) stop.to = world.now;
    else stops.push({ why: "suspended", from: world.now, to: null });
  }
};

const closeMonth: Act = async (world, { landlord }) => {
  if (world.isSuspended(landlord)) return;
  const last = landlord.closes.at(-1);
  const period = last === undefined ? "2026-11" : last.period === "2026-11" ? "2026-12" : "2027-01";
  if (last?.period === period || `${period}-31` >= world.today(landlord.timeZone)) return;
  const { before, after } = await perform(world.calls(landlord).closeMonth({ period }), "exported", `Closing ${period}`);
  if (last !== undefined && Math.round(before * 100) !== last.after)
    throw new Broken("follows", `${period} begins with ${before} and not ${last.after / 100}`);
  landlord.closes.push({ period, movedCents: Math.round((after - before) * 100), after: Math.round(after * 100) });
  await checkBooks(world, landlord);
};

/** Sums each closed month's accounting file like an accounting program, and compares the sums with the close. */
export async function checkBooks(world: LeaseWorld, landlord: Landlord): Promise<void> {
  for (const { period, movedCents } of landlord.closes) {
    const { content } = await world.calls(landlord).accountingFile({ period });
    const [, ...rows] = Buffer.from(content, "base64").toString("utf8").trim().split("\r\n");
    const sums = new Map<string, number>();
    for (const row of rows) {
      const cells = (row.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? []).map((cell) => cell.replace(/,$/, ""));
      const [, , account = "", debit, credit_] = cells;
      sums.set(account, (sums.get(account) ?? 0) + Math.round((Number(debit) - Number(credit_)) * 100));
    }
    const all = [...sums.values()].reduce((total, cents) => total + cents, 0);
    if (all !== 0) throw new Broken("exported", `The file of ${period} is not balanced: ${all}`);
    const receivable = sums.get("Accounts Receivable") ?? 0;
    if (receivable !== movedCents) throw new Broken("exported", `The file of ${period} says ${receivable} and the close ${movedCents}`);
  }
}

const oddZones = ["AET", "CTT", "US/Pacific-New", "-05:00", "+05", "IST", "EST", "PST8PDT "];

async function enterLease(world: LeaseWorld, landlord: Landlord, values: object) {
  const { unit } = await makeUnit(world.db, { merchantId: landlord.id });
  const tenant = { name: "Maya Torres", email: `odd.${unit.id}@example.com` };
  const input = { unitId: publicId("unit", unit.id), rent: "100.00", timeZone: landlord.timeZone, tenants: [tenant], startsOn, ...values };
  return world.calls(landlord).createLease(input);
}

const oddZone: Act = async (world, { landlord }) => {
  const timeZone = world.pick(oddZones) ?? "";
  await refused(enterLease(world, landlord, { timeZone, startsOn: "2027-06-01" }), "zone", `The time zone ${timeZone}`);
};

const oddNumber: Act = async (world, { landlord, leaseId, model }) => {
  if (world.random.chance(0.3)) {
    const calls = world.calls(landlord);
    const { updatedAt } = await calls.lease({ leaseId });
    const effectiveFrom = dayAfter(model.nextPeriod, 19);
    await refused(
      calls.changeLease({ leaseId, effectiveFrom, rent: "10.00", seenAt: updatedAt }),
      "numbers",
      `Terms from ${effectiveFrom}, of a month that is charged whole,`,
    );
    return;
  }
  const odd = world.pick([{ graceDays: null }, { dueDay: "0x10" }, { graceDays: "1e1" }, { rent: "0x10" }]);
  await refused(enterLease(world, landlord, { startsOn: "2027-06-01", ...odd }), "numbers", JSON.stringify(odd));
};

const oddDay: Act = async (world, tenancy) => {
  const on = world.pick(["2199-12-31", "2000-01-01", dayAfter(world.today(tenancy.model.term.timeZone), 40)]) ?? "";
  const input = { leaseId: tenancy.leaseId, kind: "credit" as const, amount: "10.00", on, note: "Noted" };
  await refused(world.calls(tenancy.landlord).addCredit(input), "creditDay", `A credit of ${on}`);
};

/** A month of a lease in Samoa that skipped a day, with a late fee for each day of a week. */
const samoa: Act = async (world, { landlord }) => {
  const fee = {
    lateFeeKind: "fixed",
    lateFeeAmount: "1.00",
    lateFeeRepeats: "daily",
    lateFeeCap: "20.00",
    pastLateFees: true,
    beyondLaw: true,
  };
  const days = { startsOn: "2011-12-01", endsOn: "2011-12-31", dueDay: 20, timeZone: "Pacific/Apia" };
  await perform(enterLease(world, landlord, { ...days, ...fee }), "others", "A lease in Samoa");
};

/** A lease with two years of daily late fees, or with half a year where a new lease may not have that many. */
const longArrears: Act = async (world, { landlord }) => {
  const fee = { dueDay: 1, lateFeeKind: "fixed", lateFeeAmount: "1.00", lateFeeRepeats: "daily", pastLateFees: true, beyondLaw: true };
  await enterLease(world, landlord, { startsOn: "2024-11-01", ...fee }).catch((error: unknown) => {
    if (refusalOf(error) === null) throw error;
    return perform(enterLease(world, landlord, { startsOn: "2026-06-01", ...fee }), "others", "A lease with half a year of late fees");
  });
};

/** A lease with 17,000 charges of a cent, and a check that pays them all. */
const manyCents: Act = async (world, { landlord }) => {
  const { _id } = await perform(enterLease(world, landlord, { startsOn: "2027-06-01" }), "others", "A lease");
  const lease = parsePublicId("lease", _id);
  await writeMany(
    world.db,
    sql`
      with made as (
        insert into charges (lease_id, kind, description, cents, due_on, due_at, created_at)
        select ${lease}::uuid, 'other', 'A cent', 1, '2026-11-01', '2026-11-01', '2026-11-01' from generate_series(1, 17000) returning *
      )
      insert into lease_entries (lease_id, kind, charge_id, cents, effective_on, posted_at) select lease_id, 'charge', id, cents, due_on, created_at from made`,
    sql`
      with made as (
        insert into lease_credits (lease_id, kind, arrived_at, created_by, created_at)
        values (${lease}::uuid, 'outside', '2026-11-02', ${landlord.ownerUserId}::uuid, '2026-11-02') returning *
      )
      insert into lease_entries (lease_id, kind, credit_id, cents, effective_on, posted_at)
      select lease_id, 'outside', id, -20000, '2026-11-02', created_at from made`,
  );
};

export const poisons = { samoa, longArrears, manyCents } satisfies Record<string, Act>;
export const acts = {
  ...paymentActs,
  charge,
  credit,
  writeOff,
  check,
  noteLate,
  noteEarlier,
  voidCharge,
  voidRent,
  waiveOne,
  waiveAll,
  bounce,
  changeTerms,
  moveEnd,
  renew,
  suspend,
  suspendPayer,
  closeMonth,
  oddZone,
  oddNumber,
  oddDay,
} satisfies Record<string, Act>;

export type ActName = keyof typeof acts;

/** Acts that often follow an act on the same lease, and that chance alone seldom puts in a row. */
export const follows: Partial<Record<ActName, readonly ActName[]>> = {
  check: ["bounce"],
  noteEarlier: ["noteEarlier"],
  charge: ["pay", "writeOff", "giveDepositBack"],
  pay: ["reorganise", "giveBack", "loseDispute", "giveDepositBack", "moveEnd"],
  waiveOne: ["waiveAll"],
  moveEnd: ["moveEnd", "renew"],
  renew: ["moveEnd", "pay"],
  suspendPayer: ["suspendPayer"],
  closeMonth: ["credit", "check", "closeMonth"],
  credit: ["bounce"],
};
