import { createFileRoute } from "@tanstack/react-router";
import { signUp, useSignIn } from "../../features/auth/actions.ts";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { FirstSteps } from "../../features/auth/asides.tsx";
import { RegisterForm } from "../../features/auth/register-form.tsx";
import { TextLink } from "../../kit/links.tsx";
import { paths } from "../../lib/paths.ts";
import { searchOf, text } from "../../lib/search.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/register")({
  validateSearch: searchOf({ redirect: text() }),
  component: Register,
});

function Register() {
  useTitle("Sign up");
  const { redirect } = Route.useSearch();
  const submit = useSignIn(signUp, { redirectPath: redirect ?? "/dashboard" });
  return (
    <AuthPage
      title="Sign up"
      lead="For tenants and everybody else who pays."
      form={<RegisterForm onSubmit={submit} />}
      others={[
        <>
          Already have an account? <TextLink to="/login">Sign in</TextLink>
        </>,
        <>
          Renting out or selling? <TextLink to={paths.merchantRegister}>Create a merchant account</TextLink>
        </>,
      ]}
      aside={<FirstSteps />}
    />
  );
}
