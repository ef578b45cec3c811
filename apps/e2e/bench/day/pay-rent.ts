import { networks } from "@hearth/chain/networks";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import type { HearthClient } from "@hearth/client/hearth-client";
import { factoryPassword } from "@hearth/db/testing/factories";
import { centsToDecimal } from "@hearth/domain/money";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Payer } from "./people.ts";

/** Progress of a payer, in this order. */
export const steps = ["signed in", "checkout open", "authorized", "completed", "receipt"] as const;
export type Step = (typeof steps)[number];

/** Polling interval of the checkout page without announcements. */
const askAgainMs = 2_000;
const tryAgainMs = 500;

/** Returns a client for the token, of another server if the previous one is gone. */
export type Ask = (token: string | null) => HearthClient;

/**
 * Pays the rent like the pages: signs in, opens a checkout, signs the authorization, waits, and gets the receipt. Retries a failed call
 * with the same idempotency key until the end is signalled.
 */
export async function payRent(payer: Payer, ask: Ask, tell: (step: Step, waitedMs: number) => void, ended: AbortSignal): Promise<void> {
  const repeated = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      ended.throwIfAborted();
      try {
        return await call();
      } catch (error) {
        if (ended.aborted || !isPassing(error)) throw error;
        await sleep(tryAgainMs);
      }
    }
  };
  const timed = async <Answer>(step: Step, call: () => Promise<Answer>): Promise<Answer> => {
    const startedMs = performance.now();
    const answer = await call();
    tell(step, performance.now() - startedMs);
    return answer;
  };
  const { token } = await timed("signed in", () =>
    repeated(() => ask(null).auth.login.mutate({ email: payer.email, password: factoryPassword })),
  );
  const intention = { amount: centsToDecimal(payer.cents), idempotencyKey: randomUUID() };
  const { paymentId, checkoutURL } = await timed("checkout open", () =>
    repeated(() => ask(token).payments.createCheckout.mutate(intention)),
  );
  const reference = checkoutURL.split("/").at(-1) ?? "";
  const checkout = await repeated(() => ask(null).payments.checkout.query({ reference }));
  const authorization = { ...(await sign(payer, checkout)), reference, idempotencyKey: randomUUID() };
  await timed("authorized", () => repeated(() => ask(null).payments.authorize.mutate(authorization)));
  await timed("completed", async () => {
    while ((await repeated(() => ask(token).payments.status.query({ paymentId }))).status !== "completed") {
      ended.throwIfAborted();
      await sleep(askAgainMs);
    }
  });
  await timed("receipt", () => repeated(() => ask(token).payments.receipt.query({ paymentId })));
}

type Checkout = Awaited<ReturnType<HearthClient["payments"]["checkout"]["query"]>>;

async function sign({ account }: Payer, { payeeAddress, usdcUnits, binding, validAfter, validBefore }: Checkout) {
  const typedData = transferAuthorizationTypedData({
    network: networks.local,
    from: account.address,
    to: payeeAddress,
    usdcUnits: BigInt(usdcUnits),
    nonce: binding,
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
  });
  return { from: account.address, validAfter, validBefore, signature: await account.signTypedData(typedData) };
}

/** True if a call failed because the server was away or busy: it got no answer, or a 5xx or 429. */
function isPassing(error: unknown): boolean {
  const data: unknown = typeof error === "object" && error !== null && "data" in error ? error.data : undefined;
  const status: unknown = typeof data === "object" && data !== null && "httpStatus" in data ? data.httpStatus : 503;
  return typeof status !== "number" || status >= 500 || status === 429;
}
