import { describe, expect, it } from "vitest";
import { adviceOn, alarmKeys } from "./alarms.ts";

describe("advice on alarms", () => {
  it("is found by how a key begins, and never missing", () => {
    expect(adviceOn("ledger-missed-4711")).toBe(adviceOn("ledger-missed-1"));
    for (const key of [...alarmKeys, "something-new"]) expect(adviceOn(key)).toMatch(/^[A-Z].+\.$/);
    expect(adviceOn("something-new")).not.toBe(adviceOn("relayer-gas"));
  });
});
