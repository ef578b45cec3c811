import { createFileRoute, useLocation } from "@tanstack/react-router";
import { ReceiptPicture } from "../../features/auth/asides.tsx";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { ResetPasswordForm } from "../../features/auth/reset-forms.tsx";
import { TextLink } from "../../kit/links.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/keep-email")({ component: KeepEmail });

/** Target of the mails about a changed email. The token is in the URL's hash, which is sent to no server and to no other page. */
function KeepEmail() {
  useTitle("Keep your email");
  const { hash } = useLocation();
  return (
    <AuthPage
      title="Keep your email"
      lead="Choose a new password. Your account keeps the address that this link was sent to, every device is signed out, and each way to sign in that was added since is removed."
      form={<ResetPasswordForm token={hash} action="Keep this email" doneTitle="Your account has this email" />}
      others={[
        <>
          The link is too old? <TextLink to="/contact">Write to us</TextLink>
        </>,
      ]}
      aside={<ReceiptPicture />}
      asideWideOnly
    />
  );
}
