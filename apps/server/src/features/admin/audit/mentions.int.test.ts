import { makeAuditEntry, makeMerchant, makeStaff, makeUser } from "@hearth/db/testing/factories";
import { makeMail } from "@hearth/db/testing/notice-factories";
import { makeCompletedRefund, makePayment, makeTransfer, makeTransferClaim } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import {
  makeCharge,
  makeLease,
  makeLeaseCredit,
  makeLeaseTenant,
  makeRentRecord,
  makeScheduledPayment,
  makeTenantInvitation,
  makeUnit,
} from "@hearth/db/testing/rent-factories";
import { makePaymentRequest } from "@hearth/db/testing/request-factories";
import { type IdKind, publicId } from "@hearth/domain/ids";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { mentionFinders } from "../rows/mentions.repo.ts";

let harness: Harness;
let token: string;

beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin");
});
afterAll(() => harness.close());

const auditLog = async (search: string) => (await harness.caller(token).admin.auditLog({ search })).items;

async function makeTwo() {
  const { db } = harness;
  const { merchant, payee } = await makeMerchant(db, { name: "Juniper Court" });
  const maya = await makeUser(db, { firstName: "Maya", lastName: "Okafor" });
  const by = { createdBy: maya.id };
  const { property, unit } = await makeUnit(db, { merchantId: merchant.id, name: "4B" });
  const lease = await makeLease(db, { merchantId: merchant.id, unitId: unit.id, ...by });
  const payment = await makePayment(db, { consumerId: maya.id, merchantId: merchant.id, amountCents: 5_000, status: "completed" });
  return { db, merchant, payee, maya, by, property, unit, lease, payment, home: `${property.name} 4B` };
}

describe("the rows that the audit log mentions", () => {
  it("are named by person, home and business, with their amount and month", async () => {
    const { db, merchant, payee, maya, by, property, unit, lease, payment, home } = await makeTwo();
    const merchantId = merchant.id;
    const leaseId = lease.id;
    const autopay = { leaseId, payerId: maya.id, payeeId: payee?.id ?? "", period: "2027-03-01" };
    const paid = ["payment", "Maya Okafor", "Juniper Court"];
    const rows: [IdKind, string, { names: string[]; amountCents?: number; period?: string }][] = [
      ["user", maya.id, { names: ["Maya Okafor"] }],
      ["merchant", merchantId, { names: ["Juniper Court"] }],
      ["property", property.id, { names: [property.name, "Juniper Court"] }],
      ["unit", unit.id, { names: [home, "Juniper Court"] }],
      ["lease", leaseId, { names: [home] }],
      ["leaseTenant", (await makeLeaseTenant(db, { leaseId, name: "Priya Shah" })).id, { names: ["Priya Shah", home] }],
      [
        "charge",
        (await makeCharge(db, { leaseId, description: "Water", cents: 4_200 })).id,
        { names: ["Water", home], amountCents: 4_200 },
      ],
      ["leaseCredit", (await makeLeaseCredit(db, { leaseId, ...by })).id, { names: [home] }],
      [
        "scheduledPayment",
        (await makeScheduledPayment(db, autopay)).id,
        { names: ["Maya Okafor", home], amountCents: 145_000, period: "2027-03-01" },
      ],
      ["rentRecord", (await makeRentRecord(db, { leaseId, userId: maya.id })).id, { names: ["Maya Okafor", home] }],
      ["payment", payment.id, { names: paid, amountCents: 5_000 }],
      [
        "dispute",
        (await makeDispute(db, { paymentId: payment.id, amountCents: 2_000 })).id,
        { names: ["dispute", "Maya Okafor", "Juniper Court"], amountCents: 2_000 },
      ],
      ["refund", (await makeCompletedRefund(db, payment, 1_000)).id, { names: paid, amountCents: 1_000 }],
      [
        "claim",
        (await makeTransferClaim(db, { paymentId: payment.id, payerId: maya.id, amountCents: 5_000 })).id,
        { names: paid, amountCents: 5_000 },
      ],
      ["transfer", (await makeTransfer(db, { merchantId, usdcUnits: 7_000_000n })).id, { names: ["Juniper Court"], amountCents: 700 }],
      [
        "paymentRequest",
        (await makePaymentRequest(db, { merchantId, ...by, name: "Ann Lee", amountCents: 900 })).id,
        { names: ["Ann Lee", "Juniper Court"], amountCents: 900 },
      ],
      [
        "staff",
        (await makeStaff(db, { merchantId, invitedBy: maya.id, email: "desk@example.com" })).id,
        { names: ["desk@example.com", "Juniper Court"] },
      ],
      [
        "tenantInvitation",
        (await makeTenantInvitation(db, { merchantId, invitedBy: maya.id, email: "ann.lee@example.com" })).id,
        { names: ["ann.lee@example.com", "Juniper Court"] },
      ],
      ["mail", (await makeMail(db, { userId: maya.id, toAddress: "ann.lee@example.com" })).id, { names: ["ann.lee@example.com"] }],
    ];
    expect(rows.map(([kind]) => kind).toSorted()).toEqual(Object.keys(mentionFinders).toSorted());
    for (const [kind, id, { names, amountCents = null, period = null }] of rows) {
      const subject = publicId(kind, id);
      await makeAuditEntry(db, { subject });
      const [line] = await auditLog(subject);
      const [mention] = line?.mentions ?? [];
      expect({ ...mention, names: mention?.names.map(({ name }) => name) }, kind).toEqual({ _id: subject, names, amountCents, period });
    }
  });

  it("lead to the page of the person, the lease and the payment", async () => {
    const { db, maya, lease, payment, home } = await makeTwo();
    const subject = publicId("payment", payment.id);
    await makeAuditEntry(db, { subject, data: { lease: { from: null, to: publicId("lease", lease.id) } } });
    const [line] = await auditLog(subject);
    const pages = new Map(line?.mentions.flatMap(({ names }) => names.map(({ name, page }) => [name, page])));
    expect(pages.get("payment")).toEqual({ kind: "payment", _id: subject });
    expect(pages.get("Maya Okafor")).toEqual({ kind: "user", _id: publicId("user", maya.id) });
    expect(pages.get(home)).toEqual({ kind: "lease", _id: publicId("lease", lease.id) });
  });

  it("are read in one statement for each kind of id, however many entries mention one, and a lost row is left out", async () => {
    const { db } = harness;
    const people = await Promise.all([1, 2, 3].map(() => makeUser(db)));
    const data = { owner: publicId("user", people[2]?.id ?? "") };
    for (const { id } of people) await makeAuditEntry(db, { action: "user.edited", subject: publicId("user", id), data });
    await makeAuditEntry(db, { action: "user.edited", subject: publicId("user", crypto.randomUUID()) });
    const find = vi.spyOn(mentionFinders, "user");
    const findLeases = vi.spyOn(mentionFinders, "lease");
    const { items } = await harness.caller(token).admin.auditLog({ action: "user.edited" });
    expect(items.map(({ mentions }) => mentions.length)).toEqual([0, 1, 2, 2]);
    expect(find).toHaveBeenCalledTimes(1);
    expect(findLeases).not.toHaveBeenCalled();
  });
});
