import { createFileRoute } from "@tanstack/react-router";
import { searchOf, text } from "../../../lib/search.ts";
import { AuthPage } from "../../../features/auth/auth-page.tsx";
import { LoginForm, SignedInNote } from "../../../features/auth/login-form.tsx";
import { useSignedInElsewhere, useSignIn } from "../../../features/auth/actions.ts";
import { admitMerchant, MerchantTerms, signInMerchant, signInMerchantByPasskey } from "../../../areas/merchant/sign-in/sign-in.tsx";
import { TextLink } from "../../../kit/links.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSession } from "../../../lib/session.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useTitle } from "../../../lib/use-title.ts";

const TouchSignIn = lazyPart(async () => (await import("../../../features/auth/touch/touch-sign-in.tsx")).TouchSignIn);

export const Route = createFileRoute("/_public/merchant/login")({
  validateSearch: searchOf({ redirect: text() }),
  component: MerchantLogin,
});

function MerchantLogin() {
  useTitle("Merchant sign in");
  const { redirect } = Route.useSearch();
  const { authToken, user } = useSession();
  const isSignedIn = useSignedInElsewhere(authToken !== null);
  const submit = useSignIn(signInMerchant, { redirectPath: redirect });
  const submitPasskey = useSignIn(signInMerchantByPasskey, { redirectPath: redirect });
  return (
    <AuthPage
      title="Merchant sign in"
      lead="See what was paid, who paid it, and what is waiting."
      form={
        isSignedIn && user ? (
          <SignedInNote user={user} redirect={redirect} />
        ) : (
          <LoginForm onSubmit={submit} onPasskey={submitPasskey} otherWay={<TouchSignIn redirect={redirect} admit={admitMerchant} />} />
        )
      }
      others={[
        <TextLink key="forgot" to="/forgot-password">
          Forgot your password?
        </TextLink>,
        <>
          New to Hearth? <TextLink to={paths.merchantRegister}>Create a merchant account</TextLink>
        </>,
        <>
          Paying rent or bills? <TextLink to="/login">Sign in</TextLink>
        </>,
        <>
          Running Hearth? <TextLink to={paths.adminLogin}>Admin sign in</TextLink>
        </>,
      ]}
      aside={<MerchantTerms />}
      asideWideOnly
    />
  );
}
