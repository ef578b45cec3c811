import { charges } from "@hearth/db/schema/charges";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { makeMerchant, makePayee, makeUser } from "@hearth/db/testing/factories";
import { createRandom, pickOf, type Random } from "@hearth/db/testing/random";
import { makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import type { TransferRow } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import { type Day, dayAfter, dayIn, startOfDay } from "@hearth/domain/rent/calendar";
import { eq, inArray, sql } from "drizzle-orm";
import { allocateWaiting } from "../features/rent/charges/allocate-leases.ts";
import { chargeLateFees } from "../features/rent/charges/charge-late-fees.ts";
import { makeCharges } from "../features/rent/charges/make-charges.ts";
import type { Harness } from "./harness.ts";
import { checkFees, type FeeView, makeFeeRule, sharedStops, type Stop } from "./lease-fees.ts";
import { isFee, LeaseModel, type ModelCharge, type ModelCredit } from "./lease-model.ts";
import { Broken, describe } from "./lease-rulings.ts";

/** The start of each history. The clock is set back to it for the next one. */
const begin = Date.parse("2026-11-24T12:00:00Z");
export const dayMs = 86_400_000;
/** The first day of all leases. */
export const startsOn = "2026-11-01";

export const zones = ["America/Chicago", "Pacific/Auckland", "Asia/Kolkata", "America/St_Johns", "Europe/London", "Pacific/Chatham"];

export interface Landlord {
  id: string;
  ownerUserId: string;
  timeZone: string;
  stops: Stop[];
  /** The closed months, with the sums that their accounting files must have. */
  closes: { period: string; movedCents: number; after: number }[];
}

/** A payment of a tenant. */
export interface Paying {
  paymentId: string;
  transfer: TransferRow;
  cents: number;
  /** Its credit in the reference model, once it counts. */
  credit: ModelCredit | null;
  chosen: ModelCharge[];
  state: "waits" | "counts" | "gone" | "refunded";
  /** Its refund, while the refund's block is on the chain. */
  refund: { transfer: TransferRow; refundId: string } | null;
}

/** A lease with its tenant and its reference model. */
export interface Tenancy {
  uuid: string;
  leaseId: string;
  landlord: Landlord;
  tenantId: string;
  /** The accounts that rent under the lease, the tenant's first, each with the times in which it was suspended. */
  payers: { id: string; stops: Stop[] }[];
  model: LeaseModel;
  payments: Paying[];
  /** Payments in parts. The last part is missing while they are short. */
  parted: { paymentId: string; parts: TransferRow[]; isComplete: boolean; credit: ModelCredit }[];
  /** Payments that the landlord assigns to this lease, moves to another and removes. */
  placed: { paymentId: string; cents: number; credit: ModelCredit }[];
  otherLeaseId: string | null;
  /** Approved disputes, and partly refunded deposits. */
  disputes: string[];
  givenDeposits: ModelCharge[];
  /** The amount of its live scheduled payment. */
  scheduledPaymentCents: number | null;
}

interface ChargeRow {
  id: string;
  leaseId: string;
  kind: ModelCharge["kind"];
  period: Day | null;
  forId: string | null;
  cents: number;
  paid: number;
  dueOn: Day;
  feeFromOn: Day | null;
  isVoided: boolean;
}

/** Money received on a lease in cents, and whether some of it is not allocated yet. */
interface Standing {
  [column: string]: unknown;
  isIdle: boolean;
  came: number;
}

/** The most runs after which a job must have done all that is due, whatever the data. */
const mostPasses = 100;

type Job = "charge" | "allocate" | "fees";
const jobs: Record<Job, (deps: Harness["deps"]) => Promise<unknown>> = {
  charge: makeCharges,
  allocate: async (deps) => {
    for (let pass = 0; pass < mostPasses; pass++) if ((await allocateWaiting(deps)) === 0) return;
    throw new Broken("others", `Money is still unallocated after ${mostPasses} runs`);
  },
  fees: chargeLateFees,
};

/** Several landlords with their leases, in the product and in the reference model. The seed determines everything that happens. */
export class LeaseWorld {
  readonly random: Random;
  readonly landlords: Landlord[] = [];
  readonly tenancies: Tenancy[] = [];
  readonly harness: Harness;
  /** The steps so far, in order, for failure messages. */
  readonly steps: string[] = [];
  private readonly stops: Stop[] = [];
  private hasFees = true;

  constructor(harness: Harness, seed: number) {
    this.harness = harness;
    this.random = createRandom("lease history", seed);
  }

  get now(): number {
    return this.harness.clock.now().getTime();
  }

  get db() {
    return this.harness.db;
  }

  today(timeZone: string): Day {
    return dayIn(this.harness.clock.now(), timeZone);
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items.length === 0 ? undefined : pickOf(this.random, items);
  }

  /** Calls as a landlord, with a fresh session. */
  calls({ ownerUserId }: Landlord) {
    return this.callsOf(ownerUserId, "merchant").rent;
  }

  callsOf(userId: string, role: "merchant" | "user") {
    const session = { sessionId: "00000000-0000-7000-8000-000000000000", authenticatedAt: this.harness.clock.now() };
    return this.harness.caller({
      userId,
      role,
      staffRole: role === "merchant" ? "owner" : null,
      isReadOnly: false,
      kind: "auth",
      ...session,
    });
  }

  async setUp(): Promise<void> {
    this.hasFees = this.random.chance(0.7);
    await this.goTo(begin);
    await this.stopCompletions(false);
    for (const count of [2, 1]) {
      const landlord = await this.makeLandlord();
      for (let place = 0; place < count; place++) await this.makeTenancy(landlord);
    }
  }

  private async makeLandlord(): Promise<Landlord> {
    const timeZone = this.pick(zones) ?? "UTC";
    const { merchant } = await makeMerchant(this.db, { payeeAddress: null, timeZone, createdAt: new Date("2026-01-01T00:00:00Z") });
    await makePayee(this.db, { merchantId: merchant.id, createdAt: new Date("2026-01-01T00:00:00Z") });
    const landlord = { id: merchant.id, ownerUserId: merchant.ownerUserId, timeZone, stops: [], closes: [] };
    this.landlords.push(landlord);
    return landlord;
  }

  private async makeTenancy(landlord: Landlord): Promise<void> {
    const { random } = this;
    const timeZone = random.chance(0.7) ? landlord.timeZone : (this.pick(zones) ?? "UTC");
    const fee = this.hasFees ? makeFeeRule(random) : null;
    const terms = {
      from: startsOn,
      rentCents: random.between(20, 90) * 2_000,
      dueDay: this.pick([1, 1, 3, 10, 25]) ?? 1,
      graceDays: random.between(0, 4),
      fee,
    };
    const model = new LeaseModel(`Lease ${this.tenancies.length}`, { timeZone, startsOn, endsOn: null }, terms, "2026-12-01");
    const rent = model.rentOf(model.nextPeriod);
    const lease = await makeLease(this.db, {
      merchantId: landlord.id,
      createdBy: landlord.ownerUserId,
      timeZone,
      startsOn,
      nextPeriod: model.nextPeriod,
      nextChargeAt: startOfDay(dayAfter(rent?.dueOn ?? "", -15), timeZone),
      createdAt: new Date("2026-11-01T00:00:00Z"),
      updatedAt: new Date("2026-11-01T00:00:00Z"),
      terms: {
        rentCents: terms.rentCents,
        dueDay: terms.dueDay,
        graceDays: terms.graceDays,
        ...(fee && { lateFeeKind: fee.kind, lateFeeAmount: fee.amount, lateFeeRepeats: fee.repeats, lateFeeCapCents: fee.capCents }),
      },
    });
    const payers = [];
    for (let count = random.chance(0.3) ? 2 : 1; count > 0; count--) {
      const { id } = await makeUser(this.db);
      await makeLeaseTenant(this.db, { leaseId: lease.id, userId: id, joinedAt: lease.createdAt });
      payers.push({ id, stops: [] });
    }
    const tenantId = payers[0]?.id ?? "";
    const common = {
      landlord,
      tenantId,
      payers,
      model,
      payments: [],
      parted: [],
      placed: [],
      otherLeaseId: null,
      disputes: [],
      givenDeposits: [],
      scheduledPaymentCents: null,
    };
    this.tenancies.push({ uuid: lease.id, leaseId: publicId("lease", lease.id), ...common });
  }

  /** Sets the time, with the chain read up to it. */
  async goTo(moment: number): Promise<void> {
    const at = new Date(moment);
    this.harness.clock.set(at);
    const { chainId } = this.harness.deps.network;
    const read = { blockTime: at, keptTime: at, updatedAt: at };
    const values = {
      chainId,
      blockNumber: 1n,
      blockHash: `0x${"1".repeat(64)}` as const,
      finalizedNumber: 1n,
      reconciledNumber: 1n,
      ...read,
    };
    await this.db.insert(chainCursors).values(values).onConflictDoUpdate({ target: chainCursors.chainId, set: read });
  }

  get areCompletionsStopped(): boolean {
    return this.stops.at(-1)?.to === null;
  }

  /** Stops or resumes completions. */
  async stopCompletions(isStopped: boolean): Promise<void> {
    const at = this.harness.clock.now();
    await this.db
      .update(chainCursors)
      .set({ completionsStoppedAt: isStopped ? at : null, updatedAt: new Date(at.getTime() + (isStopped ? 1 : 2)) });
    if (isStopped) this.stops.push({ why: "stopped", from: this.now, to: null });
    else for (const stop of this.stops.slice(-1)) stop.to = this.now + 2;
  }

  /** Suspends or reactivates a business. */
  async suspend(landlord: Landlord, isSuspended: boolean): Promise<void> {
    const updatedAt = this.harness.clock.now();
    await this.db
      .update(merchants)
      .set({ status: isSuspended ? "suspended" : "active", updatedAt })
      .where(eq(merchants.id, landlord.id));
    if (isSuspended) landlord.stops.push({ why: "refused", from: this.now, to: null });
    else for (const stop of landlord.stops.slice(-1)) stop.to = this.now;
  }

  isSuspended({ stops }: { stops: readonly Stop[] }): boolean {
    return stops.at(-1)?.to === null;
  }

  /** Runs a job in the product and in the reference model, and compares them. Two statements beside the job's own. */
  async run(job: Job): Promise<void> {
    this.steps.push(job);
    if (job === "charge") for (const { model } of this.tenancies) model.chargeDue(this.now);
    // Money in the ledger counts for a late fee, allocated or not.
    const before = this.tenancies.map(({ model }) => [...model.puts]);
    for (const { model } of this.tenancies) model.put();
    await jobs[job](this.harness.deps).catch((error: unknown) => {
      throw error instanceof Broken ? error : new Broken("others", `The job ${job} failed: ${describe(error)}`);
    });
    const [rows, standing] = await this.readRows();
    const made = this.match(rows);
    for (const [place, tenancy] of this.tenancies.entries()) {
      const { uuid, model } = tenancy;
      const fees = made.filter(({ leaseId }) => leaseId === uuid);
      const view = this.viewFees(tenancy, model.puts.length > (before[place]?.length ?? 0));
      for (const rent of model.charges.filter(({ kind }) => kind === "rent"))
        this.addFees(job, tenancy, { rent, fees: fees.filter(({ forId }) => forId === rent.id), view });
      model.put();
    }
    // Money that is still unallocated is allocated later, together with what comes until then.
    for (const [place, { uuid, model }] of this.tenancies.entries()) if (standing.get(uuid)?.isIdle) model.puts = before[place] ?? [];
    if (job !== "charge") this.compare(rows, standing);
  }

  private viewFees({ payments, payers, landlord }: Tenancy, isIdle: boolean): FeeView {
    const waiting = payments.filter(({ state }) => state === "waits").map(({ transfer }) => transfer.blockTime.getTime());
    const stops = [...this.stops, ...landlord.stops, ...sharedStops(payers.map((payer) => payer.stops))];
    return { stops, waitingSince: waiting.length === 0 ? null : Math.min(...waiting), isIdle };
  }

  /** Checks the late fees that a job has charged for a rent, and adds them to the reference model. */
  private addFees(job: Job, { model }: Tenancy, { rent, fees, view }: { rent: ModelCharge; fees: ChargeRow[]; view: FeeView }): void {
    const through = dayIn(new Date(this.now - 3_600_000), model.term.timeZone);
    if (job === "fees") checkFees(model, rent, through, new Map(fees.map(({ dueOn, cents }) => [dueOn, cents])), view);
    else if (fees.length > 0) throw new Broken("early", `A late fee for rent ${rent.period} came by the job ${job}`);
    for (const { id, cents, dueOn } of fees) model.add({ kind: "lateFee", id, cents, dueOn, rent }, this.now);
  }

  /** Compares the database with the reference model. @throws Broken */
  private compare(rows: ChargeRow[], standing: Map<string, Standing>): void {
    for (const tenancy of this.tenancies) {
      const { uuid, model } = tenancy;
      const leaseRows = rows.filter(({ leaseId }) => leaseId === uuid);
      this.compareVoided(model, leaseRows);
      const balance = leaseRows.reduce((total, { isVoided, cents }) => total + (isVoided ? 0 : cents), 0) - (standing.get(uuid)?.came ?? 0);
      if (balance !== model.balance())
        throw new Broken(whatSums(tenancy), `${model.name}: the balance is ${balance} and not ${model.balance()}`);
      if (!model.isLoose && !standing.get(uuid)?.isIdle) comparePaid(model, leaseRows);
    }
  }

  private compareVoided(model: LeaseModel, rows: ChargeRow[]): void {
    for (const { id, forId, isVoided, dueOn, cents } of rows) {
      const rent = forId === null ? undefined : rows.find((row) => row.id === forId);
      if (rent?.isVoided && !isVoided) throw new Broken("voided", `The late fee of ${dueOn} for rent ${rent.period} stands`);
      const charge = model.charges.find((each) => each.id === id);
      if (charge === undefined || model.isLoose || charge.isVoided === isVoided) continue;
      if (charge.kind === "lateFee" && charge.isVoided) throw new Broken("noted", `The late fee of ${dueOn} (${cents}) stands`);
      throw new Broken("charged", `The ${charge.kind} of ${dueOn} is ${isVoided ? "" : "not "}voided`);
    }
  }

  /** Matches each row with the reference model's charge. Returns the late fees that the model does not have yet. */
  private match(rows: ChargeRow[]): ChargeRow[] {
    const fees: ChargeRow[] = [];
    for (const { uuid, model } of this.tenancies) {
      const ids = new Set(model.charges.map(({ id }) => id));
      const unknown = rows.filter(({ leaseId, id }) => leaseId === uuid && !ids.has(id));
      // Rents first: a month charged again can be due after a late fee that it keeps.
      for (const row of unknown.toSorted((one, other) => Number(other.kind === "rent") - Number(one.kind === "rent"))) {
        // A month charged again after a moved end has another row, and its late fees too.
        if (row.isVoided && model.isLoose) continue;
        const matchingCharge = model.charges.find(
          ({ kind, dueOn, rent }) => row.kind === "lateFee" && kind === "lateFee" && dueOn === row.dueOn && rent?.id === row.forId,
        );
        if (matchingCharge && model.hasMovedEnd) matchingCharge.id = row.id;
        else if (row.kind === "lateFee") fees.push(row);
        else if (row.kind === "rent") this.matchRent(model, row);
        else throw new Broken("charged", `A ${row.kind} of ${row.cents} was charged by no one`);
      }
      const missing = model.charges.find(({ id, isVoided }) => id === null && !isVoided);
      if (missing && !model.isLoose)
        throw new Broken(
          "charged",
          `${model.name}: ${missing.kind} ${missing.period} of ${missing.cents} due ${missing.dueOn} is not charged`,
        );
    }
    return fees;
  }

  private matchRent(model: LeaseModel, row: ChargeRow): void {
    const charge = model.charges.find(({ kind, period, id }) => kind === "rent" && period === row.period && (id === null || model.isLoose));
    const description = `${model.name}: rent ${row.period} of ${row.cents} due ${row.dueOn}`;
    if (!charge) throw new Broken("charged", `${description} is charged, which the lease does not say`);
    if (!model.isLoose && charge.cents !== row.cents) throw new Broken("charged", `${description} should be ${charge.cents}`);
    // A month whose due day had passed when it was charged may be due later.
    if (!model.isLoose && charge.dueOn !== row.dueOn && charge.madeOn <= charge.dueOn)
      throw new Broken("charged", `${description} is due ${charge.dueOn}`);
    // A month charged again after a moved end is judged for late fees anew.
    if (charge.id !== null)
      Object.assign(charge, model.rentOf(charge.period ?? ""), { madeOn: this.today(model.term.timeZone), judgedThrough: null });
    Object.assign(charge, { id: row.id, dueOn: row.dueOn, ...(charge.madeOn > charge.dueOn && { feeFromOn: row.feeFromOn }) });
  }

  private readRows(): Promise<[ChargeRow[], Map<string, Standing>]> {
    return Promise.all([this.listCharges(), this.listStandings()]);
  }

  private listCharges(): Promise<ChargeRow[]> {
    return this.db
      .select({
        id: charges.id,
        leaseId: charges.leaseId,
        kind: charges.kind,
        period: charges.period,
        forId: charges.forChargeId,
        cents: charges.cents,
        paid: charges.paidCents,
        dueOn: charges.dueOn,
        feeFromOn: charges.feeFromOn,
        isVoided: sql<boolean>`${charges.voidedAt} is not null`,
      })
      .from(charges)
      .where(inArray(charges.leaseId, this.leaseIds))
      .orderBy(charges.dueOn, charges.id);
  }

  get leaseIds(): string[] {
    return this.tenancies.map(({ uuid }) => uuid);
  }

  private async listStandings(): Promise<Map<string, Standing>> {
    const rows = await this.db.execute<Standing & { id: string }>(sql`
      select l.id, l.needs_allocation as "isIdle", coalesce((select sum(k.received_cents) from ${leaseCredits} k where k.lease_id = l.id), 0)::float8 as came
      from ${leases} l where l.id = any(${sql.param(this.leaseIds)}::uuid[])`);
    return new Map(rows.map(({ id, ...standing }) => [id, standing]));
  }

  /** Leaves no work of this history for the jobs of the next one. */
  async end(): Promise<void> {
    const isOfLandlords = sql`l.merchant_id = any(${sql.param(this.landlords.map(({ id }) => id))}::uuid[])`;
    await this.db.execute(
      sql`update charges c set fee_check_at = null from leases l where l.id = c.lease_id and c.fee_check_at is not null and ${isOfLandlords}`,
    );
    await this.db.execute(sql`update leases l set next_charge_at = null, needs_allocation = false where ${isOfLandlords}`);
    await this.stopCompletions(false);
    await this.db.execute(
      sql`do $$ begin if to_regclass('payment_stops') is not null then delete from payment_stops where chain_id is not null; end if; end $$`,
    );
  }
}

/** The ruling that a wrong balance breaks. */
function whatSums({ model, disputes, givenDeposits }: Tenancy) {
  if (model.hasMovedEnd) return "ends";
  return disputes.length > 0 ? "dispute" : givenDeposits.length > 0 ? "held" : "sums";
}

/** Compares the allocations with the reference model. @throws Broken where money pays another charge. */
function comparePaid(model: LeaseModel, rows: ChargeRow[]): void {
  const differences = rows.flatMap((row) => {
    const charge = model.charges.find(({ id }) => id === row.id);
    return charge && !charge.isVoided && row.paid !== model.paidOf(charge) ? [{ charge, row }] : [];
  });
  if (differences.length === 0) return;
  const text = `${model.name}: ${differences.map(({ charge, row }) => `${charge.kind} due ${charge.dueOn} has ${row.paid} and not ${model.paidOf(charge)}`).join("; ")}`;
  if (!differences.some(({ charge }) => charge.kind === "rent")) {
    // The rulings do not decide the order of charges other than rent.
    model.isLoose = true;
    return;
  }
  throw new Broken(differences.some(({ charge, row }) => isFee(charge) && row.paid > model.paidOf(charge)) ? "order" : "oldest", text);
}
