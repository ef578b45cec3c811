import type { FastifyRequest } from "fastify";
import { createPublicKey } from "node:crypto";
import { jwtVerify } from "jose";
import { ProviderAnswer } from "./provider-answer.ts";
import { demoCredentials } from "./credentials.ts";

const x = Buffer.from(demoCredentials.apiKeySecret, "base64").subarray(32).toString("base64url");
const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });

/** Accepts a call only if its token was signed by the key for exactly this method, host and path. */
export async function requireApiToken(request: FastifyRequest): Promise<void> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const path = new URL(request.url, "http://simulator").pathname;
  const verified = await jwtVerify(token, publicKey, { issuer: "cdp", subject: demoCredentials.apiKeyId, algorithms: ["EdDSA"] }).catch(
    () => null,
  );
  const uris = verified?.payload["uris"];
  const isMeant = Array.isArray(uris) && uris.length === 1 && uris[0] === `${request.method} ${request.host}${path}`;
  if (!isMeant) throw new ProviderAnswer(401, { errorType: "unauthorized", errorMessage: "The API token does not open this" });
}
