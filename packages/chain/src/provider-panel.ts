import type { ChainReader } from "./chain-reader.ts";
import { ChainUnavailable, ChainUnsure } from "./chain-errors.ts";

/** One provider's answer. */
export interface ProviderAnswer<T> {
  by: ChainReader;
  value: T;
}

/** Several providers that get the same request. */
export interface ProviderPanel {
  /**
   * Returns the answers of all providers, in the providers' order, without those that failed; never empty. Stops waiting for a provider
   * that is slower than the fastest by the panel's patience. Rejects with ChainUnavailable when nobody answers, and with ChainUnsure when a
   * provider contradicted itself.
   */
  ask<T>(question: (reader: ChainReader) => Promise<T>, among?: readonly ChainReader[]): Promise<ProviderAnswer<T>[]>;
  /** Returns the first successful answer, trying one provider after another. For requests on which no decision depends. */
  first<T>(question: (reader: ChainReader) => Promise<T>): Promise<T>;
}

export interface PanelOptions {
  /** Milliseconds that a provider may take longer than the fastest. */
  patienceMs?: number;
}

/** Backoff of a slow provider: skipped for this long, doubled after each further time, up to the maximum. */
const firstPauseMs = 1_000;
const longestPauseMs = 8_000;

interface Seat {
  reader: ChainReader;
  pausedUntil: number;
  pauseMs: number;
}

type Outcome<T> = { seat: Seat } & ({ value: T } | { failure: ChainUnavailable });

/** Creates a panel of readers. Its only state is which providers were slow. */
export function createPanel(readers: readonly ChainReader[], { patienceMs = 1_500 }: PanelOptions = {}): ProviderPanel {
  const seats = readers.map((reader): Seat => ({ reader, pausedUntil: 0, pauseMs: firstPauseMs }));
  const ask = async <T>(question: (reader: ChainReader) => Promise<T>, among = readers): Promise<ProviderAnswer<T>[]> => {
    const eligible = seats.filter(({ reader }) => among.includes(reader));
    const ready = eligible.filter(({ pausedUntil }) => pausedUntil <= Date.now());
    const paused = eligible.filter((seat) => !ready.includes(seat));
    const outcomes = await gather(ready, question, patienceMs);
    if (!outcomes.some(isAnswer)) outcomes.push(...(await gather(paused, question, patienceMs)));
    const answers = outcomes.filter(isAnswer);
    if (answers.length === 0) throw noAnswerError(outcomes);
    return answers
      .toSorted((left, right) => seats.indexOf(left.seat) - seats.indexOf(right.seat))
      .map(({ seat, value }) => ({ by: seat.reader, value }));
  };
  return {
    ask,
    first: async (question) => {
      const failures: Outcome<never>[] = [];
      for (const seat of seats.toSorted((left, right) => left.pausedUntil - right.pausedUntil)) {
        const outcome = await outcomeOf(seat, question);
        if (isAnswer(outcome)) return outcome.value;
        failures.push(outcome);
      }
      throw noAnswerError(failures);
    },
  };
}

/** Asks all at once. After the first answer the others have `patienceMs` left. */
function gather<T>(seats: Seat[], question: (reader: ChainReader) => Promise<T>, patienceMs: number): Promise<Outcome<T>[]> {
  return new Promise((resolve, reject) => {
    const outcomes: Outcome<T>[] = [];
    let timer: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(timer);
      for (const seat of seats)
        noteSpeed(
          seat,
          outcomes.some((outcome) => outcome.seat === seat),
        );
      resolve([...outcomes]);
    };
    if (seats.length === 0) finish();
    for (const seat of seats) {
      outcomeOf(seat, question).then((outcome) => {
        outcomes.push(outcome);
        if (outcomes.length === seats.length) finish();
        else if (isAnswer(outcome)) timer ??= setTimeout(finish, patienceMs);
      }, reject);
    }
  });
}

function noteSpeed(seat: Seat, wasInTime: boolean): void {
  if (wasInTime) {
    seat.pauseMs = firstPauseMs;
    return;
  }
  seat.pausedUntil = Date.now() + seat.pauseMs;
  seat.pauseMs = Math.min(seat.pauseMs * 2, longestPauseMs);
}

async function outcomeOf<T>(seat: Seat, question: (reader: ChainReader) => Promise<T>): Promise<Outcome<T>> {
  try {
    return { seat, value: await question(seat.reader) };
  } catch (failure) {
    if (!(failure instanceof ChainUnavailable)) throw failure;
    return { seat, failure };
  }
}

function isAnswer<T>(outcome: Outcome<T>): outcome is { seat: Seat; value: T } {
  return "value" in outcome;
}

function noAnswerError(outcomes: Outcome<unknown>[]): ChainUnavailable {
  const failures = outcomes.flatMap((outcome) => ("failure" in outcome ? [outcome] : []));
  const details = failures.map(({ seat, failure }) => `${seat.reader.providers.join(", ")}: ${failure.message}`).join(" ");
  const Kind = failures.some(({ failure }) => failure instanceof ChainUnsure) ? ChainUnsure : ChainUnavailable;
  return new Kind(`No provider answered. ${details}`);
}
