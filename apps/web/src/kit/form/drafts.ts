import { useEffect } from "react";
import { session } from "../../lib/session.ts";

/** Drafts of sessions that the server ended, by user, page and form. Kept in memory only. */
const drafts = new Map<string, object>();

/** Field names that are never stored. */
const secret = /password|code/i;

interface KeptForm<Values> {
  state: { values: Values };
  typed: () => Values | null;
  restore: (values: Partial<Values>) => void;
}

/**
 * Keeps the typed values if the server ends the session, and restores them once for the same user in the same form and page after a new
 * sign-in.
 * A logout keeps nothing. Secrets are never kept.
 */
export function useDraft<Values extends object>(form: KeptForm<Values>): void {
  useEffect(() => {
    const { authToken, user } = session.get();
    const who = authToken === null ? "an administrator" : (user?._id ?? "");
    const key = () => JSON.stringify([who, window.location.href, Object.keys(form.state.values)]);
    const draft = drafts.get(key());
    if (draft) {
      drafts.delete(key());
      form.restore(draft);
    }
    return session.subscribe(() => {
      const typed = form.typed();
      if (!session.get().wasRefused || typed === null) return;
      drafts.set(key(), Object.fromEntries(Object.entries(typed).filter(([name]) => !secret.test(name))));
    });
  }, [form]);
}
