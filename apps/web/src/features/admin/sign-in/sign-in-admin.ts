import type { LoginInput } from "@hearth/domain/auth/inputs";
import { safePath } from "@hearth/domain/redirect";
import { useNavigate } from "@tanstack/react-router";
import { errorMessage } from "../../../lib/api-error.ts";
import { session } from "../../../lib/session.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import type { FormOutcome } from "../../auth/outcome.ts";

/** The admin sign-in's submit: keeps the admin token and goes on, to where one was or to the area's first page. */
export function useAdminSignIn(redirectPath: string | undefined) {
  const navigate = useNavigate();
  return async (input: LoginInput): Promise<FormOutcome> => {
    try {
      const answer = await trpcClient.admin.login.mutate(input);
      session.signInAdmin(answer.token);
      const wanted = safePath(redirectPath, answer.redirectPath);
      await navigate({ href: wanted.startsWith("/admin/") ? wanted : answer.redirectPath });
      return { ok: true };
    } catch (error) {
      return { ok: false, message: errorMessage(error, "Login failed") };
    }
  };
}
