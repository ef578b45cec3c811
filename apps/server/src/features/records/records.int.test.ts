import { checkRecord, findingsAgree } from "@hearth/chain/record-check";
import { openRecordNode, type RecordNode } from "@hearth/chain/record-node";
import { networks } from "@hearth/chain/networks";
import { hasValidSignature } from "@hearth/chain/record-typed-data";
import { termsTypedData } from "@hearth/chain/terms-typed-data";
import { makeCharge } from "@hearth/db/testing/rent-factories";
import { dayAfter, dayIn, monthOf } from "@hearth/domain/rent/calendar";
import { findRecordInPdf } from "@hearth/domain/records/record-in-pdf";
import { readRecordDocument, type SignedRecord } from "@hearth/domain/records/signed-record";
import { sumUpRecord } from "@hearth/domain/records/timeliness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AutopayFixture, startAutopay, type Tenancy } from "../../testing/autopay-fixture.ts";
import { type PaymentFixture } from "../../testing/payment-fixture.ts";
import { dangerOfPdf } from "../../uploads/judge-pdf.ts";

let fixture: PaymentFixture;
let autopay: AutopayFixture;
let node: RecordNode;
let tenancy: Tenancy;
let record: SignedRecord;
beforeAll(async () => {
  ({ fixture, autopay } = await startAutopay());
  node = openRecordNode(fixture.harness.deps.env.rpcUrls[0]);
  tenancy = await autopay.tenancy();
  const [prepared] = await autopay.setUp(tenancy);
  if (prepared === undefined) throw new Error("Nothing was prepared");
  await autopay.goToDue(prepared);
  await autopay.send();
  await autopay.settle();
  await fixture.pass(2);
  await autopay.send();
  record = (await readShared(await share())).record;
});
afterAll(() => fixture.harness.close());

const options = { showTenant: true, showLandlord: true, showPlace: false, allCharges: false, showTerms: false };

async function share(changes: Partial<typeof options> & { startDate?: string; endDate?: string } = {}) {
  const { records } = await autopay.calls(tenancy.tenant);
  return records.create({ leaseId: tenancy.leaseId, startDate: "2026-01-01", endDate: "2199-12-31", ...options, ...changes });
}

async function readShared({ url }: { url: string }) {
  const reference = new URL(url).searchParams.get("record") ?? "";
  const { document } = await fixture.harness.caller().records.shared({ reference });
  const read = readRecordDocument(document);
  if (read === null) throw new Error("What was shared is no record");
  return read;
}

/** The node with some answers replaced. */
const lying = (answers: Partial<RecordNode>): RecordNode => ({ ...node, ...answers });

