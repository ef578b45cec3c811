import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { safePath } from "@hearth/domain/redirect";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { session } from "../../../lib/session.ts";
import { type Outputs, trpcClient } from "../../../lib/trpc.ts";
import { type FormOutcome, refusalOf } from "../../../features/auth/outcome.ts";

type Completed = Outputs["admin"]["completeFirstSignIn"];

/** Where an admin is who must have a second factor and has none: setting it up, or shown the recovery codes. */
export type FirstSignInStage =
  | { at: "setup"; setup: Outputs["admin"]["beginFirstSignIn"] }
  | { at: "codes"; recoveryCodes: string[]; login: Completed["login"] };

/** The admin sign-in: keeps the admin token and goes on, to where one was or to the area's first page. */
export function useAdminSignIn(redirectPath: string | undefined) {
  const navigate = useNavigate();
  const [stage, setStage] = useState<FirstSignInStage | null>(null);

  const enter = async (login: Completed["login"]) => {
    session.signInAdmin(login.token);
    const wanted = safePath(redirectPath, login.redirectPath);
    await navigate({ href: wanted.startsWith("/admin/") ? wanted : login.redirectPath });
  };

  const submit = async (input: SignInInput): Promise<FormOutcome> => {
    const outcome = await attempt(async () => enter(await trpcClient.admin.login.mutate(input)));
    if (outcome.ok || outcome.code !== "SECOND_FACTOR_SETUP_NEEDED") return outcome;
    const { email, password } = input;
    return attempt(async () => setStage({ at: "setup", setup: await trpcClient.admin.beginFirstSignIn.mutate({ email, password }) }));
  };

  const confirm = async (challenge: string, code: string): Promise<FormOutcome> => {
    const outcome = await attempt(async () =>
      setStage({ at: "codes", ...(await trpcClient.admin.completeFirstSignIn.mutate({ challenge, code })) }),
    );
    // A setup that took too long begins again with the password.
    if (!outcome.ok && outcome.code === "SECOND_FACTOR_EXPIRED") setStage(null);
    return outcome;
  };

  return { stage, submit, confirm, enter };
}

async function attempt(work: () => Promise<void>): Promise<FormOutcome> {
  try {
    await work();
    return { ok: true };
  } catch (error) {
    return refusalOf(error, "Login failed");
  }
}
