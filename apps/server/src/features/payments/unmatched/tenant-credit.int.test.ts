import { auditLog } from "@hearth/db/schema/audit-log";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { merchants } from "@hearth/db/schema/merchants";
import { notifications } from "@hearth/db/schema/notifications";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeCharge, makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { dayIn } from "@hearth/domain/rent/calendar";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Tenant } from "../../../testing/payment-fixture.ts";
import { openRefundFixture, type RefundFixture } from "../../../testing/refund-fixture.ts";
import { stateRules } from "../../operations/check-state.ts";
import { checkWholeState } from "../../settlement/checking/check-state.ts";

let refunds: RefundFixture;
let createdBy: string;
const db = () => refunds.fixture.harness.db;
beforeAll(async () => {
  refunds = await openRefundFixture({ RATE_LIMITS: "off" });
  const [row] = await db().select().from(merchants).where(eq(merchants.id, refunds.fixture.merchantId));
  createdBy = row?.ownerUserId ?? "";
});
afterEach(async () => {
  await refunds.fixture.expectSound();
  expect(await checkWholeState(db(), stateRules)).toEqual([]);
});
afterAll(() => refunds.fixture.harness.close());

const today = () => dayIn(refunds.fixture.harness.clock.now(), "America/Chicago");
const reason = "He sent it from his exchange account";

/** A lease of a tenant, with the id of the tenant's place on it. */
async function leaseOf(tenant: Tenant, merchant = { merchantId: refunds.fixture.merchantId, createdBy }) {
  const { id } = await makeLease(db(), { ...merchant, tenantId: tenant.user.id });
  const [place] = await db().select().from(leaseTenants).where(eq(leaseTenants.leaseId, id));
  return { id, leaseId: publicId("lease", id), tenantId: publicId("leaseTenant", place?.id ?? ""), email: place?.email };
}

const linesOf = async (id: string) =>
  (await db().select().from(leaseEntries).where(eq(leaseEntries.leaseId, id)).orderBy(asc(leaseEntries.id)))
    .filter(({ creditId }) => creditId !== null)
    .map(({ kind, cents, effectiveOn }) => [kind, cents, effectiveOn]);

const openTransfers = async () => (await (await refunds.fixture.landlord()).merchant.oddTransfers({ limit: 100 })).items;
const isOpen = async (transferId: string) => (await openTransfers()).some(({ _id }) => _id === transferId);

it("counts as the tenant's payment on the day of its block, pays what is owed, and is undone as if it had never been", async () => {
  const { transferId } = await refunds.strayMoney(200_000_000n);
  const arrivedOn = today();
  await refunds.fixture.pass(3 * 1_440);
  const tenant = await refunds.fixture.tenant();
  const { id, leaseId, tenantId, email } = await leaseOf(tenant);
  await makeCharge(db(), { leaseId: id, cents: 15_000 });
  const { merchant: call, rent } = await refunds.fixture.landlord();
  const offered = await call.creditableTenants({ transferId, search: email });
  expect(offered).toMatchObject({
    amount: 200,
    refusal: null,
    items: [{ _id: tenantId, leaseId, arrivedOn, balance: 150, balanceAfter: -50 }],
  });

  const { _id: paymentId } = await call.creditTenant({ transferId, tenantId, reason });
  expect(await isOpen(transferId)).toBe(false);
  await refunds.settle();
  expect(await linesOf(id)).toEqual([["payment", -20_000, arrivedOn]]);
  expect(await rent.lease({ leaseId })).toMatchObject({ owed: 0, credit: 50 });
  expect(await refunds.fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "none", amount: 200 });

  const readTransaction = async () => (await refunds.fixture.landlord()).merchant.transaction({ paymentId });
  expect((await readTransaction()).isRecordedFromTransfer).toBe(true);
  await call.undoTenantCredit({ paymentId, reason: "It was his brother's" });
  expect((await readTransaction()).isRecordedFromTransfer).toBe(false);
  expect(await linesOf(id)).toEqual([
    ["payment", -20_000, arrivedOn],
    ["reversal", 20_000, arrivedOn],
  ]);
  expect(await rent.lease({ leaseId })).toMatchObject({ owed: 150, credit: 0 });
  expect(await refunds.fixture.payment(tenant, paymentId)).toMatchObject({ status: "cancelled", transactionHash: null });
  expect(await isOpen(transferId)).toBe(true);
  await expect(call.undoTenantCredit({ paymentId, reason })).rejects.toThrow("that was undone already");

  const told = await db().select().from(notifications).where(eq(notifications.userId, tenant.user.id)).orderBy(asc(notifications.id));
  const placed = told.flatMap(({ event }) => (event.kind === "paymentPlaced" ? [[event.leaseId, event.change, event.amountCents]] : []));
  expect(placed).toEqual([
    [leaseId, "given", 20_000],
    [leaseId, "undone", 20_000],
  ]);
  const lines = await db().select().from(auditLog).where(eq(auditLog.subject, transferId)).orderBy(asc(auditLog.id));
  expect(lines.map(({ action, data }) => [action, data])).toEqual([
    ["transfer.attached", { reason, paymentId }],
    ["transfer.detached", { reason: "It was his brother's", paymentId }],
  ]);
  const { _id: again } = await call.creditTenant({ transferId, tenantId, reason });
  await refunds.settle();
  expect((await refunds.fixture.payment(tenant, again)).status).toBe("completed");
});

