import type { BusinessType } from "@hearth/domain/merchants/business-types";
import PDFDocument from "pdfkit";
import { afterEach, expect, it, vi } from "vitest";
import { drawRentRoll } from "./rent-roll-pdf.ts";
import { drawStatement } from "./statement-pdf.ts";

afterEach(() => vi.restoreAllMocks());

/** Returns every text that is written to the PDF while `draw` runs. */
async function textsOf(draw: () => Promise<unknown>): Promise<string[]> {
  const write = vi.spyOn(PDFDocument.prototype, "text");
  await draw();
  return write.mock.calls.map(([text]) => String(text));
}

const sums = { openingCents: 0, chargedCents: 0, paidCents: 0, creditedCents: 0, closingCents: 0 };
const cents = { ...sums, writtenOffCents: 0, depositCents: 0, laterCents: 0 };

const paper = (businessType: BusinessType) => ({
  merchant: "Tenant & Lease",
  businessType,
  place: "Lease Tower 4B",
  address: "",
  tenants: ["Maya Okafor"],
  network: "Base",
  from: "2026-11-01",
  to: "2026-11-30",
  madeOn: "2026-11-30",
  sums,
  lines: [],
  later: [],
});

const statement = (businessType: BusinessType) => () => drawStatement(paper(businessType));

const roll = (businessType: BusinessType) => () =>
  drawRentRoll({ merchant: "Juniper", businessType, period: "November 2026", closedOn: null, rows: [], total: cents });

it("lists late lines on a closed month's rent roll and statement", async () => {
  const late = { ...cents, closingCents: 5_000, laterCents: -1_000 };
  const period = { merchant: "Juniper", businessType: "apartment" as const, period: "November 2026", closedOn: "2026-12-02" };
  const texts = await textsOf(() => drawRentRoll({ ...period, rows: [], total: late }));
  expect(texts.find((text) => text.startsWith("Amounts"))).toMatch(
    /Closed on Dec 2, 2026\. Added after the close: -\$10\.00, counted in a later month/,
  );
  vi.restoreAllMocks();
  const line = { on: "2026-11-20", description: "Payment", note: "", cents: -1_000, balanceCents: 0, txHash: null };
  const given = { ...paper("apartment"), sums: { ...sums, closingCents: 5_000 }, later: [line] };
  expect(await textsOf(() => drawStatement(given))).toEqual(expect.arrayContaining(["Balance with what came later", "$40.00"]));
});

it("uses the business type's words on a statement, and leaves entered text unchanged", async () => {
  const texts = await textsOf(statement("service_provider"));
  expect(texts).toEqual(expect.arrayContaining(["Merchant", "Customers", "Tenant & Lease", "Statement of Lease Tower 4B"]));
  expect(texts).not.toContain("Tenants");
});

it("names landlord and tenants on a landlord's statement", async () => {
  expect(await textsOf(statement("apartment"))).toEqual(expect.arrayContaining(["Landlord", "Tenants"]));
});

it("heads a rent roll in the words of the business", async () => {
  expect(await textsOf(roll("retail"))).toContain("Unit and customers");
  vi.restoreAllMocks();
  expect(await textsOf(roll("real_estate"))).toContain("Unit and tenants");
});