describe("a rent record", () => {
  it("names a scheduled payment's transfer, and anybody with a node can verify it as on time", async () => {
    const document = await readShared(await share());
    expect(await hasValidSignature(document)).toBe(true);
    expect(document.record).toMatchObject({ tenant: expect.stringMatching(/\w/), place: "", timeZone: "America/Chicago" });
    expect(sumUpRecord(document.record)).toEqual({ onTime: 1, late: 0, late30: 0, open: 0 });
    expect(await checkRecord(document.record, node)).toMatchObject({ trouble: null, charges: ["proven"] });
  });

  it("shows what its tenant chose, and other charges besides rent only on request", async () => {
    await makeCharge(fixture.harness.db, { leaseId: tenancy.uuid, kind: "utility", description: "Water", dueOn: monthOf(record.from) });
    const little = (await readShared(await share({ showTenant: false, showLandlord: false }))).record;
    expect(little).toMatchObject({ tenant: "", landlord: "", place: "", charges: [{ kind: "rent" }] });
    const much = (await readShared(await share({ showPlace: true, allCharges: true }))).record;
    expect(much.place).not.toBe("");
    expect(much.charges.map(({ kind }) => kind).toSorted()).toEqual(["rent", "utility"]);
  });

  it("counts only money as paid: written-off amounts are open, credited amounts are less rent", async () => {
    const { rent } = await fixture.landlord();
    const other = await autopay.tenancy();
    const { db, clock } = fixture.harness;
    const on = dayIn(clock.now(), "America/Chicago");
    const day = (back: number) => dayAfter(on, -back);
    const charge = (back: number, description: string) =>
      makeCharge(db, { leaseId: other.uuid, kind: "utility", description, cents: 10_000, dueOn: day(back) });
    const credit = async (kind: "outside" | "credit" | "writeOff", amount: string) =>
      rent.addCredit({ leaseId: other.leaseId, kind, amount, on, note: "Noted" });
    // Each credit pays the oldest open charge.
    await charge(9, "Credited whole");
    await credit("credit", "100.00");
    await charge(8, "Credited in part and paid");
    await credit("credit", "40.00");
    await credit("outside", "60.00");
    await charge(7, "Written off");
    await credit("writeOff", "100.00");
    await charge(6, "Paid and written off");
    await credit("outside", "30.00");
    await credit("writeOff", "70.00");
    const { records } = await autopay.calls(other.tenant);
    const made = await records.create({ leaseId: other.leaseId, startDate: day(30), endDate: day(1), ...options, allCharges: true });
    const { charges } = (await readShared(made)).record;
    expect(charges.map(({ description, cents, otherCents, paidAt }) => [description, cents, otherCents, paidAt > 0])).toEqual([
      ["Credited in part and paid", 6_000, 6_000, true],
      ["Written off", 10_000, 0, false],
      ["Paid and written off", 10_000, 3_000, false],
    ]);
    const only = { startDate: day(9), endDate: day(9), ...options, allCharges: true };
    await expect(records.create({ leaseId: other.leaseId, ...only })).rejects.toThrow("Nothing was due on these days");
  });

  it("is gone once its link is withdrawn, and nobody else can withdraw it", async () => {
    const made = await share();
    const { records } = await autopay.calls(tenancy.tenant);
    const stranger = await autopay.calls(await fixture.tenant());
    await expect(stranger.records.withdraw({ recordId: made._id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(stranger.records.list({ leaseId: tenancy.leaseId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await records.list({ leaseId: tenancy.leaseId })).toContainEqual(made);
    await records.withdraw({ recordId: made._id });
    await expect(readShared(made)).rejects.toThrow("This record does not exist, or its link was turned off");
    expect(await records.list({ leaseId: tenancy.leaseId })).not.toContainEqual(made);
    await records.withdraw({ recordId: made._id });
  });

  it("is printed for its tenant alone, with its own figures, and carries the signed record", async () => {
    const made = await share();
    const shared = await readShared(made);
    const { records } = await autopay.calls(tenancy.tenant);
    const { fileName, mediaType, content } = await records.file({ recordId: made._id });
    expect([fileName, mediaType]).toEqual([`hearth-rent-record-${shared.record.from}-${shared.record.to}.pdf`, "application/pdf"]);
    const bytes = Buffer.from(content, "base64");
    expect(readRecordDocument(findRecordInPdf(bytes) ?? "")).toEqual(shared);
    expect(dangerOfPdf(bytes)).toBeNull();
    const stranger = await autopay.calls(await fixture.tenant());
    await expect(stranger.records.file({ recordId: made._id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await records.withdraw({ recordId: made._id });
    await expect(records.file({ recordId: made._id })).rejects.toThrow("This record does not exist, or its link was turned off");
  });

  it("is created once per key, and not when nothing was due", async () => {
    const { records } = await autopay.calls(tenancy.tenant);
    const input = { leaseId: tenancy.leaseId, startDate: "2026-01-01", endDate: "2199-12-31", ...options, idempotencyKey: "a".repeat(36) };
    expect(await records.create(input)).toEqual(await records.create(input));
    await expect(share({ startDate: "2020-01-01", endDate: "2020-12-31" })).rejects.toThrow("Nothing was due on these days");
  });
});

describe("terms signed by the landlord's wallet", () => {
  it("are in the record, and a node finds the rent agreed by the paid wallet; other terms begin unsigned", async () => {
    const { rent } = await fixture.landlord();
    const { leaseId } = tenancy;
    const mine = async () => (await (await autopay.calls(tenancy.tenant)).rent.mine())[0]?.terms;
    const termsId = (await rent.lease({ leaseId })).terms[0]?._id ?? "";
    const unsigned = await share({ showTerms: true });
    expect(await readShared(unsigned)).toMatchObject({ format: "hearth-record-1" });
    const { terms, wallets } = await rent.termsToSign({ leaseId, termsId });
    expect(wallets).toEqual([fixture.payeeAddress]);
    const signed = (message: typeof terms, by = fixture.payee) => by.signTypedData(termsTypedData(message, networks.local.chainId));
    const given = { leaseId, termsId, walletAddress: fixture.payeeAddress };
    const stranger = tenancy.tenant.account;
    const bad = [
      { ...given, walletAddress: stranger.address, signature: await signed(terms, stranger) },
      { ...given, signature: await signed(terms, stranger) },
      { ...given, signature: await signed({ ...terms, rent: terms.rent - 1 }) },
    ];
    const refusals = await Promise.all(bad.map((one) => rent.signTerms(one).catch(({ message }: Error) => message)));
    expect(refusals).toEqual([expect.stringContaining("not known as yours"), ...Array(2).fill(expect.stringContaining("did not sign"))]);
    expect(await mine()).toMatchObject({ rent: 1450, dueDay: 1, signed: null });
    const signature = await signed(terms);
    for (const _again of [1, 2]) await rent.signTerms({ ...given, signature });
    expect(await mine()).toMatchObject({ signed: { by: fixture.payeeAddress } });

    const document = await readShared(await share({ showTerms: true }));
    expect(await hasValidSignature(document)).toBe(true);
    expect(document).toMatchObject({
      format: "hearth-record-2",
      record: { agreements: [{ terms, signer: fixture.payeeAddress, until: "" }] },
    });
    expect((await readShared(await share())).record.agreements).toBeUndefined();
    const plain = { ...document.record, charges: document.record.charges.map((charge) => ({ ...charge, terms: [] })) };
    expect(await checkRecord(plain, node)).toMatchObject({ agreements: ["payee"], charges: ["agreed"] });
    expect(await checkRecord(plain, openRecordNode("http://127.0.0.1:9"))).toMatchObject({ agreements: ["payee"], charges: ["unsure"] });
    const [agreement] = document.record.agreements ?? [];
    if (agreement === undefined) throw new Error("Nothing was agreed");
    const check = async (changes: object, more: object = {}) =>
      checkRecord({ ...plain, ...more, agreements: [{ ...agreement, ...changes }] }, node);
    expect(await check({ terms: { ...terms, rent: 1 } })).toMatchObject({ agreements: ["unsigned"], charges: ["paid"] });
    expect(await check({ signer: stranger.address, signature: await signed(terms, stranger) })).toMatchObject({
      agreements: ["other"],
      charges: ["paid"],
    });
    const less = { ...terms, rent: terms.rent - 1 };
    expect(await check({ terms: less, signature: await signed(less) })).toMatchObject({ agreements: ["different"], charges: ["paid"] });
    const silent = lying({ hasSigned: () => Promise.reject(new Error("gone")) });
    const broken = { ...agreement, signature: `0x${"12".repeat(70)}` as const };
    expect(await checkRecord({ ...plain, agreements: [broken] }, silent)).toMatchObject({ agreements: ["unsure"] });

    const { nextPeriod, updatedAt: seenAt } = await rent.lease({ leaseId });
    await rent.changeLease({ leaseId, effectiveFrom: nextPeriod, rent: "1500.00", seenAt });
    expect((await rent.lease({ leaseId })).terms.map((one) => one.signed !== null)).toEqual([true, false]);
    expect((await readShared(await share({ showTerms: true }))).record.agreements).toMatchObject([{ until: nextPeriod }]);
  });
});

describe("a signed receipt", () => {
  it("names the transfer that paid, and a node can find it", async () => {
    const { payments, records } = await autopay.calls(tenancy.tenant);
    const paid = (await payments.list({})).items[0];
    const file = await records.receipt({ paymentId: paid?.id ?? "" });
    const document = readRecordDocument(file.document);
    expect(document?.record).toMatchObject({ kind: "receipt", charges: [], transfers: [record.transfers[0]] });
    expect(document && (await hasValidSignature(document))).toBe(true);
    expect(document && (await checkRecord(document.record, node)).transfers).toEqual([expect.stringMatching(/^(found|recent)$/)]);
  });

  it("travels in the PDF of the receipt, which is still accepted as evidence", async () => {
    const { payments, records } = await autopay.calls(tenancy.tenant);
    const paymentId = (await payments.list({})).items[0]?.id ?? "";
    const [{ pdf }, file] = [await payments.receipt({ paymentId }), await records.receipt({ paymentId })];
    const bytes = Buffer.from(pdf, "base64");
    const inPdf = readRecordDocument(findRecordInPdf(bytes) ?? "");
    const own = { id: expect.any(String), issuedAt: expect.any(Number) };
    expect(inPdf?.record).toEqual({ ...readRecordDocument(file.document)?.record, ...own });
    expect(inPdf && (await hasValidSignature(inPdf))).toBe(true);
    expect(dangerOfPdf(bytes)).toBeNull();
  });
});

describe("a node", () => {
  const check = async (changed: SignedRecord, by: RecordNode = node) => checkRecord(changed, by);
  const withTransfer = (changes: object): SignedRecord => ({
    ...record,
    transfers: record.transfers.map((transfer) => ({ ...transfer, ...changes })),
  });
  const otherWord = `0x${"ab".repeat(32)}` as const;
  const otherWallet = `0x${"ab".repeat(20)}` as const;

  it.each([
    ["a transfer that does not exist", { txHash: otherWord }, "missing"],
    ["another amount", { units: "1" }, "different"],
    ["another sender", { from: otherWallet }, "different"],
    ["another recipient", { to: otherWallet }, "different"],
    ["another place in the block", { logIndex: 99 }, "different"],
    ["another nonce", { nonce: otherWord }, "different"],
    ["another block", { blockHash: otherWord }, "moved"],
    ["another time", { time: 1 }, "contradiction"],
    ["a block that is still to come", { txHash: otherWord, blockNumber: 90_000_000 }, "behind"],
    ["a block that left the chain", { txHash: otherWord, blockHash: otherWord }, "reorganised"],
  ])("detects %s", async (_, changes, finding) => {
    const findings = await check(withTransfer(changes));
    expect(findings.transfers).toEqual([finding]);
    expect(findings.charges[0]).not.toMatch(/proven|paid/);
  });

  it("that is down, stops answering or serves another chain leaves the result unsure, never false", async () => {
    const away = await check(record, openRecordNode("http://127.0.0.1:9"));
    expect(away).toEqual({ trouble: "away", transfers: ["away"], charges: ["unsure"], agreements: [] });
    const silent = await check(record, lying({ block: () => Promise.reject(new Error("gone")) }));
    expect(silent).toEqual({ trouble: null, transfers: ["away"], charges: ["unsure"], agreements: [] });
    expect(await check(record, lying({ chainId: async () => 1 }))).toMatchObject({ trouble: "otherChain", charges: ["unsure"] });
  });

  it("that contradicts itself or another node is reported", async () => {
    const honest = await check(record);
    const noBlock = await check(record, lying({ block: async () => null }));
    expect(noBlock).toMatchObject({ transfers: ["contradiction"], charges: ["unsure"] });
    const denies = await check(record, lying({ receipt: async () => null }));
    expect(denies).toMatchObject({ transfers: ["missing"], charges: ["false"] });
    expect(findingsAgree(honest, denies)).toBe(false);
    expect(findingsAgree(honest, await check(record, openRecordNode("http://127.0.0.1:9")))).toBe(true);
  });

  it("reports a block that can still leave the chain", async () => {
    const young = await check(record, lying({ finalBlock: async () => 0 }));
    const old = await check(record, lying({ finalBlock: async () => 90_000_000 }));
    expect([young.transfers, old.transfers]).toEqual([["recent"], ["found"]]);
    expect(findingsAgree(young, old)).toBe(true);
  });
});

describe("a charge", () => {
  const withCharge = (changes: object): SignedRecord => ({
    ...record,
    charges: record.charges.map((charge) => ({ ...charge, ...changes })),
  });
  const judge = async (changed: SignedRecord) => (await checkRecord(changed, node)).charges[0];
  const day = 86_400;

  it("is paid but not proven without the terms, or with terms that the payer did not sign", async () => {
    const [charge] = record.charges;
    const terms = charge?.terms ?? [];
    expect(await judge(withCharge({ terms: [] }))).toBe("paid");
    expect(await judge(withCharge({ terms: terms.map((one) => ({ ...one, salt: `0x${"ab".repeat(32)}` })) }))).toBe("paid");
    expect(await judge(withCharge({ terms: terms.map((one) => ({ ...one, cents: one.cents - 1 })) }))).toBe("false");
  });

  it.each([
    ["a time that is not its transfer's", { paidAt: 1 }],
    ["a due day that lasts a week", { lateFrom: 9_000_000_000 }],
    ["days late that do not follow", { daysLate: 3 }],
    ["more than its transfer moved", { cents: 900_000, parts: [{ transfer: 0, cents: 900_000 }], terms: [] }],
    ["more than was asked", { otherCents: 1 }],
    ["that it is open while it is paid", { paidAt: 0, daysLate: 0 }],
  ])("claiming %s is false", async (_, changes) => {
    expect(await judge(withCharge(changes))).toBe("false");
  });

  it("whose due day is moved, with everything but the signature, is not proven", async () => {
    const [charge] = record.charges;
    if (charge === undefined) throw new Error("The record has no charge");
    const later = { dueAt: charge.dueAt + day, lateFrom: charge.lateFrom + day };
    expect(await judge(withCharge({ ...later, terms: charge.terms.map((one) => ({ ...one, dueAt: one.dueAt + day })) }))).toBe("paid");
  });

  it("paid outside Hearth according to the landlord is marked as stated", async () => {
    expect(await judge(withCharge({ parts: [], otherCents: 145_000, terms: [] }))).toBe("stated");
  });
});
