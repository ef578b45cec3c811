import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { safePath } from "@hearth/domain/redirect";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { session } from "../../../lib/session.ts";
import type { ShownPasskey } from "../../../lib/passkey.ts";
import { server } from "../../../lib/server.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { type FormOutcome, lazyRefusalOf } from "../../../features/auth/outcome.ts";
import { Stack } from "../../../ui/stack.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { AppSetup } from "../../../features/auth/second-factor/app-setup.tsx";
import { RecoveryCodes } from "../../../features/auth/second-factor/recovery-codes.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";

type Completed = Outputs["admin"]["completeFirstSignIn"];

/** Stage of an admin's first sign-in: set up a second factor, then save the recovery codes. */
export type FirstSignInStage =
  | { at: "setup"; setup: Outputs["admin"]["beginFirstSignIn"] }
  | { at: "codes"; recoveryCodes: string[]; login: Completed["login"] };

/** Sign-in to the admin area: stores the admin token, then opens the page that required it or the dashboard. */
export function useAdminSignIn(redirectPath: string | undefined) {
  const navigate = useNavigate();
  const [stage, setStage] = useState<FirstSignInStage | null>(null);

  const enter = async (login: Completed["login"]) => {
    session.signInAdmin(login.token, login._id);
    const returnPath = safePath(redirectPath, login.redirectPath);
    await navigate({ href: returnPath.startsWith("/admin/") ? returnPath : login.redirectPath });
  };

  const submit = async (input: SignInInput): Promise<FormOutcome> => {
    const outcome = await attempt(async () => enter(await (await server()).trpcClient.admin.login.mutate(input)));
    if (outcome.ok || outcome.code !== "SECOND_FACTOR_SETUP_NEEDED") return outcome;
    const { email, password } = input;
    return attempt(async () =>
      setStage({ at: "setup", setup: await (await server()).trpcClient.admin.beginFirstSignIn.mutate({ email, password }) }),
    );
  };

  const submitPasskey = (response: ShownPasskey): Promise<FormOutcome> =>
    attempt(async () => enter(await (await server()).trpcClient.admin.signInWithPasskey.mutate({ response })));

  const confirm = async (challenge: string, code: string): Promise<FormOutcome> => {
    const outcome = await attempt(async () =>
      setStage({ at: "codes", ...(await (await server()).trpcClient.admin.completeFirstSignIn.mutate({ challenge, code })) }),
    );
    // An expired setup starts over with the password.
    if (!outcome.ok && outcome.code === "SECOND_FACTOR_EXPIRED") setStage(null);
    return outcome;
  };

  return { stage, submit, submitPasskey, confirm, enter };
}

async function attempt(work: () => Promise<void>): Promise<FormOutcome> {
  try {
    await work();
    return { ok: true };
  } catch (error) {
    return lazyRefusalOf(error, "Login failed");
  }
}

interface FirstSignInProps {
  stage: FirstSignInStage;
  onCode: (challenge: string, code: string) => Promise<FormOutcome>;
  onEnter: (login: Extract<FirstSignInStage, { at: "codes" }>["login"]) => Promise<void>;
}

/** Sets up the second factor that an admin's first sign-in requires. */
export function FirstSignIn({ stage, onCode, onEnter }: FirstSignInProps) {
  return (
    <Stack wide>
      <div>
        <Heading>Set up two-step sign-in</Heading>
        <Text muted>Administrators sign in with a password and the code of an authenticator app.</Text>
      </div>
      {stage.at === "setup" ? (
        <AppSetup setup={stage.setup} action="Switch on and sign in" onCode={(code) => onCode(stage.setup.challenge, code)} />
      ) : (
        <RecoveryCodes codes={stage.recoveryCodes} action="Go to the admin area" onDone={() => void onEnter(stage.login)} />
      )}
    </Stack>
  );
}

/** Rules of the admin area, beside its sign-in. */
export function AdminTerms() {
  return (
    <>
      <Heading>For administrators</Heading>
      <DescriptionList kind="stacked">
        <Description label="Separate sign-in">
          Being signed in to Hearth does not open this area, and this sign-in opens nothing else.
        </Description>
        <Description label="Two-step sign-in">The code of an authenticator app, or a passkey, if you have set one up.</Description>
        <Description label="It ends automatically">After 30 minutes without use, and after 8 hours in any case.</Description>
        <Description label="All changes are logged">
          Each sign-in and each change, with who, when, from where, before and after.
        </Description>
      </DescriptionList>
    </>
  );
}
