import { useEffect } from "react";
import { session } from "../../lib/session.ts";

/** What was typed when the server ended somebody's session, by who they are, the page and the form; in this window's memory alone. */
const drafts = new Map<string, object>();

/** What is never kept, whatever form it stands in. */
const secret = /password|code/i;

interface KeptForm<Values> {
  state: { values: Values };
  typed: () => Values | null;
  restore: (values: Partial<Values>) => void;
}

/**
 * Keeps what was typed into a form where the session ends under somebody's hands, and gives it back once to the same person in the same form of
 * the same page, after they have signed in again. Whoever signs out takes nothing along, and secrets are not kept.
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
