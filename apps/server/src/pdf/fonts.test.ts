import { expect, it } from "vitest";
import { fontFiles, fontRuns } from "./fonts.ts";
import { unpackWoff } from "./woff.ts";

const fileOf = (path: string) => path.split("/").at(-1);

it("writes plain text with one font of the wanted face", () => {
  const runs = fontRuns("$1,450.00", "slab");
  expect(runs.map(({ path, text }) => [fileOf(path), text])).toEqual([["hepta-slab-latin-300-normal.woff", "$1,450.00"]]);
});

it("changes the font where a script begins, and keeps every character", () => {
  const runs = fontRuns("Żelazna, Улица", "sans");
  expect(new Set(runs.map(({ path }) => path)).size).toBe(3);
  expect(runs.map(({ text }) => text).join("")).toBe("Żelazna, Улица");
});

it("writes all of a text in the sans where its own face cannot write some of it", () => {
  expect(fontRuns("Улица Rent", "slab").map(({ path }) => fileOf(path))).toEqual([
    "inter-cyrillic-400-normal.woff",
    "hanken-grotesk-latin-400-normal.woff",
  ]);
});

it("puts a question mark where no font has a character", () => {
  expect(fontRuns("Rent 家賃 🏠", "sans").map(({ text }) => text)).toEqual(["Rent ?? ?"]);
});

/** The sum of a table's 32-bit words, as each font says it of its own. */
function checksumOf(table: Buffer): number {
  const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

it("unpacks every font into tables that have their own checksums", () => {
  expect(fontFiles()).toHaveLength(10);
  for (const { path, bytes } of fontFiles()) {
    const count = bytes.readUInt16BE(4);
    expect(count, path).toBeGreaterThan(8);
    for (let at = 12; at < 12 + count * 16; at += 16) {
      const name = bytes.toString("latin1", at, at + 4);
      const [offset, length] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
      const table = Buffer.from(bytes.subarray(offset, offset + length));
      if (name === "head") table.writeUInt32BE(0, 8); // the whole font's sum, which counts as nothing
      expect(checksumOf(table), `${path}: ${name}`).toBe(bytes.readUInt32BE(at + 4));
    }
  }
});

it("takes nothing but a packed font", () => {
  expect(() => unpackWoff(Buffer.from("%PDF-1.7"))).toThrow("WOFF 1.0");
});
