import { describe, expect, it } from "vitest";
import { groupsOf, makeRecoveryCode, readRecoveryCode } from "./recovery-code.ts";

describe("a recovery code", () => {
  it("is read as people type it: in small letters, with spaces and dashes, and with the letters that look like digits", async () => {
    const code = await makeRecoveryCode();
    const typed = groupsOf(code).join(" - ").toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
    expect(await readRecoveryCode(typed)).toBe(code);
  });

  it("is read with its check characters, and with no letter that is wrong, missing or too much", async () => {
    const code = "ABCDEFGHJKMNPQRSTVWXYZ0123D9";
    expect(await readRecoveryCode(code)).toBe(code);
    const wrong = [code.replace("A", "B"), code.slice(1), `${code}7`, `${code.slice(0, -1)}!`, ""];
    expect(await Promise.all(wrong.map((text) => readRecoveryCode(text)))).toEqual([null, null, null, null, null]);
  });

  it("is another one each time", async () => {
    expect(await makeRecoveryCode()).not.toBe(await makeRecoveryCode());
  });

  it("has 28 characters in seven groups", async () => {
    expect(groupsOf(await makeRecoveryCode()).map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 4, 4]);
  });
});
