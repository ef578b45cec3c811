import { safePath } from "@hearth/domain/redirect";
import { useNavigate } from "@tanstack/react-router";
import { session } from "../../lib/session.ts";
import type { SignInOutcome } from "./actions.ts";
import type { FormOutcome } from "./outcome.ts";

/** Turns an action into a form's submit: on success the session is kept and the product goes on at the answered path. */
export function useSignIn<Input>(action: (input: Input) => Promise<SignInOutcome>, options: { redirectPath?: string | undefined } = {}) {
  const navigate = useNavigate();
  return async (input: Input): Promise<FormOutcome> => {
    const outcome = await action(input);
    if (!outcome.ok) return outcome;
    session.signIn(outcome.authToken, outcome.user);
    await navigate({ href: safePath(options.redirectPath ?? outcome.redirectPath) });
    return { ok: true };
  };
}
