import { describe, expect, it } from "vitest";
import { registerForm, registerInput } from "./inputs.ts";

const person = { firstName: "Maya", lastName: "Okafor", email: "maya@example.com", password: "correct horse" };
const messages = (result: { error?: { issues: { message: string }[] } | undefined }) => result.error?.issues.map((issue) => issue.message);

describe("registration", () => {
  it("defaults to a consumer and never makes an admin", () => {
    expect(registerInput.parse(person).role).toBe("user");
    expect(registerInput.parse({ ...person, role: "merchant" }).role).toBe("merchant");
    expect(registerInput.safeParse({ ...person, role: "admin" }).success).toBe(false);
    expect(registerInput.safeParse({ ...person, status: "active" }).success).toBe(false);
  });

  it("requires every field", () => {
    for (const field of Object.keys(person)) {
      expect(messages(registerInput.safeParse({ ...person, [field]: "" }))).toEqual(["All fields are required"]);
      expect(messages(registerInput.safeParse({ ...person, [field]: undefined }))).toEqual(["All fields are required"]);
    }
  });

  it("requires a password of 8 characters to 256 bytes, counting code points", () => {
    const password = (value: string) => messages(registerInput.safeParse({ ...person, password: value }));
    expect(password("1234567")).toEqual(["Password must be at least 8 characters"]);
    expect(password("🏠🏠🏠🏠")).toEqual(["Password must be at least 8 characters"]);
    expect(password("hørse-87")).toBeUndefined();
    expect(password("x".repeat(257))).toEqual(["Password must be at most 256 bytes"]);
  });

  it("reports that the two passwords differ", () => {
    expect(messages(registerForm.safeParse({ ...person, confirmPassword: "another horse" }))).toEqual(["Passwords do not match"]);
    expect(registerForm.safeParse({ ...person, confirmPassword: person.password }).success).toBe(true);
  });
});
