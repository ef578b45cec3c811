import { expect, it } from "vitest";
import { assignDeliveries } from "./deliveries.ts";

const rows = (prefix: string, ...amounts: number[]) =>
  amounts.map((usd, at) => ({ id: `${prefix}${at}`, usdcUnits: BigInt(usd * 100) * 10_000n }));

it.each([
  ["one order, exactly delivered", [900], [900], { o0: "t0" }],
  ["one order, delivered with less", [902.16], [901.16], { o0: "t0" }],
  ["one order, delivered with more", [900], [905], { o0: "t0" }],
  ["one order beside other money", [900], [850, 900], { o0: "t1" }],
  ["two orders of one amount", [900, 900], [900, 900], { o0: "t0", o1: "t1" }],
  ["two orders, one delivered with less", [900, 850], [850, 899], { o0: "t1", o1: "t0" }],
  ["two orders, both delivered with less", [900, 850], [849, 899], { o0: "t1", o1: "t0" }],
  ["one order that either of two transfers could be for", [900], [850, 899], {}],
  ["two orders that one transfer could be for", [900, 850], [848], {}],
  ["nothing delivered", [900], [], {}],
] as const)("assigns %s", (_, orders, transfers, expected) => {
  const assigned = assignDeliveries(rows("o", ...orders), rows("t", ...transfers));
  expect(Object.fromEntries([...assigned].map(([order, { id }]) => [order, id]))).toEqual(expected);
});
