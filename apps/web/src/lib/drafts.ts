import { type ItemStore, windowStore } from "./browser-store.ts";
import { session } from "./session.ts";

/** Values that somebody typed into a form and has not saved. */
export interface Draft {
  /** The typed values by field name. */
  values: Record<string, unknown>;
  /** Version of the record that they were typed over. Empty if it has none. */
  version: string;
}

/** Names a draft: who typed it, and into which form. */
export interface DraftKey {
  who: string;
  form: string;
}

type StoredDraft = Draft & DraftKey & { at: number };

const place = "drafts";
const keptMs = 24 * 60 * 60 * 1_000;
const maxDrafts = 50;

/** Drafts in the given storage, for a day. The oldest are dropped if there are too many. */
export function createDrafts(storage: ItemStore) {
  function read(): StoredDraft[] {
    const oldest = Date.now() - keptMs;
    return parse(storage.getItem(place)).filter(({ at }) => at > oldest);
  }

  function write(drafts: StoredDraft[]): void {
    if (drafts.length === 0) storage.removeItem(place);
    else storage.setItem(place, JSON.stringify(drafts.slice(-maxDrafts)));
  }

  const othersThan = ({ who, form }: DraftKey) => read().filter((draft) => draft.who !== who || draft.form !== form);

  return {
    find: ({ who, form }: DraftKey): Draft | undefined => read().find((draft) => draft.who === who && draft.form === form),
    /** Returns all drafts of a user. */
    listOf: (who: string): (Draft & DraftKey)[] => read().filter((draft) => draft.who === who),
    keep: (key: DraftKey, draft: Draft): void => write([...othersThan(key), { ...key, ...draft, at: Date.now() }]),
    drop: (key: DraftKey): void => write(othersThan(key)),
    /** Drops all drafts of a user. */
    dropOf: (who: string): void => write(read().filter((draft) => draft.who !== who)),
  };
}

function parse(stored: string | null): StoredDraft[] {
  try {
    const drafts: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(drafts) ? drafts.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(draft: unknown): draft is StoredDraft {
  if (typeof draft !== "object" || draft === null) return false;
  const { who, form, version, at, values }: Partial<Record<keyof StoredDraft, unknown>> = draft;
  const isNamed = typeof who === "string" && typeof form === "string" && typeof version === "string";
  return isNamed && typeof at === "number" && typeof values === "object" && values !== null;
}

/** Drafts of this window. Another window has its own. */
export const drafts = createDrafts(windowStore);

/** Drops the drafts of the user who is signed in at a path, and of the person who typed before a sign-in. */
export function dropDraftsAt(path: string): void {
  drafts.dropOf(ownerAt(path));
  drafts.dropOf("");
}

/** Signed-in user of the area that a path belongs to, as the owner of drafts. Empty if nobody is signed in. */
export function ownerAt(path: string): string {
  const { adminToken, adminId, user } = session.get();
  if (!path.startsWith("/admin/")) return user?._id ?? "";
  return adminToken === null ? "" : `administrator ${adminId}`;
}
