import { createPublicKey, verify } from "node:crypto";
import { readRecordDocument, type SignedRecord } from "@hearth/domain/records/signed-record";
import { hexToBytes } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { networks } from "./networks.ts";
import { createRecordSigner } from "./record-signing.ts";
import { hasValidSignature } from "./record-typed-data.ts";

const demoKey = "0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6";
const signer = createRecordSigner(demoKey, networks.local);
const word = (digit: string) => `0x${digit.repeat(64)}` as const;
const wallet = (digit: string) => `0x${digit.repeat(40)}` as const;

const record: SignedRecord = {
  kind: "rentRecord",
  id: word("1"),
  issuedAt: 1_796_100_000,
  chainId: 84_532,
  token: wallet("2"),
  tenant: "Maya Okafor",
  landlord: "Juniper Court",
  place: "Juniper Court 4B",
  description: "Rent",
  timeZone: "America/Chicago",
  from: "2026-11-01",
  to: "2026-11-30",
  transfers: [
    {
      txHash: word("3"),
      logIndex: 4,
      blockNumber: 1_000,
      blockHash: word("5"),
      time: 1_793_520_000,
      from: wallet("6"),
      to: wallet("7"),
      units: "1450000000",
      nonce: word("8"),
    },
  ],
  charges: [
    {
      kind: "rent",
      description: "Rent for November 2026",
      dueOn: "2026-11-01",
      dueAt: 1_793_509_200,
      lateFrom: 1_793_599_200,
      cents: 145_000,
      paidAt: 1_793_520_000,
      daysLate: 0,
      parts: [{ transfer: 0, cents: 145_000 }],
      otherCents: 0,
      terms: [{ leaseId: "0198", period: "2026-11-01", cents: 145_000, dueAt: 1_793_509_200, payee: wallet("7"), salt: word("9") }],
    },
  ],
};

const agreed: SignedRecord = {
  ...record,
  agreements: [
    {
      terms: {
        leaseId: "lse_1",
        from: "2026-01-01",
        saidAt: 1_790_000_000,
        startsOn: "2025-01-01",
        timeZone: "America/Chicago",
        proration: "days",
        deposit: 145_000,
        rent: 145_000,
        dueDay: 1,
        graceDays: 3,
        lateFeeKind: "fixed",
        lateFee: 5_000,
        lateFeeRepeats: "once",
        lateFeeCap: 10_000,
      },
      signer: wallet("7"),
      signature: `0x${"12".repeat(65)}`,
      until: "2026-12-01",
    },
  ],
};

/** The path to every value of a record. */
function leaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]));
}

/** The record's text with one character of one value changed, so that it is still a valid record. */
function tamper(path: (string | number)[]): string {
  const copy: unknown = structuredClone(agreed);
  let holder: any = copy; // oxlint-disable-line typescript/no-explicit-any -- any value of a record
  for (const key of path.slice(0, -1)) holder = holder[key];
  const last = path.at(-1) ?? "";
  const was: unknown = holder[last];
  holder[last] = typeof was === "number" ? was + 1 : changed(String(was));
  return JSON.stringify(copy);
}

const others: Record<string, string> = {
  days: "none",
  fixed: "percent",
  once: "daily",
  "2026-01-01": "2026-02-01",
  "2025-01-01": "2025-02-01",
  rentRecord: "receipt",
  rent: "utility",
  "2026-11-01": "2026-11-02",
  "2026-11-30": "2026-12-01",
};

function changed(text: string): string {
  const last = text.at(-1) ?? "";
  return (
    others[text] ?? `${text.slice(0, -1)}${last === "0" ? "1" : last === "9" ? "8" : last >= "1" && last <= "8" ? Number(last) + 1 : "x"}`
  );
}

describe("a signed record", () => {
  it("has a valid signature of the key that it names, also after it was saved and read", async () => {
    const document = await signer.sign(record);
    const read = readRecordDocument(JSON.stringify(document, null, 2));
    expect(read).toEqual(document);
    expect(document.format).toBe("hearth-record-1");
    expect(document.signer).toBe(privateKeyToAccount(demoKey).address);
    expect(read && (await hasValidSignature(read))).toBe(true);
  });

  it("uses another format with a landlord's signature, which is invalid without it", async () => {
    const document = await signer.sign(agreed);
    expect(document.format).toBe("hearth-record-2");
    expect(readRecordDocument(JSON.stringify({ ...document, format: "hearth-record-1" }))).toBeNull();
    expect(await hasValidSignature({ ...document, record })).toBe(false);
  });

  it.each(leaves(agreed).map((path) => [path.join("."), path] as const))("is invalid once %s is changed", async (_, path) => {
    const document = await signer.sign(agreed);
    const text = JSON.stringify({ ...document, record: JSON.parse(tamper(path)) });
    const read = readRecordDocument(text);
    expect(read, "it still has the shape of a record").not.toBeNull();
    expect(read && (await hasValidSignature(read))).toBe(false);
  });

  it("is invalid with a changed byte of the signature or the signer", async () => {
    const document = await signer.sign(record);
    const turned = (hex: string, at: number) => `0x${hex.slice(2, at)}${hex[at] === "0" ? "1" : "0"}${hex.slice(at + 1)}` as const;
    for (let at = 2; at < 132; at += 2)
      expect(await hasValidSignature({ ...document, signature: turned(document.signature, at) }), String(at)).toBe(false);
    expect(await hasValidSignature({ ...document, signer: wallet("6") })).toBe(false);
  });

  it("has a copy that software verifies with the public key, without a chain", async () => {
    const { jws } = await signer.sign(record);
    const [header = "", payload = "", signature = ""] = jws.split(".");
    const point = hexToBytes(privateKeyToAccount(demoKey).publicKey).slice(1);
    const [x, y] = [point.slice(0, 32), point.slice(32)].map((half) => Buffer.from(half).toString("base64url"));
    const key = createPublicKey({ key: { kty: "EC", crv: "secp256k1", x: x ?? "", y: y ?? "" }, format: "jwk" });
    const check = (signed: string) =>
      verify("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
    expect(check(`${header}.${payload}`)).toBe(true);
    expect(check(`${header}.${payload.slice(0, -1)}A`)).toBe(false);
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toEqual(record);
  });
});

it("refuses to sign with a key that is not published with the code", () => {
  const other = `0x${"11".repeat(32)}` as const;
  expect(() => createRecordSigner(other, networks.local)).toThrow("record-keys.ts does not name");
  expect(() => createRecordSigner(demoKey, networks.base)).toThrow("record-keys.ts does not name");
});

it.each(["", "{}", "[]", "null", "not json", JSON.stringify({ format: "hearth-record-1" })])("refuses a file with %s", (text) => {
  expect(readRecordDocument(text)).toBeNull();
});
