import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { isDatabaseAway } from "@hearth/db/errors";
import type { Deps } from "../deps.ts";
import { jobs, loops } from "./declared.ts";
import { describeError } from "./error-words.ts";
import { type Beat, declareHeartbeats, workerName, writeBeats } from "./heartbeats.repo.ts";

/** Interval between writes, however many results there are. */
const writtenEveryMs = 10_000;
/** A worker that has not written for this long counts as gone. */
const workerDueSeconds = 60;
/** Kinds of errors of one loop or job that are logged before its next success. */
const mostLogged = 20;
const keptErrorLength = 1_000;

/** Records the results of loops and jobs. */
export interface Heartbeats {
  succeeded(name: string): void;
  /** Also logs the error, once until the next success. */
  failed(name: string, error: unknown): void;
  /** Writes what is not written yet. @throws when the database cannot be reached, and keeps what was to be written. */
  write(): Promise<void>;
  /** Writes for the last time. */
  stop(): Promise<void>;
}

interface Spell {
  beat: Beat | null;
  /** The kinds of errors since the last success. */
  logged: Set<string>;
}

/**
 * Starts recording in the database when each loop and job of this worker last succeeded and failed. Two statements at the start, then two every ten seconds.
 */
export async function startHeartbeats({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">): Promise<Heartbeats> {
  const spells = new Map<string, Spell>();
  const spellOf = (name: string): Spell => {
    const known = spells.get(name) ?? { beat: null, logged: new Set() };
    spells.set(name, known);
    return known;
  };
  const write = async () => {
    const dueBeats = [...spells.values()].flatMap((spell) => (spell.beat === null ? [] : [{ spell, beat: spell.beat }]));
    for (const { spell } of dueBeats) spell.beat = null;
    try {
      await writeBeats(
        db,
        dueBeats.map(({ beat }) => beat),
        clock.now(),
      );
    } catch (error) {
      for (const { spell, beat } of dueBeats) spell.beat = spell.beat === null ? beat : merged(beat, spell.beat);
      throw error;
    }
  };
  await declareHeartbeats(db, declared(), clock.now());
  await write();
  // A failed write is repeated with the next one.
  const timer = setInterval(() => void write().catch(() => {}), writtenEveryMs);
  return {
    succeeded: (name) => {
      const spell = spellOf(name);
      if (spell.logged.size > 0) log.info({ name }, "A loop or job recovered");
      spell.logged.clear();
      spell.beat = { ...(spell.beat ?? emptyBeat(name)), lastSuccessAt: clock.now(), failures: 0 };
    },
    failed: (name, error) => {
      const spell = spellOf(name);
      const message = describeError(error).slice(0, keptErrorLength);
      logNew(log, spell, { name, error, message });
      const beat = spell.beat ?? emptyBeat(name);
      // An unavailable chain or database has other alarms and gauges.
      const isOwn = !(error instanceof ChainUnavailable) && !isDatabaseAway(error);
      spell.beat = { ...beat, lastFailureAt: clock.now(), lastError: message, failures: beat.failures + Number(isOwn) };
    },
    write,
    stop: async () => {
      clearInterval(timer);
      await write().catch(() => {});
    },
  };
}

function declared() {
  const configsOf = (kind: "loop" | "job", all: Record<string, { dueSeconds: number }>) =>
    Object.entries(all).map(([name, { dueSeconds }]) => ({ name, kind, dueSeconds }));
  return [
    { name: workerName, kind: "worker" as const, dueSeconds: workerDueSeconds },
    ...configsOf("loop", loops),
    ...configsOf("job", jobs),
  ];
}

function emptyBeat(name: string): Beat {
  return { name, lastSuccessAt: null, lastFailureAt: null, lastError: null, failures: 0 };
}

function merged(older: Beat, newer: Beat): Beat {
  return {
    name: newer.name,
    lastSuccessAt: newer.lastSuccessAt ?? older.lastSuccessAt,
    lastFailureAt: newer.lastFailureAt ?? older.lastFailureAt,
    lastError: newer.lastError ?? older.lastError,
    failures: newer.failures + (newer.lastSuccessAt === null ? older.failures : 0),
  };
}

/** Logs an error unless one of its kind was logged since the last success. Errors that differ only in numbers or hashes are the same kind. */
function logNew(log: Deps["log"], { logged }: Spell, { name, error, message }: { name: string; error: unknown; message: string }): void {
  const kind = message.replace(/0x[0-9a-f]+|\d+/gi, "#");
  if (logged.has(kind) || logged.size >= mostLogged) return;
  logged.add(kind);
  const write = error instanceof ChainUnavailable ? log.warn : log.error;
  write.call(log, { name, err: error }, "A loop or job failed and is retried");
}
