import { createHmac } from "node:crypto";
import type { SignUpProof } from "@hearth/domain/auth/inputs";
import { HearthError } from "@hearth/domain/errors";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { networkOf } from "../../../network-of.ts";
import { sharedLimitRules } from "../../../shared-limits.ts";
import { isOpenInvitation } from "../rows/account-tokens.repo.ts";
import { hashToken } from "../sessions/tokens.ts";

/** Work of a challenge: PBKDF2 iterations of a try, and the range of tries. About a second of a laptop, and some three of a phone. */
const [iterations, fewestTries, mostTries] = [5_000, 100, 300];
const validMs = 10 * 60_000;

/** A solved challenge. The library checks its signature before anything else in it is used. */
const solved = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal("PBKDF2/SHA-256"),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(iterations),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * Counts a sign-up against the limit of its network, which protects from bots. An open invitation has a limit of its own, so that a building behind one address
 * can move in. Beyond its limit a network must show work for each sign-up, which a browser does within seconds. @throws HearthError RATE_LIMITED.
 */
export async function countSignUp(deps: Deps, { ip }: { ip: string }, { invitation, work }: SignUpProof): Promise<void> {
  const { db, clock, sharedLimits } = deps;
  const hash = invitation === undefined ? null : hashToken(invitation);
  if (hash !== null && (await isOpenInvitation(db, hash, clock.now()))) return sharedLimits.take("registerInvited", hash);
  const network = networkOf(ip);
  const { tries, retryAfterSeconds } = await sharedLimits.count("register", network);
  if (tries <= sharedLimitRules.register.max) return;
  const signature = work === undefined ? null : await verifyWork(deps, work);
  if (signature === null) throw new HearthError("RATE_LIMITED", { retryAfterSeconds });
  await sharedLimits.take("signUpWork", signature);
  await sharedLimits.take("registerWorked", network);
}

/** Creates a challenge for a sign-up beyond its network's limit, as JSON. */
export async function createSignUpChallenge({ env, clock }: Pick<Deps, "env" | "clock">): Promise<{ challenge: string }> {
  const [key] = env.encryptionKeys;
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: iterations,
    counter: randomInt(fewestTries, mostTries),
    expiresAt: new Date(clock.now().getTime() + validMs),
    deriveKey,
    ...secretsOf(key),
  });
  return { challenge: JSON.stringify(challenge) };
}

/** Returns the signature of a challenge that was solved, or null. */
async function verifyWork({ env }: Pick<Deps, "env">, work: string): Promise<string | null> {
  const parsed = z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "No JSON" });
        return z.NEVER;
      }
    })
    .pipe(solved)
    .safeParse(work);
  if (!parsed.success) return null;
  for (const key of env.encryptionKeys) {
    const { verified } = await verifySolution({ ...parsed.data, deriveKey, ...secretsOf(key) });
    if (verified) return parsed.data.challenge.signature;
  }
  return null;
}

function secretsOf(key: Buffer): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const secret = (use: string) => createHmac("sha256", key).update(`sign-up ${use}`).digest("hex");
  return { hmacSignatureSecret: secret("challenge"), hmacKeySignatureSecret: secret("solution") };
}