it("offers the tenant first who once linked the sending wallet, and a former tenant of an ended lease too", async () => {
  const [payer, other] = [await refunds.fixture.tenant(), await refunds.fixture.tenant()];
  const theirs = await leaseOf(other);
  const { id, tenantId } = await leaseOf(payer);
  const moved = { movedOutOn: today(), endedAt: refunds.fixture.harness.clock.now() };
  await db().update(leaseTenants).set(moved).where(eq(leaseTenants.leaseId, id));
  const { transferId } = await refunds.strayMoney(41_000_000n, { sender: payer });
  const { items } = await (await refunds.fixture.landlord()).merchant.creditableTenants({ transferId });
  expect(items[0]).toMatchObject({ _id: tenantId, isLikely: true });
  expect(items.find(({ _id }) => _id === theirs.tenantId)).toMatchObject({ isLikely: false });
});

it("finds tenants by name, email or home, and says when a search would find more", async () => {
  const { user } = await refunds.fixture.tenant();
  const lease = await makeLease(db(), { merchantId: refunds.fixture.merchantId, createdBy });
  const people = Array.from({ length: 21 }, (_, at) => `Zelda Number${String(at).padStart(2, "0")}`);
  for (const name of people) await makeLeaseTenant(db(), { leaseId: lease.id, name, userId: (await makeUser(db())).id });
  const { email } = await makeLeaseTenant(db(), { leaseId: lease.id, name: "Wilhelmina Ek", userId: user.id });
  await makeLeaseTenant(db(), { leaseId: lease.id, name: "Zelda Without Account" });
  const { transferId } = await refunds.strayMoney(51_000_000n);
  const { merchant: call } = await refunds.fixture.landlord();
  const search = async (words: string) => {
    const { items, hasMore } = await call.creditableTenants({ transferId, search: words });
    return { names: items.map(({ name }) => name), hasMore, places: [...new Set(items.map(({ place }) => place))] };
  };
  const all = await search("zelda number");
  expect(all).toMatchObject({ names: people.slice(0, 20), hasMore: true });
  expect(await search("NUMBER20")).toMatchObject({ names: ["Zelda Number20"], hasMore: false });
  expect(await search(email)).toMatchObject({ names: ["Wilhelmina Ek"], hasMore: false });
  expect((await search(all.places[0] ?? "")).names[0]).toBe("Wilhelmina Ek");
  expect(await search("without account")).toMatchObject({ names: [], hasMore: false });
  await db().update(leases).set({ undoneAt: refunds.fixture.harness.clock.now() }).where(eq(leases.id, lease.id));
  expect(await search("NUMBER20")).toMatchObject({ names: [], hasMore: false });
});

