import { createFileRoute } from "@tanstack/react-router";
import { MessageScreen } from "../../kit/shell/message-screen.tsx";
import { ButtonLink } from "../../kit/links.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/404")({ component: NotFound });

function NotFound() {
  useTitle("Page not found");
  return (
    <MessageScreen
      title="Page not found"
      actions={
        <ButtonLink to="/" variant="primary">
          Go Home
        </ButtonLink>
      }
    >
      There is no page at this address. It may have moved, or the link may be incomplete.
    </MessageScreen>
  );
}
