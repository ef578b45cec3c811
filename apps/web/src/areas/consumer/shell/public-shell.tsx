import type { ReactNode } from "react";
import { ButtonLink } from "../../../kit/links.tsx";
import { useSession } from "../../../lib/session.ts";
import { ConsumerShell } from "./consumer-shell.tsx";
import { Frame } from "../../../kit/shell/frame.tsx";

/** Pages that anybody may see: signed out with Sign in and Sign up, signed in with the navigation of the account. */
export function PublicShell({ children, footer = "short" }: { children: ReactNode; footer?: "full" | "short" }) {
  const { authToken, user } = useSession();
  if (authToken && user) {
    return (
      <ConsumerShell user={user} footer={footer}>
        {children}
      </ConsumerShell>
    );
  }
  return (
    <Frame
      footer={footer}
      end={
        <>
          <ButtonLink to="/login" variant="quiet">
            Sign in
          </ButtonLink>
          <ButtonLink to="/register">Sign up</ButtonLink>
        </>
      }
    >
      {children}
    </Frame>
  );
}
