import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { type DraftKey, drafts, ownerAt } from "../../lib/drafts.ts";
import { session } from "../../lib/session.ts";
import type { createFormState } from "./form-state.ts";

/** Field names whose values are never stored. A ZIP code is no secret. */
const secret = /password|token|secret|(?<!zip)code/i;

/** Returns the values without secrets. */
export function withoutSecrets(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.test(name)));
}

/**
 * Keeps the edited values of a form as a draft once `begin` has named it, and drops the draft once the form is saved or reset.
 * Also follows a form that is no longer on the page, because its last submit may still succeed.
 */
export function createDraftKeeper<Values extends object>(form: ReturnType<typeof createFormState<Values>>) {
  let key: DraftKey | null = null;
  let kept = "{}";

  form.subscribe(() => {
    if (key === null) return;
    const values = withoutSecrets(form.edited());
    const text = JSON.stringify(values);
    if (text === kept) return;
    kept = text;
    if (text === "{}") drafts.drop(key);
    else drafts.keep(key, { values, version: form.version() });
  });

  return {
    /** Starts to keep a draft, and restores the one that is there. Under another name than before the form starts anew. */
    begin(next: DraftKey): void {
      const isOther = key !== null && (key.who !== next.who || key.form !== next.form);
      key = null;
      if (isOther) form.reset();
      key = next;
      const draft = drafts.find(next);
      if (!draft) return;
      const fields: object = form.get().values;
      const known: object = Object.fromEntries(
        Object.entries(draft.values).filter(([name, value]) => isAlike(value, Reflect.get(fields, name))),
      );
      form.restore(known, draft.version);
    },
  };
}

/** True if a stored value can be a field's value. A new version of the page may have changed its fields. */
function isAlike(stored: unknown, value: unknown): boolean {
  return typeof stored === typeof value && Array.isArray(stored) === Array.isArray(value);
}

interface DraftOptions {
  about: string | undefined;
  undrafted: string | undefined;
}

/** Returns the router, or nothing where a form is shown without one. */
function useRouterIfAny(): ReturnType<typeof useRouter> | undefined {
  return useRouter({ warn: false });
}

/** Returns the page's address that a draft's form name begins with. */
export function addressOf(form: string): unknown {
  const name: unknown = JSON.parse(form);
  return Array.isArray(name) ? name[0] : undefined;
}

/** Restores a form's draft for the same user, page address and object, and keeps one from then on. */
export function useDraft(form: DraftedForm, { about = "", undrafted }: DraftOptions): void {
  const router = useRouterIfAny();
  useLayoutEffect(() => {
    if (!router || undrafted !== undefined) return;
    const { pathname, searchStr } = router.latestLocation; // Without the hash, which holds the tokens of invitations
    let who = ownerAt(pathname);
    const begin = () => form.draft.begin({ who, form: JSON.stringify([pathname + searchStr, form.fields(), about]) });
    begin();
    return session.subscribe(() => {
      const now = ownerAt(pathname);
      if (now === who || now === "" || who === "") return;
      who = now; // Another user must not see what the first one typed
      begin();
    });
  }, [form, router, about, undrafted]);
}

interface DraftedForm {
  draft: { begin: (key: DraftKey) => void };
  /** Names of the form's fields. */
  fields: () => string[];
}
