import { describe, expect, it } from "vitest";
import { alarmAdvice, alarmKeys, isClearedByAcknowledging } from "./alarms.ts";

describe("advice on alarms", () => {
  it("is found by the key's prefix and never missing", () => {
    expect(alarmAdvice("refunded-beyond-pay_4711")).toBe(alarmAdvice("refunded-beyond-trf_1"));
    for (const key of [...alarmKeys, "something-new"]) expect(alarmAdvice(key)).toMatch(/^[A-Z].+\.$/);
    expect(alarmAdvice("something-new")).not.toBe(alarmAdvice("relayer-gas"));
  });

  it("asks to acknowledge exactly the alarms that end by acknowledgement", () => {
    for (const key of alarmKeys) expect([key, alarmAdvice(key).includes("acknowledge")]).toEqual([key, isClearedByAcknowledging(key)]);
  });
});
