import { createFileRoute } from "@tanstack/react-router";
import { ReceiptPicture } from "../../features/auth/asides.tsx";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { ForgotPasswordForm } from "../../features/auth/reset-forms.tsx";
import { TextLink } from "../../kit/links.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/forgot-password")({ component: ForgotPassword });

function ForgotPassword() {
  useTitle("Forgot password");
  return (
    <AuthPage
      title="Forgot your password?"
      lead="We send a link to your email. It leads to a new password."
      form={<ForgotPasswordForm />}
      others={[
        <>
          Remembered it? <TextLink to="/login">Sign in</TextLink>
        </>,
      ]}
      aside={<ReceiptPicture />}
      asideWideOnly
    />
  );
}
