import type { ErrorCode } from "@hearth/domain/errors";

/** What a form is told after it has been sent: it went well, or the sentence to show. */
export type FormOutcome = { ok: true } | Refusal;

/** Why something was not done: the sentence to show, and the product's code where the server said no. */
export interface Refusal {
  ok: false;
  message: string;
  code?: ErrorCode | null;
}

/** A failed call as a form of a sign-in is told of it. What reads failures comes with what asks, which is fetched after the form is seen. */
export async function lateRefusalOf(error: unknown, fallback: string): Promise<Refusal> {
  try {
    const { refusalOf } = await import("./refusal.ts");
    return refusalOf(error, fallback);
  } catch {
    return { ok: false, message: fallback }; // so it was the network
  }
}
