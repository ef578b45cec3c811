import { randomBytes } from "node:crypto";
import { type CryptoKey, importJWK, importPKCS8, SignJWT } from "jose";

/** A secret key of the provider's developer platform, in the platform's format. */
export interface ApiKey {
  id: string;
  /** Base64 of 64 bytes (an Ed25519 seed and its public key), or a P-256 key in PEM. */
  secret: string;
}

const lifetimeSeconds = 120;

/** Signs a token for one call: it names the method, the host and the path, without the query. */
export async function signApiToken(key: ApiKey, method: "GET" | "POST", url: URL): Promise<string> {
  const { alg, privateKey } = await readKey(key.secret);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ uris: [`${method} ${url.host}${url.pathname}`] })
    .setProtectedHeader({ alg, typ: "JWT", kid: key.id, nonce: randomBytes(16).toString("hex") })
    .setSubject(key.id)
    .setIssuer("cdp")
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(privateKey);
}

/** @throws TypeError if the text is neither kind of key. */
async function readKey(secret: string): Promise<{ alg: string; privateKey: CryptoKey | Uint8Array }> {
  if (secret.includes("-----BEGIN")) return { alg: "ES256", privateKey: await importPKCS8(secret.replaceAll("\\n", "\n"), "ES256") };
  const bytes = Buffer.from(secret, "base64");
  if (bytes.length !== 64) throw new TypeError("The API key's secret is neither 64 bytes in base64 nor PEM.");
  const [d, x] = [bytes.subarray(0, 32), bytes.subarray(32)].map((half) => half.toString("base64url"));
  return { alg: "EdDSA", privateKey: await importJWK({ kty: "OKP", crv: "Ed25519", d: d ?? "", x: x ?? "" }, "EdDSA") };
}
