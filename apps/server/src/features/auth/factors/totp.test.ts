import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { createSecret, setupUri, stepOfCode } from "./totp.ts";

/** RFC 6238, appendix B: the secret and the codes for SHA-1, of which six-digit apps show the last six. */
const secret = Secret.fromLatin1("12345678901234567890").base32;
const published: [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
];

describe("a code of an authenticator app", () => {
  it("matches the standard's published values", () => {
    for (const [seconds, code] of published) {
      expect(stepOfCode(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
    }
  });

  it("is valid for its own step and the adjacent ones only", () => {
    const at = (seconds: number) => stepOfCode(secret, "005924", new Date((1_234_567_890 + seconds) * 1000));
    expect([at(-31), at(-30), at(0), at(59), at(60)]).toEqual([null, 41_152_263, 41_152_263, 41_152_263, null]);
  });

  it("is not valid for another secret", () => {
    const other = createSecret();
    expect(stepOfCode(other, new TOTP({ secret: Secret.fromBase32(secret) }).generate(), new Date())).toBeNull();
  });
});

it("the setup URI contains the issuer, the secret and the code's parameters", () => {
  const uri = new URL(setupUri("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "maya@example.com"));
  expect(uri.protocol).toBe("otpauth:");
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    issuer: "Hearth",
    secret: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    digits: "6",
    period: "30",
  });
  expect(createSecret()).toMatch(/^[A-Z2-7]{32}$/);
});