it("counts once when two people give it to two tenants at once, and a repeat with the same key gets the first answer", async () => {
  const places = [await leaseOf(await refunds.fixture.tenant()), await leaseOf(await refunds.fixture.tenant())];
  const { transferId } = await refunds.strayMoney(42_000_000n);
  const { merchant: call } = await refunds.fixture.landlord();
  const results = await Promise.allSettled(places.map(({ tenantId }) => call.creditTenant({ transferId, tenantId, reason })));
  expect(results.map(({ status }) => status).toSorted((left, right) => left.localeCompare(right))).toEqual(["fulfilled", "rejected"]);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { message: "This transfer already belongs to a payment" },
  });
  const next = await refunds.strayMoney(43_000_000n);
  const keyed = { transferId: next.transferId, tenantId: places[0]?.tenantId ?? "", reason, idempotencyKey: "credit-tenant-0001" };
  const answers = await Promise.all([1, 2, 3].map(() => call.creditTenant(keyed)));
  expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
  await refunds.settle();
  const sums = await Promise.all(places.map(async ({ id }) => (await linesOf(id)).reduce((sum, [, cents]) => sum + Number(cents), 0)));
  expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(-8_500);
});

it("is refused for another landlord's tenant, a tenant with an open payment of the amount or a claim, and for money that goes back", async () => {
  const { fixture, strayMoney } = refunds;
  const tenant = await fixture.tenant();
  const { id: leaseUuid, tenantId } = await leaseOf(tenant);
  const { merchant: call } = await fixture.landlord();
  const { merchant, owner } = await makeMerchant(db());
  const foreign = await leaseOf(tenant, { merchantId: merchant.id, createdBy: owner.id });
  const stray = await strayMoney(44_000_000n);
  const give = (transferId: string, whose = tenantId) => call.creditTenant({ transferId, tenantId: whose, reason });
  await expect(give(stray.transferId, foreign.tenantId)).rejects.toThrow("Tenant not found");
  const otherLandlord = fixture.harness.caller(await fixture.harness.signIn(owner.id)).merchant;
  await expect(otherLandlord.creditTenant({ transferId: stray.transferId, tenantId: foreign.tenantId, reason })).rejects.toThrow(
    "Transfer not found",
  );
  await expect(otherLandlord.creditableTenants({ transferId: stray.transferId })).rejects.toThrow("Transfer not found");

  const open = await fixture.checkout(tenant, "44.00");
  await expect(give(stray.transferId)).rejects.toThrow("has an open payment of $44.00 right now");
  const paying = fixture.harness.caller(tenant.token).payments;
  await paying.cancel({ paymentId: open.paymentId });
  const claimed = await fixture.checkout(tenant, "45.00");
  const sentOn = fixture.harness.clock.now().toISOString().slice(0, 10);
  const claim = { paymentId: claimed.paymentId, transactionHash: stray.txHash, amount: 44, sentOn };
  await paying.claim(claim);
  await expect(give(stray.transferId)).rejects.toThrow("says that this money paid");

  const named = await makeLeaseTenant(db(), { leaseId: leaseUuid, name: "Otto Lindqvist" });
  await expect(give(stray.transferId, publicId("leaseTenant", named.id))).rejects.toThrow("Otto Lindqvist has no account yet");
  const small = await strayMoney(990_000n);
  await expect(give(small.transferId)).rejects.toThrow("Less than $1.00 cannot be a payment");
  const returned = await strayMoney(46_000_000n);
  await call.sendBackTransfer({ transferId: returned.transferId });
  await expect(give(returned.transferId)).rejects.toThrow("This transfer is being sent back");
  const { paymentId } = await fixture.checkout(await fixture.tenant({ proven: false }), "47.00");
  const attached = await strayMoney(47_000_000n);
  await call.attachTransfer({ transferId: attached.transferId, paymentId, reason });
  await expect(call.undoTenantCredit({ paymentId, reason })).rejects.toThrow("You did not record this payment");
});

