import { leaseRules } from "../features/rent/charges/check-leases.ts";
import { checkBooks } from "./lease-acts.ts";
import { Broken } from "./lease-rulings.ts";
import type { LeaseWorld, Tenancy } from "./lease-world.ts";

/** What has to hold as a history ends, read as landlords and tenants read it. */
export async function checkAtEnd(world: LeaseWorld): Promise<void> {
  world.steps.push("end");
  for (const tenancy of world.tenancies) await countAll(world, tenancy);
  await world.run("allocate");
  for (const landlord of world.landlords) {
    await checkBooks(world, landlord);
    await checkHeld(world, landlord.id);
  }
  for (const tenancy of world.tenancies) await checkLease(world, tenancy);
  for (const rule of leaseRules) {
    const found = await rule.check(world.db, world.leaseIds);
    if (found.length > 0) throw new Broken("balanced", found.join("; "));
  }
}

async function countAll(world: LeaseWorld, tenancy: Tenancy): Promise<void> {
  if (tenancy.payments.some(({ state }) => state === "waits")) await world.stopCompletions(false);
}

async function checkHeld(world: LeaseWorld, landlordId: string): Promise<void> {
  const landlord = world.landlords.find(({ id }) => id === landlordId);
  const own = world.tenancies.filter((tenancy) => tenancy.landlord === landlord);
  if (!landlord || own.some(({ paper }) => paper.isLoose)) return;
  const { depositHeld } = await world.calls(landlord).rollSums({ period: "2026-12" });
  const held = own.reduce((total, { paper }) => total + paper.held(), 0);
  if (Math.round(depositHeld * 100) !== held) throw new Broken("held", `${depositHeld} is said to be held and not ${held / 100}`);
}

async function checkLease(world: LeaseWorld, tenancy: Tenancy): Promise<void> {
  const { leaseId, landlord, paper, tenantId } = tenancy;
  const balance = paper.balance();
  const { owed, credit } = await world.calls(landlord).lease({ leaseId });
  if (Math.round((owed - credit) * 100) !== balance) throw new Broken("sums", `The lease says ${owed} owed and ${credit} prepaid, and not ${balance}`);
  const rows = (await world.calls(landlord).tenants({ state: "all" })).items;
  const row = rows.find(({ _id }) => _id === leaseId);
  if (balance !== 0) {
    const mine = await world.callsOf(tenantId, "consumer").rent.mine();
    if (!row) throw new Broken("over", `The landlord's list lacks a lease with ${balance}`);
    if (!mine.some(({ _id }) => _id === leaseId)) throw new Broken("over", `The tenant's list lacks a lease with ${balance}`);
  }
  const paid = row?.lastPaid;
  if (!paid) return;
  const isMoney = paper.credits.some((each) => (each.kind === "payment" || each.kind === "outside") && paper.cameOf(each) > 0);
  if (!isMoney) throw new Broken("lastPaid", `${paid.amount} is said to be paid on ${paid.on}, and all money was taken back`);
}
