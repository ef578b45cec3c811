import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { errorCode } from "../../lib/api-error.ts";
import { trpcClient } from "../../lib/trpc.ts";

/**
 * Sends a refused sign-up again, with the solution of a challenge, if its network had reached its limit. Solving takes some seconds. @throws the refusal if it
 * has another reason, or if the browser cannot solve the challenge.
 */
export async function sendWithWork<Answer>(refusal: unknown, send: (proof: { work: string }) => Promise<Answer>): Promise<Answer> {
  if (errorCode(refusal) !== "RATE_LIMITED" || !globalThis.isSecureContext) throw refusal;
  const challenge: Challenge = JSON.parse((await trpcClient.auth.signUpChallenge.query()).challenge);
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw refusal;
  return send({ work: JSON.stringify({ challenge, solution }) });
}
