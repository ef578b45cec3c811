import * as tables from "@hearth/db/schema";
import { dayIn } from "@hearth/domain/rent/calendar";
import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { leaseRules } from "../features/rent/charges/check-leases.ts";
import { refusalOf } from "./lease-act.ts";
import { checkBooks } from "./lease-acts.ts";
import { type LeaseModel, type ModelCharge, type ModelCredit, sum } from "./lease-model.ts";
import { Broken } from "./lease-rulings.ts";
import type { Landlord, LeaseWorld, Tenancy } from "./lease-world.ts";

/** Checks the invariants at the end of a history through the calls of landlords and tenants. */
export async function checkAtEnd(world: LeaseWorld): Promise<void> {
  world.steps.push("end");
  await world.run("allocate");
  for (const landlord of world.landlords) {
    await checkBooks(world, landlord);
    await checkHeld(world, landlord);
    await checkLists(world, landlord);
  }
  await checkSetAside(world);
  await checkDays(world);
  const tenancy = world.tenancies.find(
    ({ model }) => !model.isLoose && model.puts.some((put) => put.charge.kind === "rent" && isGiven(put.credit)),
  );
  if (tenancy) await checkRecord(world, tenancy);
  for (const rule of leaseRules) {
    const found = await rule.check(world.db, world.leaseIds);
    if (found.length > 0) throw new Broken("balanced", found.join("; "));
  }
}

/** Checks that no lease of the history failed in a job: only poisoned data may be set aside. */
async function checkSetAside(world: LeaseWorld): Promise<void> {
  if (!("setAside" in tables)) return;
  const { setAside } = tables;
  const [row] = await world.db.select().from(setAside).where(inArray(setAside.item, world.leaseIds));
  if (row) throw new Broken("others", `A lease was set aside: ${JSON.stringify(row)}`);
}

async function checkHeld(world: LeaseWorld, landlord: Landlord): Promise<void> {
  const landlordTenancies = world.tenancies.filter((tenancy) => tenancy.landlord === landlord);
  if (
    landlordTenancies.some(({ model }) => model.isLoose) ||
    !landlordTenancies.some(({ model }) => model.charges.some(({ kind }) => kind === "deposit"))
  )
    return;
  const { depositHeld } = await world.calls(landlord).rollSums({ period: "2026-12" });
  const heldCents = landlordTenancies.reduce((total, { model }) => total + model.heldDepositCents(), 0);
  if (Math.round(depositHeld * 100) !== heldCents) throw new Broken("held", `${depositHeld} is said to be held and not ${heldCents / 100}`);
}

/** Compares the landlord's list of leases with the reference model, and the tenants' lists for leases with something open or prepaid. */
async function checkLists(world: LeaseWorld, landlord: Landlord): Promise<void> {
  const { items } = await world.calls(landlord).tenants({ state: "all" });
  for (const { leaseId, tenantId, model, payments } of world.tenancies.filter((tenancy) => tenancy.landlord === landlord)) {
    const balance = model.balance();
    const row = items.find(({ _id }) => _id === leaseId);
    const isOver = model.term.endsOn !== null && model.term.endsOn < world.today(model.term.timeZone);
    if (!row) {
      if (balance !== 0) throw new Broken("over", `The landlord's list lacks a lease with ${balance}`);
      continue;
    }
    const shownCents = Math.round((row.owed - row.credit) * 100);
    if (shownCents !== balance) throw new Broken("sums", `The list says ${shownCents} and not ${balance}`);
    if (balance !== 0 && isOver) {
      const mine = await world.callsOf(tenantId, "user").rent.mine();
      if (!mine.some(({ _id }) => _id === leaseId)) throw new Broken("over", `The tenant's list lacks a lease with ${balance}`);
    }
    // Refunded money counts as paid.
    if (!payments.some(({ state }) => state === "refunded")) checkLastPaid(model, row.lastPaid);
  }
}

