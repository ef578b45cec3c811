import { createFileRoute } from "@tanstack/react-router";
import { searchOf, text } from "../../../lib/search.ts";
import { AdminTerms, FirstSignIn, useAdminSignIn } from "../../../areas/admin/sign-in/sign-in.tsx";
import { useSignedInElsewhere } from "../../../features/auth/actions.ts";
import { AuthPage } from "../../../features/auth/auth-page.tsx";
import { ContinueButton, LoginForm } from "../../../features/auth/login-form.tsx";
import { TextLink } from "../../../kit/links.tsx";
import { useSession } from "../../../lib/session.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Alert } from "../../../ui/alert.tsx";

export const Route = createFileRoute("/_public/admin/login")({
  validateSearch: searchOf({ redirect: text() }),
  component: AdminLogin,
});

function AdminLogin() {
  useTitle("Admin sign in");
  const { redirect } = Route.useSearch();
  const isSignedIn = useSignedInElsewhere(useSession().adminToken !== null);
  const { stage, submit, submitPasskey, confirm, enter } = useAdminSignIn(redirect);
  const form = stage ? (
    <FirstSignIn stage={stage} onCode={confirm} onEnter={enter} />
  ) : (
    <LoginForm onSubmit={submit} onPasskey={submitPasskey} />
  );
  return (
    <AuthPage
      title="Admin sign in"
      lead="Users, merchants, transactions and disputes."
      form={isSignedIn ? <AlreadyIn redirect={redirect} /> : form}
      others={[
        <>
          Paying rent or bills? <TextLink to="/login">Sign in</TextLink>
        </>,
      ]}
      aside={<AdminTerms />}
      asideWideOnly
    />
  );
}

function AlreadyIn({ redirect }: { redirect: string | undefined }) {
  return (
    <Alert title="You are signed in to the admin area" announce>
      {redirect === undefined ? (
        <TextLink size="small" to="/admin/dashboard">
          Go to the admin dashboard
        </TextLink>
      ) : (
        <ContinueButton redirect={redirect} />
      )}
    </Alert>
  );
}
