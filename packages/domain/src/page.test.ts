import { describe, expect, it } from "vitest";
import { z } from "zod";
import { namedPageShape, pageShape } from "./page.ts";

const page = z.strictObject(pageShape);
const cursor = "2026-11-20T10:00:00.000Z_pay_01h455vb4pex5vsknk084sn02q";

describe("a page of a list", () => {
  it("has a default size, and accepts the server's cursor", () => {
    expect(page.parse({})).toEqual({ limit: 100 });
    expect(page.parse({ cursor, limit: 500 })).toEqual({ cursor, limit: 500 });
  });

  it("accepts the direction of tRPC's infinite queries, and refuses to go backward", () => {
    expect(page.safeParse({ direction: "forward" }).success).toBe(true);
    expect(page.safeParse({ direction: "backward" }).success).toBe(false);
  });

  it.each([
    "-271821-04-20T00:00:00.000Z_pay_01h455vb4pex5vsknk084sn02q",
    "+275760-09-13T00:00:00.000Z_pay_01h455vb4pex5vsknk084sn02q",
    "2026-11-20_pay_01h455vb4pex5vsknk084sn02q",
    `${cursor}' or true`,
    "",
  ])("refuses the cursor %j, which no server wrote", (text) => expect(page.safeParse({ cursor: text }).success).toBe(false));
});

describe("a page of a list ordered by name", () => {
  const named = z.strictObject(namedPageShape);

  it("accepts a cursor whose name is encoded for addresses and headers", () => {
    const cursor = "Q2VkYXIgSG91c2U.mer_01h455vb4pex5vsknk084sn02q";
    expect(named.parse({ cursor })).toEqual({ cursor, limit: 100 });
  });

  it.each([
    "Cedar House.mer_01h455vb4pex5vsknk084sn02q",
    ".mer_01h455vb4pex5vsknk084sn02q",
    `${"A".repeat(641)}.mer_01h455vb4pex5vsknk084sn02q`,
    cursor,
  ])("refuses the cursor %j, which no server wrote", (text) => expect(named.safeParse({ cursor: text }).success).toBe(false));
});
