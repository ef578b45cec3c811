import { expect, it } from "vitest";
import { axisLabel, chartScale } from "./chart-scale.ts";

it("returns an axis of three round steps that fits the largest month", () => {
  expect(chartScale(166_300)).toEqual({ topCents: 180_000, stepCents: 60_000 });
  expect(chartScale(140_000)).toEqual({ topCents: 150_000, stepCents: 50_000 });
  expect(chartScale(5_115_000)).toEqual({ topCents: 6_000_000, stepCents: 2_000_000 });
});

it("returns an axis for no values", () => {
  expect(chartScale(0)).toEqual({ topCents: 300, stepCents: 100 });
});

it("labels an axis in one unit", () => {
  const labels = (topCents: number) => [0, topCents / 3, (topCents / 3) * 2, topCents].map((cents) => axisLabel(cents, topCents));
  expect(labels(180_000)).toEqual(["$0", "$600", "$1,200", "$1,800"]);
  expect(labels(1_800_000)).toEqual(["$0", "$6k", "$12k", "$18k"]);
  expect(labels(150_000_000)).toEqual(["$0", "$0.5m", "$1m", "$1.5m"]);
});
