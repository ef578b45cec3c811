import { describe, expect, it } from "vitest";
import { countTurns } from "../testing/count-turns.ts";
import { localTime, rowsAtOnce, writeCsv } from "./write-csv.ts";

describe("a CSV file", () => {
  it("has a UTF-8 byte order mark and CRLF line ends", async () => {
    expect(await writeCsv([["Größe", "1"]])).toBe("\uFEFFGröße,1\r\n");
  });

  it("contains no formula, however a cell begins", async () => {
    for (const start of ["=", "+", "-", "@", "\t", "\r"]) {
      const [cell = ""] = (await writeCsv([[`${start}SUM(A1)`]])).slice(1).split("\r\n");
      expect(cell.replace(/^"/, ""), JSON.stringify(start)).toMatch(/^'/);
    }
  });

  it("keeps an amount a number, also below zero", async () => {
    expect(await writeCsv([[-74_233n, 145_000n, "-742.33"]])).toBe("\uFEFF-742.33,1450.00,'-742.33\r\n");
  });

  it("keeps commas, quotes and line breaks inside their cell", async () => {
    expect(await writeCsv([['Rent, "4B"\nand parking']])).toBe('\uFEFF"Rent, ""4B""\nand parking"\r\n');
  });

  it("writes times in the reader's time zone", () => {
    const moment = new Date("2026-11-20T03:02:53Z");
    expect(localTime(moment, "UTC")).toBe("2026-11-20 03:02:53");
    expect(localTime(moment, "America/New_York")).toBe("2026-11-19 22:02:53");
  });

  it("is written in slices, with other requests in between", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [`Rent ${at}`, BigInt(at)]);
    const writing = writeCsv(rows);
    expect(await countTurns(writing)).toBeGreaterThanOrEqual(20_000 / rowsAtOnce);
    const csv = await writing;
    expect(csv.split("\r\n")).toHaveLength(20_001);
    expect(csv.indexOf("\uFEFF", 1)).toBe(-1);
  });
});
