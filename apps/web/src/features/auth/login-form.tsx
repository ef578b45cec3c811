import type { LoginInput } from "@hearth/domain/auth/inputs";
import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { useState } from "react";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { fetchedRules } from "../../kit/form/rules.ts";
import { TextButton } from "../../ui/text-anchor.tsx";
import type { FormOutcome } from "./outcome.ts";
import { PasskeyButton } from "./passkeys/passkey-button.tsx";
import { CodeForm } from "./second-factor/code-form.tsx";
import { homePath } from "@hearth/domain/auth/roles";
import { TextLink } from "../../kit/links.tsx";
import type { ShownPasskey } from "../../lib/passkey.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { Stack } from "../../ui/stack.tsx";
import type { UserInfo } from "../../lib/user-info.ts";
import { Alert } from "../../ui/alert.tsx";
import { useLogout } from "./actions.ts";

const loginRules = fetchedRules(async () => (await import("@hearth/domain/auth/inputs")).loginInput);

interface LoginFormProps {
  onSubmit: (input: SignInInput) => Promise<FormOutcome>;
  onPasskey: (response: ShownPasskey) => Promise<FormOutcome>;
}

/** What the password was right for, and whether an app can make the code that is asked for. */
interface Asked {
  right: LoginInput;
  hasApp: boolean;
}

/** E-mail and password, and after them the second factor where the account has one; or a passkey, which is both. */
export function LoginForm({ onSubmit, onPasskey }: LoginFormProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const passkey = (
    <PasskeyButton wide begin={() => trpcClient.auth.beginPasskeySignIn.mutate()} onShown={onPasskey}>
      Use a passkey
    </PasskeyButton>
  );
  if (asked === null) {
    return (
      <Stack>
        <Credentials onSubmit={onSubmit} onAsked={setAsked} />
        {passkey}
      </Stack>
    );
  }
  return (
    <CodeForm
      label="Second factor"
      action="Sign in"
      recovery={asked.hasApp ? "instead" : "only"}
      onSubmit={(code) => onSubmit({ ...asked.right, code })}
      lead={passkey}
      foot={
        <p>
          <TextButton size="small" onClick={() => setAsked(null)}>
            Back to email and password
          </TextButton>
        </p>
      }
    />
  );
}

function Credentials({ onSubmit, onAsked }: Pick<LoginFormProps, "onSubmit"> & { onAsked: (asked: Asked) => void }) {
  const form = useAppForm({
    schema: loginRules,
    defaultValues: { email: "", password: "" },
    onSubmit: async (input) => {
      const outcome = await onSubmit(input);
      if (outcome.ok) return;
      if (outcome.code !== "SECOND_FACTOR_REQUIRED" && outcome.code !== "PASSKEY_REQUIRED") return outcome.message;
      onAsked({ right: input, hasApp: outcome.code === "SECOND_FACTOR_REQUIRED" });
    },
  });
  return (
    <AppForm of={form} label="Sign in">
      <form.AppField name="email">{(field) => <field.EmailField autoComplete="username" />}</form.AppField>
      <form.AppField name="password">{(field) => <field.PasswordField label="Password" autoComplete="current-password" />}</form.AppField>
      <form.SubmitButton size="large" wide>
        Sign in
      </form.SubmitButton>
    </AppForm>
  );
}

/** For somebody who meets the sign-in while signed in: says so and offers the way on, so that nobody is stuck here. */
export function SignedInNote({ user }: { user: UserInfo }) {
  const logout = useLogout();
  const place = { user: "the dashboard", merchant: "the merchant dashboard", admin: "the admin area" }[user.role];
  return (
    <Alert title={`You are signed in as ${user.firstName}`}>
      <p>
        <TextLink size="small" to={homePath(user.role)}>
          Go to {place}
        </TextLink>{" "}
        or{" "}
        <TextButton size="small" onClick={logout}>
          log out
        </TextButton>{" "}
        to use another account.
      </p>
    </Alert>
  );
}
