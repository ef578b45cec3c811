import { createFileRoute } from "@tanstack/react-router";
import { ServerData } from "../../kit/server-data.tsx";
import { ReceiptPicture } from "../../features/auth/asides.tsx";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { LinkAction } from "../../features/auth/link-action.tsx";
import { TextLink } from "../../kit/links.tsx";
import { usePageLocation } from "../../lib/page-location.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/confirm-email")({ component: ConfirmEmail });

function ConfirmEmail() {
  useTitle("Confirm your email");
  const { hash } = usePageLocation();
  const confirm = async () => {
    const { message } = await trpcClient.auth.confirmEmail.mutate({ token: hash });
    return message;
  };
  return (
    <AuthPage
      title="Confirm your email"
      lead="So that receipts and warnings about your account reach you."
      form={
        <ServerData>
          <LinkAction action="Confirm" act={confirm} failed="Your email could not be confirmed. Please try again." />
        </ServerData>
      }
      others={[
        <TextLink key="home" to="/">
          Go to Hearth
        </TextLink>,
      ]}
      aside={<ReceiptPicture />}
      asideWideOnly
    />
  );
}
