import type { RegisterInput } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import { createFileRoute } from "@tanstack/react-router";
import { signUp, useSignIn } from "../../features/auth/actions.ts";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { FirstSteps } from "../../features/auth/asides.tsx";
import type { Person } from "../../features/auth/touch/touch-calls.ts";
import { byTouch } from "../../features/auth/touch/by-touch.ts";
import { SignUp } from "../../features/auth/touch/touch-sign-up.tsx";
import { TextLink } from "../../kit/links.tsx";
import { paths } from "../../lib/paths.ts";
import { searchOf, text } from "../../lib/search.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/register")({
  validateSearch: searchOf({ redirect: text(), email: text(limits.emailMaxLength) }),
  component: Register,
});

/** Returns the token of the invitation that a sign-up returns to, or null. */
function invitationIn(path: string): string | null {
  const { pathname, hash } = new URL(path, location.origin);
  return pathname === "/invitation" ? hash.slice(1) : null;
}

function Register() {
  useTitle("Sign up");
  const { redirect: given, email } = Route.useSearch();
  const invitation = given === undefined ? null : invitationIn(given);
  const submit = useSignIn((input: RegisterInput) => signUp(input, invitation), { redirectPath: given ?? "/dashboard" });
  const submitTouch = useSignIn(
    ({ walletOrigin, person }: { walletOrigin: string; person: Person }) =>
      byTouch(({ signUpByTouch }) => signUpByTouch(walletOrigin, person, invitation)),
    { redirectPath: given ?? "/dashboard" },
  );
  return (
    <AuthPage
      title="Sign up"
      lead="For tenants and everyone else who pays."
      form={<SignUp onPassword={submit} onTouch={submitTouch} email={email} />}
      others={[
        <>
          Already have an account?{" "}
          <TextLink to="/login" search={{ redirect: given }}>
            Sign in
          </TextLink>
        </>,
        <>
          Renting out or selling? <TextLink to={paths.merchantRegister}>Create a merchant account</TextLink>
        </>,
      ]}
      aside={<FirstSteps isInvited={invitation !== null} />}
    />
  );
}
