import { createFileRoute } from "@tanstack/react-router";
import { ReceiptPicture } from "../../features/auth/asides.tsx";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { LinkAction } from "../../features/auth/link-action.tsx";
import { AskForDeviceLinkForm } from "../../features/auth/reset-forms.tsx";
import { ServerData } from "../../kit/server-data.tsx";
import { TextLink } from "../../kit/links.tsx";
import { usePageLocation } from "../../lib/page-location.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/this-device")({ component: ThisDevice });

/** Sends a link that makes a device known to an account, and is the link's target. The token is in the URL's hash. */
function ThisDevice() {
  useTitle("Use this device");
  const { hash } = usePageLocation();
  const use = async () => (await trpcClient.auth.useDeviceLink.mutate({ token: hash })).message;
  return (
    <AuthPage
      title="Use this device"
      lead="When others try passwords for your account, unknown devices have to wait. A link in an email lets yours sign in at once."
      form={
        hash === "" ? (
          <AskForDeviceLinkForm />
        ) : (
          <ServerData>
            <LinkAction action="Use this device" act={use} failed="This device could not be added. Please try again." />
          </ServerData>
        )
      }
      others={[
        <TextLink key="login" to="/login">
          Sign in
        </TextLink>,
        <TextLink key="forgot" to="/forgot-password">
          Forgot your password?
        </TextLink>,
      ]}
      aside={<ReceiptPicture />}
      asideWideOnly
    />
  );
}
