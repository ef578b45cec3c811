import { dayIn } from "@hearth/domain/rent/calendar";
import { sql } from "drizzle-orm";
import { leaseRules } from "../features/rent/charges/check-leases.ts";
import { checkBooks } from "./lease-acts.ts";
import { type PaperCredit, sum } from "./lease-paper.ts";
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
  await checkDays(world);
  const written = world.tenancies.find(({ paper }) => !paper.isLoose && paper.puts.some((put) => put.charge.kind === "rent" && isGiven(put.credit)));
  if (written) await checkRecord(world, written);
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
    const mine = await world.callsOf(tenantId, "user").rent.mine();
    if (!row) throw new Broken("over", `The landlord's list lacks a lease with ${balance}`);
    if (!mine.some(({ _id }) => _id === leaseId)) throw new Broken("over", `The tenant's list lacks a lease with ${balance}`);
  }
  const paid = row?.lastPaid;
  if (!paid) return;
  const isMoney = paper.credits.some((each) => (each.kind === "payment" || each.kind === "outside") && paper.cameOf(each) > 0);
  if (!isMoney) throw new Broken("lastPaid", `${paid.amount} is said to be paid on ${paid.on}, and all money was taken back`);
}

const isGiven = ({ kind }: PaperCredit) => kind === "credit" || kind === "writeOff";

/** What came for a payment is on the day of its block, also after a refund of it left the chain. */
async function checkDays(world: LeaseWorld): Promise<void> {
  for (const { uuid, payments, paper } of world.tenancies) {
    for (const { credit, paymentId, transfer, cents } of payments) {
      if (credit === null) continue;
      const lines = await world.db.execute<{ on: string; cents: number }>(sql`
        select e.effective_on::text as on, -sum(e.cents)::float8 as cents from lease_entries e join lease_credits k on k.id = e.credit_id
        where e.lease_id = ${uuid} and k.payment_id = ${paymentId} and (e.kind = 'payment' or (e.kind = 'reversal' and e.cents > 0))
        group by 1 having sum(e.cents) <> 0`);
      const on = dayIn(transfer.blockTime, paper.term.timeZone);
      const isGone = paper.cameOf(credit) === 0 && payments.some((each) => each.credit === credit && each.state === "gone");
      const right = isGone ? [] : [{ on, cents }];
      if (JSON.stringify(lines.map((line) => ({ ...line }))) !== JSON.stringify(right)) throw new Broken("days", `${JSON.stringify(lines)} and not ${JSON.stringify(right)}`);
    }
  }
}

/** What a signed record says of rent that was credited or written off. */
async function checkRecord(world: LeaseWorld, { leaseId, tenantId, paper }: Tenancy): Promise<void> {
  const { records } = world.callsOf(tenantId, "user");
  const { url } = await records.create({ leaseId, startDate: "2026-11-01", endDate: "2027-06-30", allCharges: false, showTenant: false, showLandlord: false, showPlace: false });
  const { document } = await records.shared({ reference: url.split("record=")[1] ?? "" });
  const { record } = JSON.parse(document) as { record: { charges: { kind: string; dueOn: string; cents: number; paidAt: number }[] } };
  for (const { kind, dueOn, cents, paidAt } of record.charges) {
    const rent = paper.charges.filter((each) => each.kind === "rent" && !each.isVoided && each.dueOn === dueOn);
    const [charge] = rent;
    if (kind !== "rent" || charge === undefined || rent.length > 1) continue;
    const of = (which: PaperCredit["kind"]) => sum(paper.puts.map((put) => (put.charge === charge && put.credit.kind === which ? put.cents : 0)));
    const said = `The rent due ${dueOn} of ${charge.cents}, credited ${of("credit")}, written off ${of("writeOff")}, is ${cents}, ${paidAt > 0 ? "" : "not "}paid`;
    if (paidAt > 0 && of("writeOff") > 0) throw new Broken("record", said);
    if (cents !== charge.cents - of("credit")) throw new Broken("record", said);
  }
}
