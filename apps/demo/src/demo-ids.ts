import { createHash } from "node:crypto";

/** The id of a demo row: a UUIDv7 of that moment. Its random part is derived from the words, so that it is reproducible. */
export function demoId(at: Date, ...keyParts: (string | number)[]): string {
  const bytes = createHash("sha256")
    .update(["hearth demo", ...keyParts].join(" "))
    .digest()
    .subarray(0, 16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const digits = bytes.toString("hex");
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join("-");
}
