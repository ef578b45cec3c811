import type { Page } from "@playwright/test";
import { expect } from "./hearth.ts";

/** Attempts of a repeatable write: the first and two automatic repeats. */
export const allAttempts = 3;

/** Pauses before the automatic repeats, in milliseconds, as in the web app's write link. */
const repeatPausesMs = [500, 1_500];

/** The sentence of a page about a write whose outcome it does not know. */
export const unknownOutcome = "We could not hear back, so this may already be done.";

/** Sentences that say that a write was not done. Specified ones may stand beside the sentence about the unknown outcome. */
const saysNotDone =
  /Nothing was|No money has moved|could not be (?:saved|sent|made|added|changed|started|undone|cancelled|removed)|was not (?:made|added|changed|written|sent|given|taken|renewed|ended|undone|removed|saved)/;

/** Console messages of answers that are dropped. */
export const droppedAnswers = /net::ERR_CONNECTION_RESET/;

/**
 * Lets the server do the calls of a procedure, or of a path of the REST API, and drops their answers for as long as `isDropped` returns true.
 * Returns the bodies of all answers, dropped or not.
 */
export async function dropAnswers(page: Page, procedure: string, isDropped: (count: number) => boolean): Promise<string[]> {
  const bodies: string[] = [];
  await page.route(
    (url) => url.pathname === (procedure.startsWith("/") ? procedure : `/trpc/${procedure}`),
    async (route) => {
      const response = await route.fetch();
      bodies.push(await response.text());
      await (isDropped(bodies.length - 1) ? route.abort("connectionreset") : route.fulfill({ response }));
    },
  );
  return bodies;
}

/** Makes a page wait only for a moment before each automatic repeat of a write. Applies from its next load. */
export async function hurryRepeats(page: Page): Promise<void> {
  await page.addInitScript((pauses) => {
    const wait = window.setTimeout;
    const hurried = (work: TimerHandler, ms = 0, ...rest: unknown[]) => wait(work, pauses.includes(ms) ? 10 : ms, ...rest);
    Object.defineProperty(window, "setTimeout", { value: hurried });
  }, repeatPausesMs);
}

/** Expects a page to say that an outcome is not known, and nowhere that the write was not done. */
export async function expectUnknown(page: Page): Promise<void> {
  await expect(page.getByText(unknownOutcome).first()).toBeVisible();
  const said = await page.getByRole("document").or(page.locator("body")).first().innerText();
  for (const line of said.split("\n")) if (!line.includes(unknownOutcome)) expect(line).not.toMatch(saysNotDone);
}

/** The end of a write: the answer, or the sentence for people. */
export type Ended = { answer: unknown } | { message: string };

/** Makes a call with the page's own client, the one that its forms use. */
export async function callFrom(page: Page, path: string, input: unknown): Promise<Ended> {
  return page.evaluate(
    async ({ path: procedure, input: sent }): Promise<Ended> => {
      // The page may still be loading its client.
      for (let tries = 0; tries < 300; tries++) {
        const files = performance.getEntriesByType("resource").filter(({ name }) => /\/assets\/[^?]+\.js$/.test(name));
        for (const { name } of files) {
          const parts: Record<string, unknown> = await import(name);
          for (const part of Object.values(parts)) {
            const client = typeof part === "function" ? Reflect.get(part, Symbol.for("trpc_untypedClient")) : undefined;
            if (typeof client?.mutation !== "function") continue;
            try {
              return { answer: await client.mutation(procedure, sent) };
            } catch (error) {
              return { message: error instanceof Error ? error.message : String(error) };
            }
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error("The page has no client");
    },
    { path, input },
  );
}
