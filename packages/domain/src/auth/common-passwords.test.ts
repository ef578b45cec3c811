import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";
import { newPassword } from "./inputs.ts";

function complaint(password: string): string | undefined {
  return newPassword.safeParse(password).error?.issues[0]?.message;
}

describe("a new password", () => {
  it.each(["password123", "PASSWORD123", "Qwertyuiop", "12345678", "P4$$w0rd2026!", "!!Passw0rd", "hearth2026", "H3arth!2026"])(
    "refuses the common password %s",
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
      expect(complaint(password)).toBe("Please choose a less common password");
    },
  );

  it("accepts the demo's password, and others that are not on the list", () => {
    expect(complaint("hearth-demo-2026")).toBeUndefined();
    expect(complaint("correct horse battery")).toBeUndefined();
  });

  it("counts characters, not UTF-16 code units, for the minimum of 8", () => {
    expect(complaint("🔥🔥🔥🔥")).toBe("Password must be at least 8 characters");
    expect(complaint("🔥🔥🔥🔥🔥🔥🔥🔥")).toBeUndefined();
  });

  it("accepts 256 bytes and refuses 257", () => {
    expect(complaint("é".repeat(128))).toBeUndefined();
    expect(complaint("é".repeat(128) + "e")).toBe("Password must be at most 256 bytes");
  });
});
