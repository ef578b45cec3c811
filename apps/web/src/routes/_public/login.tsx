import { createFileRoute } from "@tanstack/react-router";
import { searchOf, text } from "../../lib/search.ts";
import { signIn, signInByPasskey, useSignedInElsewhere, useSignIn } from "../../features/auth/actions.ts";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { LoginForm, SignedInNote } from "../../features/auth/login-form.tsx";
import { ReceiptPicture } from "../../features/auth/asides.tsx";
import { TextLink } from "../../kit/links.tsx";
import { paths } from "../../lib/paths.ts";
import { useSession } from "../../lib/session.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useTitle } from "../../lib/use-title.ts";

const TouchSignIn = lazyPart(async () => (await import("../../features/auth/touch/touch-sign-in.tsx")).TouchSignIn);

export const Route = createFileRoute("/_public/login")({
  validateSearch: searchOf({ redirect: text() }),
  component: Login,
});

function Login() {
  useTitle("Sign in");
  const { redirect } = Route.useSearch();
  const { authToken, user } = useSession();
  const isSignedIn = useSignedInElsewhere(authToken !== null);
  const submit = useSignIn(signIn, { redirectPath: redirect });
  const submitPasskey = useSignIn(signInByPasskey, { redirectPath: redirect });
  return (
    <AuthPage
      title="Sign in"
      lead="Pay what is due, and see where every payment stands."
      form={
        isSignedIn && user ? (
          <SignedInNote user={user} redirect={redirect} />
        ) : (
          <LoginForm onSubmit={submit} onPasskey={submitPasskey} otherWay={<TouchSignIn redirect={redirect} />} />
        )
      }
      others={[
        <TextLink key="forgot" to="/forgot-password">
          Forgot your password?
        </TextLink>,
        <>
          New to Hearth?{" "}
          <TextLink to="/register" search={{ redirect }}>
            Sign up
          </TextLink>
        </>,
        <>
          Renting out or selling? <TextLink to={paths.merchantLogin}>Merchant sign in</TextLink>
        </>,
      ]}
      aside={<ReceiptPicture />}
    />
  );
}
