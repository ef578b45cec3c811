import { z } from "zod/mini";
import { type KnownPayee, knownPayee } from "./payee-card.ts";

/** A business that was paid from this device, with the words of its card as they were shown. */
const keptPayee = z.strictObject({ ...knownPayee.shape, business: z.string(), name: z.string(), words: z.string() });

export type KeptPayee = z.infer<typeof keptPayee>;

/** The part of a browser's storage that is needed. Each call may throw. */
export type PayeeStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The businesses that were paid from this device, in one browser's storage. */
export interface PayeeMemory {
  /** False where the browser refuses to store anything, so that nothing is known of any business. */
  canRemember(): boolean;
  read(business: string): KeptPayee | null;
  /** Returns all businesses that can be read. */
  all(): KeptPayee[];
  /** Stores a business. Another tab may have stored it meanwhile: the newer card and the earlier sightings stay. */
  keep(payee: KeptPayee): void;
}

/** Version of the records. Records of another version are not read and not changed. */
const version = "hearth.payee.1";

/** Opens the memory of the payments on one chain. Each business has an item of its own, so that two tabs overwrite nothing of each other. */
export function openPayeeMemory(storage: () => PayeeStorage, chainId: number): PayeeMemory {
  const prefix = `${version}.${chainId}.`;
  const read = (business: string) =>
    parse(
      orNull(() => storage().getItem(prefix + business)),
      business,
    );
  return {
    canRemember: () => orNull(() => isWritable(storage())) ?? false,
    read,
    all: () =>
      (orNull(() => keysOf(storage())) ?? [])
        .filter((key) => key.startsWith(prefix))
        .map((key) => read(key.slice(prefix.length)))
        .filter((payee) => payee !== null),
    keep: (payee) => {
      orNull(() => storage().setItem(prefix + payee.business, JSON.stringify(merge(read(payee.business), payee))));
    },
  };
}

/** Joins a stored record with a newer one: the higher sequence, and the earliest sighting of each card. */
function merge(stored: KeptPayee | null, next: KeptPayee): KeptPayee {
  if (stored === null) return next;
  const firstSeen = { ...next.firstSeen };
  for (const [hash, seen] of Object.entries(stored.firstSeen)) firstSeen[hash] = Math.min(seen, firstSeen[hash] ?? seen);
  return { ...(stored.sequence > next.sequence ? stored : next), firstSeen };
}

function parse(text: string | null, business: string): KeptPayee | null {
  if (text === null) return null;
  const parsed = keptPayee.safeParse(orNull((): unknown => JSON.parse(text)));
  return parsed.success && parsed.data.business === business ? parsed.data : null;
}

function keysOf(storage: PayeeStorage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null);
}

function isWritable(storage: PayeeStorage): boolean {
  const trial = `${version}.trial`;
  storage.setItem(trial, "");
  storage.removeItem(trial);
  return true;
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Returns the part of a record by which cards are judged. */
export function knownPart({ hash, sequence, wallet, firstSeen }: KeptPayee): KnownPayee {
  return { hash, sequence, wallet, firstSeen };
}
