import { createHash, randomBytes } from "node:crypto";
import { humanCode } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";

/** Generates recovery codes, each of 24 letters and digits without look-alikes: `H7Q4-K2MX-...`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () => [1, 2, 3].map(() => humanCode(randomBytes(8))).join("-"));
}

/** Hashes a recovery code for storage. A plain hash is enough: 24 characters out of 30 are 117 random bits. */
export function hashRecoveryCode(code: string): string {
  return createHash("sha256").update(code.replaceAll("-", "")).digest("hex");
}
