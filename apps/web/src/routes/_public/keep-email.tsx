import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { ReceiptPicture } from "../../features/auth/asides.tsx";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { ResetPasswordForm } from "../../features/auth/reset-forms.tsx";
import { TextLink } from "../../kit/links.tsx";
import { usePageLocation } from "../../lib/page-location.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/keep-email")({ component: KeepEmail });

/** Target of the mails about what a thief may have done with an account. The token is in the URL's hash, which is sent to no server and to no other page. */
function KeepEmail() {
  useTitle("Secure your account");
  const { hash } = usePageLocation();
  const [isDone, setIsDone] = useState(false);
  return (
    <AuthPage
      title="Secure your account"
      lead={
        isDone
          ? null
          : "Choose a new password. Your account keeps the email that this link was sent to, every device is signed out, and what was changed in it since the day before that email is undone."
      }
      form={<ResetPasswordForm token={hash} takesBack onDone={() => setIsDone(true)} />}
      others={
        isDone
          ? []
          : [
              <>
                The link is too old? <TextLink to="/contact">Write to us</TextLink>
              </>,
            ]
      }
      aside={<ReceiptPicture />}
      asideWideOnly
    />
  );
}
