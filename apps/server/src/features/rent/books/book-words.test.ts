import type { BusinessType } from "@hearth/domain/merchants/business-types";
import PDFDocument from "pdfkit";
import { afterEach, expect, it, vi } from "vitest";
import { drawRentRoll } from "./rent-roll-pdf.ts";
import { drawStatement } from "./statement-pdf.ts";

afterEach(() => vi.restoreAllMocks());

/** Every text that is written while something is drawn. */
async function textsOf(draw: () => Promise<unknown>): Promise<string[]> {
  const write = vi.spyOn(PDFDocument.prototype, "text");
  await draw();
  return write.mock.calls.map(([text]) => String(text));
}

const cents = { openingCents: 0, chargedCents: 0, paidCents: 0, creditedCents: 0, writtenOffCents: 0, closingCents: 0, depositCents: 0 };

const statement = (businessType: BusinessType) => () =>
  drawStatement({
    merchant: "Tenant & Lease",
    businessType,
    place: "Lease Tower 4B",
    address: "",
    tenants: ["Maya Okafor"],
    network: "Base",
    from: "2026-11-01",
    to: "2026-11-30",
    madeOn: "2026-11-30",
    sums: cents,
    lines: [],
  });

const roll = (businessType: BusinessType) => () =>
  drawRentRoll({ merchant: "Juniper", businessType, period: "November 2026", rows: [], total: cents });

it("names both sides of a statement as the business does, and leaves what people wrote as it is", async () => {
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
