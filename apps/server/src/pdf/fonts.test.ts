import { expect, it } from "vitest";
import { fontFiles, fontRuns } from "./fonts.ts";
import { unpackWoff } from "./woff.ts";

const fileOf = (path: string) => path.split("/").at(-1);

it("writes plain text with one font of the requested face", () => {
  const runs = fontRuns("$1,450.00", "slab");
  expect(runs.map(({ path, text }) => [fileOf(path), text])).toEqual([["hepta-slab-latin-300-normal.woff", "$1,450.00"]]);
});

it("switches fonts where a script begins, and keeps every character", () => {
  const runs = fontRuns("Żelazna, Улица", "sans");
  expect(new Set(runs.map(({ path }) => path)).size).toBe(3);
  expect(runs.map(({ text }) => text).join("")).toBe("Żelazna, Улица");
});

it("writes the whole text in the sans when its own face lacks a character", () => {
  expect(fontRuns("Улица Rent", "slab").map(({ path }) => fileOf(path))).toEqual([
    "inter-cyrillic-400-normal.woff",
    "hanken-grotesk-latin-400-normal.woff",
  ]);
});

it("replaces a character missing in every font by a question mark", () => {
  expect(fontRuns("Rent 家賃 🏠", "sans").map(({ text }) => text)).toEqual(["Rent ?? ?"]);
});

/** Sum of a table's 32-bit words, as in the font's checksums. */
function checksumOf(table: Buffer): number {
  const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

it("unpacks every font into tables with correct checksums", () => {
  expect(fontFiles()).toHaveLength(10);
  for (const { path, bytes } of fontFiles()) {
    const count = bytes.readUInt16BE(4);
    expect(count, path).toBeGreaterThan(8);
    for (let at = 12; at < 12 + count * 16; at += 16) {
      const name = bytes.toString("latin1", at, at + 4);
      const [offset, length] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
      const table = Buffer.from(bytes.subarray(offset, offset + length));
      if (name === "head") table.writeUInt32BE(0, 8); // the checksum of the whole font counts as zero
      expect(checksumOf(table), `${path}: ${name}`).toBe(bytes.readUInt32BE(at + 4));
    }
  }
});

it("accepts only a packed font", () => {
  expect(() => unpackWoff(Buffer.from("%PDF-1.7"))).toThrow("WOFF 1.0");
});
