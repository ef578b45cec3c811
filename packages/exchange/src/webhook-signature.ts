import { createHmac, timingSafeEqual } from "node:crypto";

/** An older webhook counts as a replay. */
const maxAgeSeconds = 300;

/** A webhook as received, before parsing. */
export interface SignedWebhook {
  rawBody: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * True if the provider signed the webhook: an HMAC-SHA256 over the time, the named headers and the raw body. Any of the secrets may have
 * signed it, because two are valid during a rotation. It must not be older than five minutes.
 */
export function isSignedByProvider({ rawBody, headers }: SignedWebhook, secrets: string[], now: Date): boolean {
  const header = headers["x-hook0-signature"];
  const parts = readSignature(typeof header === "string" ? header : "");
  if (parts === null) return false;
  const age = now.getTime() / 1000 - Number(parts.time);
  if (Math.abs(age) > maxAgeSeconds) return false;
  const values = parts.names.split(" ").map((name) => headers[name.toLowerCase()]);
  const signed = Buffer.concat([Buffer.from(`${parts.time}.${parts.names}.${values.join(".")}.`), rawBody]);
  const receivedMac = Buffer.from(parts.mac, "hex");
  return secrets.some((secret) => {
    const expected = createHmac("sha256", secret).update(signed).digest();
    return expected.length === receivedMac.length && timingSafeEqual(expected, receivedMac);
  });
}

function readSignature(header: string): { time: string; names: string; mac: string } | null {
  const parts = new Map(header.split(",").map((part) => [part.slice(0, part.indexOf("=")).trim(), part.slice(part.indexOf("=") + 1)]));
  const [time, names, mac] = [parts.get("t"), parts.get("h"), parts.get("v1")];
  const isWhole = time !== undefined && /^\d{1,12}$/.test(time) && names !== undefined && mac !== undefined && /^[0-9a-f]{64}$/.test(mac);
  return isWhole ? { time, names, mac } : null;
}
