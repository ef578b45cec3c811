import type { Transaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { createRandom } from "@hearth/db/testing/random";
import { type Day, dayAfter, dayIn, later, monthAfter, monthOf, startOfDay } from "@hearth/domain/rent/calendar";
import { chargeLeases } from "@hearth/server/features/rent/charges/make-charges";
import { eq } from "drizzle-orm";
import { demoTimeZone } from "./calendar.ts";
import { type DemoConsumer, demoConsumers } from "./cast.ts";
import { demoId } from "./demo-ids.ts";
import { listCompletedPayments, firstMonthOfCurrentRent, type RentPayment, rentBeforeIncrease } from "./rent-payments.ts";
import type { PeopleRefs } from "./people-rows.ts";
import { neighbours } from "./rent-neighbours.ts";
import { consumerJoinedAt } from "./wallets.ts";

/** The landlord of the demo's tenants. */
const landlord = "juniper";

interface Writing {
  tx: Transaction;
  now: Date;
  today: Day;
  merchantId: string;
  ownerId: string;
}

/**
 * Writes the landlord's properties with forty tenants. Those with an account pay through Hearth, and their ledgers contain their real
 * payments. The others are not on Hearth yet, so the landlord records their payments. Some are late, and one utility bill is partly paid.
 */
export async function writeRent(tx: Transaction, now: Date, people: PeopleRefs): Promise<void> {
  const merchant = people.merchants.get(landlord);
  if (!merchant) throw new Error("The demo has no landlord");
  const writing = { tx, now, today: dayIn(now, demoTimeZone), merchantId: merchant.merchantId, ownerId: merchant.ownerId };
  const court = await writeProperty(writing, "Juniper Court", "2140 Juniper Court, Providence, RI 02906");
  const renters = demoConsumers.filter(
    (consumer) => consumer.merchant === landlord && consumer.rentCents !== null && consumer.aptNumber !== null,
  );
  const places = new Map<string, string>();
  for (const consumer of renters) {
    const unit = consumer.aptNumber ?? "";
    const unitId = places.get(unit) ?? (await writeUnit(writing, court, unit));
    places.set(unit, unitId);
    await writeTenancy(writing, consumer, unitId, people);
  }
  for (const { property, address, tenants } of neighbours) {
    const propertyId = await writeProperty(writing, property, address);
    for (const neighbour of tenants) await writeNeighbour(writing, neighbour, await writeUnit(writing, propertyId, neighbour.unit));
  }
  await charge(writing);
}

async function writeProperty({ tx, now, merchantId }: Writing, name: string, address: string): Promise<string> {
  const id = demoId(now, "property", name);
  await tx.insert(properties).values({ id, merchantId, name, address, createdAt: now });
  return id;
}

async function writeUnit({ tx, now }: Writing, propertyId: string, name: string): Promise<string> {
  const id = demoId(now, "unit", propertyId, name);
  await tx.insert(units).values({ id, propertyId, name, createdAt: now });
  return id;
}

interface LeaseOptions {
  key: string;
  unitId: string;
  startsOn: Day;
  endsOn: Day | null;
  /** The first month to charge. */
  chargedFrom: Day;
  /** The monthly rents, each with its first month. */
  rents: { fromPeriod: Day; cents: number }[];
}

async function writeLease({ tx, now, merchantId, ownerId }: Writing, options: LeaseOptions): Promise<string> {
  const { key, unitId, startsOn, endsOn, chargedFrom, rents } = options;
  const id = demoId(now, "lease", key);
  const term = { unitId, startsOn, endsOn, timeZone: demoTimeZone, proration: "days" as const };
  const next = { nextPeriod: monthOf(chargedFrom), nextChargeAt: startOfDay(startsOn, demoTimeZone) };
  await tx.insert(leases).values({ id, merchantId, ...term, ...next, createdAt: now, updatedAt: now });
  const terms = { leaseId: id, dueDay: 1, graceDays: 5, createdBy: ownerId, createdAt: now };
  await tx.insert(leaseTerms).values(rents.map(({ fromPeriod, cents }) => ({ ...terms, fromPeriod, rentCents: cents })));
  return id;
}

/** Writes the lease of a tenant with an account. Its ledger has their real payments, each on the day of its block. */
async function writeTenancy(writing: Writing, consumer: DemoConsumer, unitId: string, people: PeopleRefs): Promise<void> {
  const { tx, now, today, ownerId } = writing;
  const user = people.consumers.get(consumer.key);
  if (!user) throw new Error(`The demo has no ${consumer.key}`);
  const paid = await listCompletedPayments(tx, user.id);
  const rents = paid.filter(({ isRent }) => isRent);
  const startsOn = rents[0] ? monthOf(rents[0].on) : dayIn(consumerJoinedAt(consumer, now), demoTimeZone);
  const endsOn = consumer.leftDaysAgo === null ? null : dayAfter(today, -consumer.leftDaysAgo);
  const cents = consumer.rentCents ?? 0;
  const raised = later(monthOf(startsOn), firstMonthOfCurrentRent(today));
  const versions = [
    { fromPeriod: monthOf(startsOn), cents: raised > monthOf(startsOn) ? rentBeforeIncrease(cents) : cents },
    ...(raised > monthOf(startsOn) ? [{ fromPeriod: raised, cents }] : []),
  ];
  const leaseId = await writeLease(writing, { key: consumer.key, unitId, startsOn, endsOn, chargedFrom: startsOn, rents: versions });
  const { id: userId, email, firstName, lastName } = user;
  const tenant = { id: demoId(now, "lease tenant", consumer.key), leaseId, name: `${firstName} ${lastName}`, email };
  await tx.insert(leaseTenants).values({ ...tenant, userId, createdAt: now, joinedAt: now });
  const counted = paid.filter(({ on, isRent, isUtility }) => on >= startsOn && (isRent || isUtility));
  const isBilled = consumer.bills.includes("utilities");
  for (const payment of counted) {
    const billed =
      isBilled && payment.isUtility
        ? await writeUtility(writing, leaseId, payment.description, payment.cents, dayAfter(payment.on, 3))
        : null;
    await writePaid(writing, leaseId, user.id, payment, billed);
  }
  if (consumer.key !== "maya") return;
  const meter = await writeUtility(writing, leaseId, "Water meter, replaced share", 9_840, dayAfter(today, -6));
  const check = { key: "maya's check", cents: 3_840, on: dayAfter(today, -6), note: "By check, at the office" };
  await writeOutside(writing, { leaseId, ...check }, ownerId, [meter]);
}

/** Links a payment to its lease. The database then writes the ledger line for the money that arrived. */
async function writePaid({ tx }: Writing, leaseId: string, userId: string, paid: RentPayment, chargeId: string | null): Promise<void> {
  const { paymentId, at } = paid;
  const id = demoId(at, "lease credit", paymentId);
  const chosen = chargeId === null ? [] : [chargeId];
  await tx
    .insert(leaseCredits)
    .values({ id, leaseId, kind: "payment", paymentId, chosen, arrivedAt: at, createdBy: userId, createdAt: at });
}

async function writeUtility(
  { tx, now, ownerId }: Writing,
  leaseId: string,
  description: string,
  cents: number,
  dueOn: Day,
): Promise<string> {
  const id = demoId(now, "charge", leaseId, description, dueOn);
  const dueAt = startOfDay(dueOn, demoTimeZone);
  await tx.insert(charges).values({ id, leaseId, kind: "utility", description, cents, dueOn, dueAt, createdBy: ownerId, createdAt: now });
  await tx
    .insert(leaseEntries)
    .values({ leaseId, kind: "charge", chargeId: id, cents, effectiveOn: dueOn, postedAt: now, actorId: ownerId });
  return id;
}

interface Outside {
  leaseId: string;
  key: string;
  cents: number;
  on: Day;
  note: string;
}

async function writeOutside(
  { tx, now }: Writing,
  { leaseId, key, cents, on, note }: Outside,
  ownerId: string,
  chosen: string[] = [],
): Promise<void> {
  const id = demoId(now, "outside", leaseId, key);
  const arrivedAt = startOfDay(on, demoTimeZone);
  await tx.insert(leaseCredits).values({ id, leaseId, kind: "outside", chosen, arrivedAt, createdBy: ownerId, createdAt: now });
  const line = { leaseId, kind: "outside" as const, creditId: id, cents: -cents, effectiveOn: on, postedAt: now, note, actorId: ownerId };
  await tx.insert(leaseEntries).values(line);
}

/** Writes the lease of a tenant who is not on Hearth: three months of charges, and the payments that the landlord recorded. */
async function writeNeighbour(writing: Writing, neighbour: (typeof neighbours)[number]["tenants"][number], unitId: string): Promise<void> {
  const { tx, now, today, ownerId } = writing;
  const { name, rentCents, missed } = neighbour;
  const thisMonth = monthOf(today);
  const chargedFrom = monthAfter(thisMonth, -2);
  const startsOn = monthAfter(thisMonth, -9 - createRandom("moved in", name).between(0, 20));
  const rents = [{ fromPeriod: startsOn, cents: rentCents }];
  const leaseId = await writeLease(writing, { key: name, unitId, startsOn, endsOn: null, chargedFrom, rents });
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@mail.example`;
  await tx.insert(leaseTenants).values({ id: demoId(now, "lease tenant", name), leaseId, name, email, createdAt: now });
  for (let ago = 2; ago >= missed; ago--) {
    const month = monthAfter(thisMonth, -ago);
    const on = dayAfter(month, createRandom("paid", name, ago).between(0, 4));
    if (on <= today) await writeOutside(writing, { leaseId, key: month, cents: rentCents, on, note: "By bank transfer" }, ownerId);
  }
}

/** Charges everything due by now, with the product's own code. */
async function charge({ tx, now, merchantId }: Writing): Promise<void> {
  const own = await tx.select().from(leases).where(eq(leases.merchantId, merchantId));
  await chargeLeases(tx, own, now);
}
