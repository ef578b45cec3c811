import { createFileRoute } from "@tanstack/react-router";
import { ServerData } from "../../kit/server-data.tsx";
import { ReceiptPicture } from "../../features/auth/asides.tsx";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { endMails } from "../../features/auth/end-mails.ts";
import { LinkAction } from "../../features/auth/link-action.tsx";
import { TextLink } from "../../kit/links.tsx";
import { usePageLocation } from "../../lib/page-location.ts";
import { paths } from "../../lib/paths.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/unsubscribe")({ component: Unsubscribe });

function Unsubscribe() {
  useTitle("No more emails");
  const { hash } = usePageLocation();
  return (
    <AuthPage
      title="No more emails like that one?"
      lead="What concerns your account's safety or your money is always sent."
      form={
        <ServerData>
          <LinkAction action="No more of them" act={() => endMails(hash)} failed="This could not be changed. Please try again." />
        </ServerData>
      }
      others={[
        <>
          You can choose again in <TextLink to={paths.settings}>your settings</TextLink>.
        </>,
      ]}
      aside={<ReceiptPicture />}
      asideWideOnly
    />
  );
}
