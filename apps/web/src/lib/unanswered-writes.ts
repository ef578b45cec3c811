import { NoAnswer } from "./api-error.ts";
import { sharedStore, type ItemStore } from "./browser-store.ts";

const noAnswerMessages = {
  unsent: "You're offline. Nothing was sent. Please try again when you're back online.",
  repeatable: "We could not hear back, so this may already be done. Try again: it is never done twice.",
  unknown: "We could not hear back, so this may already be done. Reload the page to see.",
} as const;

/** The error of a write without an answer. `repeatable`: the server runs it once, however often it is sent. */
export function noAnswer(kind: keyof typeof noAnswerMessages): NoAnswer {
  return new NoAnswer(noAnswerMessages[kind], kind !== "unsent");
}

/** A write that was sent and has no answer yet. */
interface Unanswered {
  key: string;
  /** Milliseconds since 1970 of the first attempt. */
  sentAt: number;
  /** True once an attempt has ended without an answer. */
  isLost: boolean;
}

/** A write that is about to be sent. */
export interface KeyedWrite {
  /** Idempotency key. The server runs a write once for each key and returns the first answer for a repeat. */
  key: string;
  /** True if an earlier attempt with the same content got no answer. */
  isRepeat: boolean;
  /** Forgets the key, because the write was done. */
  settle(): void;
  /** Forgets the key, because the server refused the write. Keeps it after a lost attempt, which may have been done before the refusal. */
  refuse(): void;
  /** Keeps the key for the next attempt, because no answer came. */
  lose(): void;
}

const storeKey = "unansweredWrites";
/** The server forgets keys after 24 hours (`limits.idempotencyKeyHours`). */
const keptMs = 23 * 3_600_000;
const maxStored = 50;
/** Content that not even a hash is stored of. */
const secret = /"\w*(password|code|token|secret)\w*":/i;

/**
 * Remembers the idempotency keys of writes until the server has answered. The key belongs to the content, so that a second press, another
 * dialog, another page or a reload repeats the same write. Content itself is never stored, only its SHA-256.
 */
export function createUnansweredWrites(storage: ItemStore, now: () => number = Date.now) {
  const inMemory = new Map<string, Unanswered>();
  const listeners = new Set<() => void>();
  let onRepeat = () => {};

  function readStored(): Record<string, Unanswered> {
    try {
      const stored: Record<string, Unanswered> = JSON.parse(storage.getItem(storeKey) ?? "{}");
      const entries = Object.entries(stored);
      return Object.fromEntries(entries.filter(([, { sentAt }]) => now() - sentAt < keptMs).slice(-maxStored));
    } catch {
      return {};
    }
  }

  function write(content: string, hash: string | null, entry: Unanswered | null): void {
    if (entry === null) inMemory.delete(content);
    else inMemory.set(content, entry);
    if (hash !== null) {
      const { [hash]: _, ...others } = readStored();
      storage.setItem(storeKey, JSON.stringify(entry === null ? others : { ...others, [hash]: entry }));
    }
    for (const listener of listeners) listener();
  }

  return {
    /** Calls a function whenever a repeat of an unanswered write was answered. */
    onRepeat: (listener: () => void): void => void (onRepeat = listener),
    notifyRepeat: (): void => onRepeat(),
    /** True if a write of this browser has no answer, also one of another window or of a page that was reloaded. */
    hasAny: (): boolean => inMemory.size > 0 || Object.keys(readStored()).length > 0,
    /** True while a write of this page is under way. */
    isSending: (): boolean => [...inMemory.values()].some(({ isLost }) => !isLost),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Returns the key of a write. `who`: the account, because keys belong to accounts. */
    async begin(who: string, path: string, input: unknown): Promise<KeyedWrite> {
      const content = JSON.stringify([who, path, input]);
      const hash = secret.test(content) ? null : await sha256(content);
      const own = inMemory.get(content);
      const known = own && now() - own.sentAt < keptMs ? own : hash === null ? undefined : readStored()[hash];
      const entry = known ?? { key: newKey(), sentAt: now(), isLost: false };
      // An attempt of a page that was left or reloaded has no answer either.
      const isRepeat = known !== undefined && (known.isLost || !inMemory.has(content));
      let isLost = isRepeat;
      write(content, hash, entry);
      return {
        key: entry.key,
        isRepeat,
        settle: () => write(content, hash, null),
        refuse: () => write(content, hash, isLost ? { ...entry, isLost } : null),
        lose: () => {
          isLost = true;
          write(content, hash, { ...entry, isLost });
        },
      };
    },
  };
}

function newKey(): string {
  return hex(crypto.getRandomValues(new Uint8Array(18)));
}

/** Null in a page without a secure context, where the key is kept in memory only. */
async function sha256(text: string): Promise<string | null> {
  const subtle = (globalThis.crypto as Partial<Crypto>).subtle;
  return subtle === undefined ? null : hex(new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type UnansweredWrites = ReturnType<typeof createUnansweredWrites>;

export const unansweredWrites = createUnansweredWrites(sharedStore);
