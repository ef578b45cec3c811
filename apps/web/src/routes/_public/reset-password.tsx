import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { ReceiptPicture } from "../../features/auth/asides.tsx";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { ResetPasswordForm } from "../../features/auth/reset-forms.tsx";
import { TextLink } from "../../kit/links.tsx";
import { usePageLocation } from "../../lib/page-location.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/reset-password")({ component: ResetPassword });

/** The token is in the URL's hash, which is sent to no server and to no other page. */
function ResetPassword() {
  useTitle("New password");
  const { hash } = usePageLocation();
  const [isDone, setIsDone] = useState(false);
  return (
    <AuthPage
      title="Choose a new password"
      lead={isDone ? null : "It signs every device out, this one included."}
      form={<ResetPasswordForm token={hash} onDone={() => setIsDone(true)} />}
      others={
        isDone
          ? []
          : [
              <>
                The link is too old? <TextLink to="/forgot-password">Ask for a new one</TextLink>
              </>,
            ]
      }
      aside={<ReceiptPicture />}
      asideWideOnly
    />
  );
}
