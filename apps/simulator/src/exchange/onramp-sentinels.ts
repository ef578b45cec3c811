import type { FastifyReply } from "fastify";
import { setTimeout as sleep } from "node:timers/promises";
import { ProviderAnswer } from "./provider-answer.ts";

/** Effects of an amount's cents on its purchase. The home page lists them. */
export const faultsByCents = {
  13: "the card is declined",
  14: "is reported as paid, and no money moves (as in the real sandbox)",
  15: "stays in progress for ever",
  16: "arrives as a dollar less",
  17: "succeeds without a webhook",
  18: "succeeds, with webhooks twice and in the wrong order",
  19: "gets no window at the first attempt (503), and one at the next",
  20: "gets no window (503)",
  21: "gets no window (400)",
  22: "gets no window (429)",
  23: "gets no window: the response is invalid",
  24: "gets no window: the response comes too late",
  25: "has no status afterwards (503)",
  26: "has an invalid status response",
  27: "has an unknown status",
  28: "has a response without a status",
  29: "has no status afterwards (404)",
} as const;

/** The cents of an amount with two decimals. */
export function centsOf(amount: string): number {
  return Number(amount.split(".")[1] ?? "0");
}

/** Longer than any client waits. */
const pastTimeoutMs = 60_000;

/** The provider's response when it is down. */
export const unavailable = () => new ProviderAnswer(503, { errorType: "unavailable", errorMessage: "The service is unavailable" });

/** Waits longer than any client. Does not delay the simulator's exit. */
export async function waitPastClientTimeout(): Promise<void> {
  await sleep(pastTimeoutMs, undefined, { ref: false });
}

/** Applies the effect of the amount when a session is created. @throws ProviderAnswer if none is created. */
export async function applySessionFault(amount: string, isFirstTry: boolean): Promise<void> {
  switch (centsOf(amount)) {
    case 19:
      if (isFirstTry) throw unavailable();
      return;
    case 20:
      throw unavailable();
    case 21:
      throw new ProviderAnswer(400, { errorType: "invalid_request", errorMessage: "This cannot be bought" });
    case 22:
      throw new ProviderAnswer(429, { errorType: "rate_limit_exceeded", errorMessage: "Too many requests" });
    case 23:
      throw new ProviderAnswer(201, { session: { onrampUrl: "somewhere" } });
    case 24:
      await waitPastClientTimeout();
  }
}

/** Applies the effect of the amount to a status response. Returns the body unchanged for other amounts. */
export function applyStatusFault(reply: FastifyReply, amount: string | undefined, body: { transactions: object[] }): unknown {
  switch (amount === undefined ? 0 : centsOf(amount)) {
    case 25:
      throw unavailable();
    case 26:
      return reply.type("application/json").send("<html>What a lovely day</html>");
    case 27:
      return {
        ...body,
        transactions: body.transactions.map((transaction) => ({ ...transaction, status: "ONRAMP_TRANSACTION_STATUS_ON_THE_MOON" })),
      };
    case 28:
      return { ...body, transactions: body.transactions.map((transaction) => ({ ...transaction, status: undefined })) };
    case 29:
      throw new ProviderAnswer(404, { errorType: "not_found", errorMessage: "There is no such user" });
    default:
      return body;
  }
}
