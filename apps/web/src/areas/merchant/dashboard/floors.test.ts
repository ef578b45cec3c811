import { expect, it } from "vitest";
import { byFloor, floorOf } from "./floors.ts";
import { monthSentence } from "./month-words.ts";

it.each([
  ["4B", "4"],
  ["12 C", "12"],
  ["401", "4"],
  ["1204", "12"],
  ["1204A", "12"],
  ["7", null],
  ["Garage", null],
  ["", null],
])("reads the floor of %s", (name, floor) => {
  expect(floorOf(name)).toBe(floor);
});

it("puts the highest floor first, and units without a floor last, in their own order", () => {
  const units = ["1A", "Garage", "2A", "10A", "1B"].map((name) => ({ name }));
  expect(byFloor(units).map(({ floor, units: onFloor }) => [floor, onFloor.map(({ name }) => name).join()])).toEqual([
    ["10", "10A"],
    ["2", "2A"],
    ["1", "1A,1B"],
    [null, "Garage"],
  ]);
});

it("counts the tenants who have paid, among those that are known", () => {
  const states = ["paid", "partly", "nothingDue", "paid"] as const;
  const money = { rent: 1, pastDue: 0, balance: 0, billed: 1, paid: 0, dueOn: null, arriving: false, hash: null };
  const units = states.map((state) => ({ _id: "unt_1", name: "1", lease: { _id: "lse_1", tenants: [], state, ...money } }));
  const of = (count: number, more = 0) =>
    monthSentence({ month: "2026-11", more, properties: [{ _id: "prp_1", name: "Elm", units: units.slice(0, count) }] });
  expect(of(4)).toBe("2 of 3 tenants have paid for November.");
  expect(of(4, 200)).toBe("2 of the first 3 tenants have paid for November.");
  expect(of(1)).toBe("Everyone has paid for November.");
  expect(of(0)).toBe("Nothing is due yet in November.");
});
