import type { ChainReader } from "./chain-reader.ts";
import { ChainUnavailable, ChainUnsure } from "./chain-errors.ts";

/** What one provider said to a question. */
export interface Said<T> {
  by: ChainReader;
  value: T;
}

/** Several providers that are asked the same. */
export interface ProviderPanel {
  /**
   * What each provider says, in their order, without those that gave no answer, whatever the reason; never empty. Whoever is slower than the
   * others by the panel's patience is not waited for. Rejects with ChainUnavailable when nobody answers, and with ChainUnsure when one did
   * but contradicted itself.
   */
  ask<T>(question: (reader: ChainReader) => Promise<T>, among?: readonly ChainReader[]): Promise<Said<T>[]>;
  /** What the first provider says that answers at all; for questions on which nothing depends. */
  first<T>(question: (reader: ChainReader) => Promise<T>): Promise<T>;
}

/** How patient a panel is. */
export interface PanelOptions {
  /** How much longer than the fastest a provider may take. */
  patienceMs?: number;
}

/** Whoever was too slow is left alone for this long, and each further time for twice as long, up to the longest. */
const firstRestMs = 1_000;
const longestRestMs = 8_000;

interface Seat {
  reader: ChainReader;
  restsUntil: number;
  restMs: number;
}

type Outcome<T> = { seat: Seat } & ({ value: T } | { failure: ChainUnavailable });

/** A panel of readers; it keeps in memory who was slow, and nothing else. */
export function createPanel(readers: readonly ChainReader[], { patienceMs = 1_500 }: PanelOptions = {}): ProviderPanel {
  const seats = readers.map((reader): Seat => ({ reader, restsUntil: 0, restMs: firstRestMs }));
  const ask = async <T>(question: (reader: ChainReader) => Promise<T>, among = readers): Promise<Said<T>[]> => {
    const wanted = seats.filter(({ reader }) => among.includes(reader));
    const awake = wanted.filter(({ restsUntil }) => restsUntil <= Date.now());
    const resting = wanted.filter((seat) => !awake.includes(seat));
    const outcomes = await gather(awake, question, patienceMs);
    if (!outcomes.some(isAnswer)) outcomes.push(...(await gather(resting, question, patienceMs)));
    const said = outcomes.filter(isAnswer);
    if (said.length === 0) throw nobodyAnswered(outcomes);
    return said
      .toSorted((left, right) => seats.indexOf(left.seat) - seats.indexOf(right.seat))
      .map(({ seat, value }) => ({ by: seat.reader, value }));
  };
  return {
    ask,
    first: async (question) => {
      const failures: Outcome<never>[] = [];
      for (const seat of seats.toSorted((left, right) => left.restsUntil - right.restsUntil)) {
        const outcome = await outcomeOf(seat, question);
        if (isAnswer(outcome)) return outcome.value;
        failures.push(outcome);
      }
      throw nobodyAnswered(failures);
    },
  };
}

/** Asks all at once; once one has answered, the others have `patienceMs` left. */
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
    seat.restMs = firstRestMs;
    return;
  }
  seat.restsUntil = Date.now() + seat.restMs;
  seat.restMs = Math.min(seat.restMs * 2, longestRestMs);
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

function nobodyAnswered(outcomes: Outcome<unknown>[]): ChainUnavailable {
  const failures = outcomes.flatMap((outcome) => ("failure" in outcome ? [outcome] : []));
  const words = failures.map(({ seat, failure }) => `${seat.reader.providers.join(", ")}: ${failure.message}`).join(" ");
  const Kind = failures.some(({ failure }) => failure instanceof ChainUnsure) ? ChainUnsure : ChainUnavailable;
  return new Kind(`No provider answered. ${words}`);
}
