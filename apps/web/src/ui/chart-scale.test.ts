import { expect, it } from "vitest";
import { axisLabel, chartScale } from "./chart-scale.ts";

it("gives an axis of three round steps that holds the largest month", () => {
  expect(chartScale(166_300)).toEqual({ topCents: 180_000, stepCents: 60_000 });
  expect(chartScale(140_000)).toEqual({ topCents: 150_000, stepCents: 50_000 });
  expect(chartScale(5_115_000)).toEqual({ topCents: 6_000_000, stepCents: 2_000_000 });
});

it("keeps an axis where there was nothing at all", () => {
  expect(chartScale(0)).toEqual({ topCents: 300, stepCents: 100 });
});

it("shortens large amounts on the axis", () => {
  expect([0, 60_000, 120_000, 2_000_000, 150_000_000].map(axisLabel)).toEqual(["$0", "$600", "$1,200", "$20k", "$1.5m"]);
});
