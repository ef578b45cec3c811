import fc from "fast-check";
import { expect, it } from "vitest";
import { findRecordInPdf, isPdf, toPdfProperty } from "./record-in-pdf.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const pdfWith = (...properties: string[]) => bytesOf(`%PDF-1.3\n${properties.map((text) => `<< /HearthRecord (${text}) >>`).join("\n")}`);
const named = (tenant: string) => ({ record: { tenant } });

it("finds a record again in any script", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (tenant) => {
      expect(findRecordInPdf(pdfWith(toPdfProperty(named(tenant))))).toBe(JSON.stringify(named(tenant)));
    }),
  );
});

it("takes the last of several records, as a reader takes the last version of a file", () => {
  expect(findRecordInPdf(pdfWith(toPdfProperty(named("Maya")), toPdfProperty(named("Otto"))))).toContain("Otto");
});

it("finds nothing in a PDF without a record, or with a broken one", () => {
  for (const property of ["", "A", "hearth-record:A", "hearth-record:////", "hearth-record:not base64"])
    expect(findRecordInPdf(pdfWith(property))).toBeNull();
  expect(findRecordInPdf(bytesOf("%PDF-1.3"))).toBeNull();
  expect([isPdf(bytesOf("%PDF-1.3")), isPdf(bytesOf("{}")), isPdf(bytesOf(""))]).toEqual([true, false, false]);
});
