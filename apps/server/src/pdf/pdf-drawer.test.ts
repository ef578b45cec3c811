import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { countTurns } from "../testing/count-turns.ts";
import { createPdfDrawer, type PdfDrawer } from "./pdf-drawer.ts";

const slowThread = new URL("../testing/slow-thread.ts", import.meta.url);
const figures = { openingCents: 0, chargedCents: 145_000, paidCents: 145_000, creditedCents: 0, writtenOffCents: 0, closingCents: 0 };
const sums = { ...figures, depositCents: 0, laterCents: 0 };

/** A rent roll with this many leases. */
function rollOf(leases: number) {
  const rows = Array.from({ length: leases }, (_, at) => {
    const lease = {
      id: String(at),
      propertyId: "1",
      property: "12 Elm Street",
      unit: `Unit ${at}`,
      tenants: ["Maya Ortiz", "Élodie Ünal"],
    };
    return { ...sums, ...lease, startsOn: "2026-01-01", endsOn: null, rentCents: 145_000 };
  });
  return { merchant: "Juniper", businessType: "real_estate", period: "November 2026", closedOn: null, rows, total: sums } as const;
}

const receiptTo = (merchant: string) => ({
  merchant,
  amountCents: 1,
  refundedCents: 0,
  date: "",
  facts: [],
  transactionHash: "0x",
  settled: "",
  signed: null,
});

let drawer: PdfDrawer;

afterEach(() => drawer.close());

describe("drawing documents", () => {
  it("does not block this thread while a rent roll of 1,000 leases is drawn", async () => {
    drawer = createPdfDrawer();
    await drawer.draw("rentRoll", rollOf(1));
    const drawing = drawer.draw("rentRoll", rollOf(1_000));
    expect(await countTurns(drawing)).toBeGreaterThan(100);
    expect((await drawing).subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("fails a single document, and draws the following ones", async () => {
    drawer = createPdfDrawer();
    await expect(drawer.draw("rentRoll", JSON.parse(JSON.stringify({ ...rollOf(1), rows: null })))).rejects.toThrow(
      "A document could not be drawn",
    );
    expect((await drawer.draw("receipt", receiptTo("Juniper"))).subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("aborts a document that takes too long, and starts a new thread", async () => {
    drawer = createPdfDrawer({ file: slowThread, limitMs: 500 });
    await expect(drawer.draw("receipt", receiptTo("never"))).rejects.toMatchObject({ code: "OVERLOADED" });
    drawer = createPdfDrawer({ file: slowThread });
    await expect(drawer.draw("receipt", receiptTo("end"))).rejects.toThrow("has ended");
    expect((await drawer.draw("receipt", receiptTo("Juniper"))).toString()).toBe("Juniper");
  });

  it("ends documents being drawn and queued when closed", async () => {
    drawer = createPdfDrawer({ file: slowThread });
    const drawing = [drawer.draw("receipt", receiptTo("never")), drawer.draw("receipt", receiptTo("Juniper"))];
    const outcomes = Promise.allSettled(drawing);
    await nextTurn();
    await drawer.close();
    expect((await outcomes).map((outcome) => outcome.status === "rejected" && outcome.reason.code)).toEqual(["UNAVAILABLE", "UNAVAILABLE"]);
  });
});