it("is given by an administrator under the landlord's rules, and taken back with the payment by detaching it", async () => {
  const { fixture, strayMoney, settle } = refunds;
  const tenant = await fixture.tenant();
  const { id, tenantId, email } = await leaseOf(tenant);
  const { merchant, owner } = await makeMerchant(db());
  const foreign = await leaseOf(tenant, { merchantId: merchant.id, createdBy: owner.id });
  const { transferId } = await strayMoney(50_000_000n);
  const administrator = await makeUser(db(), { role: "admin" });
  const { admin } = fixture.harness.caller(await fixture.harness.signIn(administrator.id, "admin"));
  expect((await admin.creditableTenants({ transferId, search: email })).items).toMatchObject([{ _id: tenantId, arrivedOn: today() }]);
  await expect(admin.creditTenant({ transferId, tenantId: foreign.tenantId, reason })).rejects.toThrow("Tenant not found");
  const keyed = { transferId, tenantId, reason, idempotencyKey: "admin-credits-0001" };
  const [first, second] = await Promise.all([admin.creditTenant(keyed), admin.creditTenant(keyed)]);
  expect(second).toEqual(first);
  await settle();
  expect((await fixture.payment(tenant, first._id)).status).toBe("completed");
  expect((await admin.transfer({ transferId })).rulings).toMatchObject([{ action: "transfer.attached", reason }]);

  const undone = await admin.detachTransfer({ transferId, reason: "It was his brother's" });
  expect(undone.message).toBe("The transfer is taken from the payment that was recorded from it, which is cancelled");
  expect((await fixture.payment(tenant, first._id)).status).toBe("cancelled");
  expect((await linesOf(id)).map(([kind]) => kind)).toEqual(["payment", "reversal"]);
  expect(await isOpen(transferId)).toBe(true);
  const told = await db().select().from(notifications).where(eq(notifications.userId, tenant.user.id)).orderBy(asc(notifications.id));
  expect(told.flatMap(({ event }) => (event.kind === "paymentPlaced" ? [event.change] : []))).toEqual(["given", "undone"]);
});

it("leaves the lease when its block disappears, and counts there again when it is mined again", async () => {
  const { fixture, settle } = refunds;
  const { chain } = fixture.harness;
  const tenant = await fixture.tenant();
  const { id, tenantId } = await leaseOf(tenant);
  const stranger = await fixture.tenant({ proven: false });
  const txHash = await fixture.transfer(stranger.account, { usdcUnits: 48_000_000n });
  await fixture.mine(2);
  await fixture.watch();
  const transferId = (await openTransfers()).find(({ transactionHash }) => transactionHash === txHash)?._id ?? "";
  const { merchant: call } = await refunds.fixture.landlord();
  const { _id: paymentId } = await call.creditTenant({ transferId, tenantId, reason });
  await settle();
  expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  const raw = await chain.rawTransactions(5);
  await chain.reorg(5);
  await fixture.watch();
  expect((await linesOf(id)).map(([kind]) => kind)).toEqual(["payment", "reversal"]);
  await expect(call.undoTenantCredit({ paymentId, reason })).rejects.toThrow("that was undone already");
  await chain.reorg(1, raw);
  await settle(4);
  expect((await linesOf(id)).map(([kind]) => kind)).toEqual(["payment", "reversal", "payment"]);
});

it("cannot be undone once it was refunded, and counts less then", async () => {
  const tenant = await refunds.fixture.tenant();
  const { id, tenantId } = await leaseOf(tenant);
  const { transferId } = await refunds.strayMoney(49_000_000n, { sender: tenant });
  const { merchant: call } = await refunds.fixture.landlord();
  const { _id: paymentId } = await call.creditTenant({ transferId, tenantId, reason });
  await refunds.settle();
  await refunds.send(await call.refundPayment({ paymentId, amount: "9.00" }));
  await refunds.settle();
  await expect(call.undoTenantCredit({ paymentId, reason })).rejects.toThrow("The payment was disputed or refunded since");
  expect((await linesOf(id)).map(([, cents]) => cents)).toEqual([-4_900, 900]);
});
