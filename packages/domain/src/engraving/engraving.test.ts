import { expect, it, vi } from "vitest";
import { bandOf } from "./band.ts";
import { beadOf, blankBead } from "./bead.ts";
import type { Drawing } from "./drawing.ts";
import { numbersOf } from "./numbers.ts";
import { rosetteOf } from "./rosette.ts";
import { sealOf } from "./seal.ts";

const hash = "0xa90c6be1c29e417604f88a4142f956b2e31ee99ac860a20278a5b0e27d3f18c2";
const neighbour = hash.replace(/2$/, "3");
const many = Array.from(
  { length: 16 },
  (_, index) =>
    `0x${numbersOf("hash", String(index))
      .whole(0, 2 ** 32)
      .toString(16)}`,
);

const drawings: [name: string, draw: (hash: string) => Drawing, maxBytes: number][] = [
  ["band", (each) => bandOf(each, 500, 110), 45_000],
  ["bead", (each) => beadOf(each, 87, 70), 14_000],
  ["rosette", (each) => rosetteOf(each, 400), 90_000],
];

const pathOf = ({ lines, outline }: Drawing) => lines.map(({ path, width }) => `${path} ${width}`).join("|") + outline;
const fingerprint = (text: string) => numbersOf("fingerprint", text).whole(0, 2 ** 32);

it("keeps every drawing unchanged: issued receipts must always look the same", () => {
  expect(drawings.map(([name, draw]) => [name, fingerprint(pathOf(draw(hash)))])).toEqual([
    ["band", 488500433],
    ["bead", 875549739],
    ["rosette", 3384240605],
  ]);
  expect(fingerprint(Object.values(sealOf(hash)).join("|"))).toBe(2894852933);
});

it("draws the lines of a band when they are read, because an open checkout shows its outline alone", () => {
  const sine = vi.spyOn(Math, "sin");
  const band = bandOf(hash, 500, 84);
  const calls = sine.mock.calls.length;
  expect(band.lines).toHaveLength(3);
  expect(sine.mock.calls.length).toBeGreaterThan(1_000);
  expect(calls).toBeLessThan(100);
  sine.mockRestore();
});

it.each(drawings)("draws a different %s when one digit of the hash changes", (_, draw) => {
  expect(pathOf(draw(neighbour))).not.toBe(pathOf(draw(hash)));
});

it.each(drawings)("keeps a %s within its size limit", (_, draw, maxBytes) => {
  for (const each of many) expect(pathOf(draw(each)).length).toBeLessThan(maxBytes);
});

it("keeps a seal within two kilobytes, and cuts the seals of a list in many ways", () => {
  const seals = many.map((each) => Object.values(sealOf(each)).join("|"));
  for (const seal of seals) expect(seal.length).toBeLessThan(2_000);
  expect(new Set(seals).size).toBe(seals.length);
});

it("joins beads: each begins and ends in the same knot", () => {
  const ends = many.map((each) => /^M0 ([\d.]+)/.exec(beadOf(each, 80, 60).outline)?.[1]);
  expect(new Set(ends)).toEqual(new Set([/^M0 ([\d.]+)/.exec(blankBead(80, 60).outline)?.[1]]));
});

it("draws something for text that is not a hash", () => {
  for (const text of ["", "pending", "0x"]) {
    for (const [, draw] of drawings) expect(pathOf(draw(text))).not.toMatch(/NaN|Infinity/);
    expect(Object.values(sealOf(text)).join("")).not.toMatch(/NaN|Infinity/);
  }
});