function checkLastPaid(model: LeaseModel, paid: { on: string; amount: number } | null): void {
  const isMoney = model.credits.some((each) => (each.kind === "payment" || each.kind === "outside") && model.cameOf(each) > 0);
  if (paid && !isMoney) throw new Broken("lastPaid", `${paid.amount} is said to be paid on ${paid.on}, and all money was taken back`);
}

const recordFile = z.object({
  record: z.object({ charges: z.object({ kind: z.string(), dueOn: z.string(), cents: z.number(), paidAt: z.number() }).array() }),
});

const isGiven = ({ kind }: ModelCredit) => kind === "credit" || kind === "writeOff";

/** Checks that money of a payment is dated on the day of its block, also after a refund of it left the chain. */
async function checkDays(world: LeaseWorld): Promise<void> {
  const lines = await world.db.execute<{ paymentId: string; on: string; cents: number }>(sql`
    select k.payment_id as "paymentId", e.effective_on::text as on, -sum(e.cents)::float8 as cents from lease_entries e join lease_credits k on k.id = e.credit_id
    where e.lease_id = any(${sql.param(world.leaseIds)}::uuid[]) and (e.kind = 'payment' or (e.kind = 'reversal' and e.cents > 0))
    group by 1, 2 having sum(e.cents) <> 0`);
  for (const { payments, model } of world.tenancies) {
    for (const { credit, paymentId, transfer, cents, state } of payments) {
      if (credit === null) continue;
      const actualText = lines.flatMap((line) => (line.paymentId === paymentId ? [`${line.cents} on ${line.on}`] : [])).join(", ");
      const expectedText = state === "gone" ? "" : `${cents} on ${dayIn(transfer.blockTime, model.term.timeZone)}`;
      if (actualText !== expectedText)
        throw new Broken("days", `${model.name}: ${actualText || "nothing"} and not ${expectedText || "nothing"}`);
    }
  }
}

/** Checks the credited and written-off rent in a signed record. */
async function checkRecord(world: LeaseWorld, { leaseId, tenantId, model }: Tenancy): Promise<void> {
  const { records } = world.callsOf(tenantId, "user");
  const creditedOf = (rent: ModelCharge) =>
    sum(model.puts.map(({ charge, credit, cents }) => (charge === rent && credit.kind === "credit" ? cents : 0)));
  const asked = records.create({
    leaseId,
    startDate: "2026-11-01",
    endDate: "2027-06-30",
    allCharges: false,
    showTenant: false,
    showLandlord: false,
    showPlace: false,
  });
  const made = await asked.catch((error: unknown) => {
    const sentence = refusalOf(error);
    if (sentence === null) throw error;
    // Rent that was credited in full is left out of records.
    const isNothing = model.charges.every((each) => each.kind !== "rent" || each.isVoided || each.cents === creditedOf(each));
    if (!isNothing) throw new Broken("record", sentence);
    return null;
  });
  if (made === null) return;
  const { url } = made;
  const { document } = await records.shared({ reference: url.split("record=")[1] ?? "" });
  const { record } = recordFile.parse(JSON.parse(document));
  for (const { kind, dueOn, cents, paidAt } of record.charges) {
    const rent = model.charges.filter((each) => each.kind === "rent" && !each.isVoided && each.dueOn === dueOn);
    const [charge] = rent;
    if (kind !== "rent" || charge === undefined || rent.length > 1) continue;
    const sumOf = (which: ModelCredit["kind"]) =>
      sum(model.puts.map((put) => (put.charge === charge && put.credit.kind === which ? put.cents : 0)));
    const description = `The rent due ${dueOn} of ${charge.cents}, credited ${sumOf("credit")}, written off ${sumOf("writeOff")}, is ${cents}, ${paidAt > 0 ? "" : "not "}paid`;
    if (paidAt > 0 && sumOf("writeOff") > 0) throw new Broken("record", description);
    if (cents !== charge.cents - sumOf("credit")) throw new Broken("record", description);
  }
}
