import { useEffect } from "react";
import { session } from "../../lib/session.ts";
import type { createFormState } from "./form-state.ts";

/** Drafts of sessions that the server ended, by user, page and form. Kept in memory only. */
const drafts = new Map<string, { values: object; version: string }>();

/** Field names that are never stored. */
const secret = /password|code/i;

type KeptForm<Values extends object> = Pick<ReturnType<typeof createFormState<Values>>, "get" | "edited" | "restore" | "version">;

/**
 * Keeps the typed values if the server ends the session, and restores them once for the same user in the same form and page after a new
 * sign-in.
 * A logout keeps nothing. Secrets are never kept.
 */
export function useDraft<Values extends object>(form: KeptForm<Values>): void {
  useEffect(() => {
    const { authToken, user } = session.get();
    const who = authToken === null ? "an administrator" : (user?._id ?? "");
    const key = () => JSON.stringify([who, window.location.href, Object.keys(form.get().values)]);
    const draft = drafts.get(key());
    if (draft) {
      drafts.delete(key());
      form.restore(draft.values, draft.version);
    }
    return session.subscribe(() => {
      const values = Object.fromEntries(Object.entries(form.edited()).filter(([name]) => !secret.test(name)));
      if (session.get().wasRefused && Object.keys(values).length > 0) drafts.set(key(), { values, version: form.version() });
    });
  }, [form]);
}
