import { expect, it } from "vitest";
import { byFloor, floorOf } from "./floors.ts";

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
