import { createFileRoute } from "@tanstack/react-router";
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
  return (
    <AuthPage
      title="Choose a new password"
      lead="It signs every device out, this one included."
      form={<ResetPasswordForm token={hash} />}
      others={[
        <>
          The link is too old? <TextLink to="/forgot-password">Ask for a new one</TextLink>
        </>,
      ]}
      aside={<ReceiptPicture />}
      asideWideOnly
    />
  );
}
