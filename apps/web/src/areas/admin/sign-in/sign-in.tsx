import { firstPasswordForm } from "@hearth/domain/auth/inputs";
import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { limits } from "@hearth/domain/limits";
import { safePath } from "@hearth/domain/redirect";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { session } from "../../../lib/session.ts";
import type { ShownPasskey } from "../../../lib/passkey.ts";
import { type Outputs, trpcClient } from "../../../lib/trpc.ts";
import { type FormOutcome, refusalOf } from "../../../features/auth/outcome.ts";
import { Stack } from "../../../ui/stack.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { AppSetup } from "../../../features/auth/second-factor/app-setup.tsx";
import { RecoveryCodes } from "../../../features/auth/second-factor/recovery-codes.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";

type Completed = Outputs["admin"]["completeFirstSignIn"];

/** Where an admin is who signs in for the first time: choosing a password, setting up a second factor, or shown the recovery codes. */
export type FirstSignInStage =
  | { at: "password"; given: SignInInput }
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
    if (!outcome.ok && outcome.code === "FIRST_PASSWORD_REPLACEMENT_NEEDED") {
      setStage({ at: "password", given: input });
      return { ok: true };
    }
    if (outcome.ok || outcome.code !== "SECOND_FACTOR_SETUP_NEEDED") return outcome;
    const { email, password } = input;
    return attempt(async () => setStage({ at: "setup", setup: await trpcClient.admin.beginFirstSignIn.mutate({ email, password }) }));
  };

  const replacePassword = async ({ email, password }: SignInInput, newPassword: string): Promise<FormOutcome> => {
    const outcome = await attempt(async () => void (await trpcClient.admin.replaceFirstPassword.mutate({ email, password, newPassword })));
    return outcome.ok ? submit({ email, password: newPassword }) : outcome;
  };

  const submitPasskey = (response: ShownPasskey): Promise<FormOutcome> =>
    attempt(async () => enter(await trpcClient.admin.signInWithPasskey.mutate({ response })));

  const confirm = async (challenge: string, code: string): Promise<FormOutcome> => {
    const outcome = await attempt(async () =>
      setStage({ at: "codes", ...(await trpcClient.admin.completeFirstSignIn.mutate({ challenge, code })) }),
    );
    // A setup that took too long begins again with the password.
    if (!outcome.ok && outcome.code === "SECOND_FACTOR_EXPIRED") setStage(null);
    return outcome;
  };

  return { stage, submit, submitPasskey, replacePassword, confirm, enter };
}

async function attempt(work: () => Promise<void>): Promise<FormOutcome> {
  try {
    await work();
    return { ok: true };
  } catch (error) {
    return refusalOf(error, "Login failed");
  }
}

interface FirstSignInProps {
  stage: FirstSignInStage;
  onPassword: (given: SignInInput, newPassword: string) => Promise<FormOutcome>;
  onCode: (challenge: string, code: string) => Promise<FormOutcome>;
  onEnter: (login: Extract<FirstSignInStage, { at: "codes" }>["login"]) => Promise<void>;
}

/** An admin replaces the password that somebody else handed over, sets up a second factor where one is needed, and gets in. */
export function FirstSignIn({ stage, onPassword, onCode, onEnter }: FirstSignInProps) {
  if (stage.at === "password") return <FirstPasswordForm onPassword={(newPassword) => onPassword(stage.given, newPassword)} />;
  return (
    <Stack wide>
      <div>
        <Heading>Set up a second factor</Heading>
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

/** A password of one's own, in place of the one that opens nothing. */
export function FirstPasswordForm({ onPassword }: { onPassword: (newPassword: string) => Promise<FormOutcome> }) {
  const form = useAppForm({
    schema: firstPasswordForm,
    defaultValues: { newPassword: "", confirmPassword: "" },
    onSubmit: async ({ newPassword }) => {
      const outcome = await onPassword(newPassword);
      return outcome.ok ? undefined : outcome.message;
    },
  });
  return (
    <Stack wide>
      <div>
        <Heading>Choose your password</Heading>
        <Text muted>The one that you were given is used up by this, and opens nothing.</Text>
      </div>
      <AppForm of={form} label="Choose your password">
        <form.AppField name="newPassword">
          {(field) => (
            <field.PasswordField
              label="New password"
              autoComplete="new-password"
              hint={`At least ${limits.passwordMinLength} characters`}
            />
          )}
        </form.AppField>
        <form.AppField name="confirmPassword">
          {(field) => <field.PasswordField label="Confirm new password" autoComplete="new-password" />}
        </form.AppField>
        <form.SubmitButton size="large" wide>
          Choose it and sign in
        </form.SubmitButton>
      </AppForm>
    </Stack>
  );
}

/** What holds in the admin area, beside its sign-in. */
export function AdminTerms() {
  return (
    <>
      <Heading>For administrators</Heading>
      <DescriptionList kind="stacked">
        <Description label="A sign-in of its own">
          Being signed in to Hearth does not open this area, and this sign-in opens nothing else.
        </Description>
        <Description label="A second factor">
          The code of an authenticator app, or a passkey, for whoever has set one up in the settings.
        </Description>
        <Description label="It ends automatically">After 30 minutes without use, and after 8 hours in any case.</Description>
        <Description label="Everything is written down">
          Each sign-in and each change, with who, when, from where, before and after.
        </Description>
      </DescriptionList>
    </>
  );
}
