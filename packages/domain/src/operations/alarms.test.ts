import { describe, expect, it } from "vitest";
import { adviceOn, alarmKeys, endsAcknowledged } from "./alarms.ts";

describe("advice on alarms", () => {
  it("is found by the key's prefix and never missing", () => {
    expect(adviceOn("refunded-beyond-pay_4711")).toBe(adviceOn("refunded-beyond-trf_1"));
    for (const key of [...alarmKeys, "something-new"]) expect(adviceOn(key)).toMatch(/^[A-Z].+\.$/);
    expect(adviceOn("something-new")).not.toBe(adviceOn("relayer-gas"));
  });

  it("asks to acknowledge exactly the alarms that end by acknowledgement", () => {
    for (const key of alarmKeys) expect([key, adviceOn(key).includes("acknowledge")]).toEqual([key, endsAcknowledged(key)]);
  });
});
