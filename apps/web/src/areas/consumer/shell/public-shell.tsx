import { type ReactNode, Suspense } from "react";
import { ButtonLink } from "../../../kit/links.tsx";
import { session, useSession } from "../../../lib/session.ts";
import { Frame } from "../../../kit/shell/frame.tsx";
import type { FooterKind } from "../../../kit/shell/site-footer.tsx";
import { lazyOptional } from "../../../lib/loading/lazy-optional.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";

// Loaded after the content above it
const SiteFooter = lazyOptional(async () => (await import("../../../kit/shell/site-footer.tsx")).SiteFooter);

const load = async () => (await import("./consumer-shell.tsx")).ConsumerShell;
/** Without the shell the page is shown alone. */
const ConsumerShell = lazyPart(load, ({ children }) => children);
// Most visitors of these pages are signed out. For signed-in ones the shell is preloaded.
if (session.get().user) void load().catch(() => undefined);

/** Shell of public pages. Signed out it shows Sign in and Sign up, signed in the account's navigation. */
export function PublicShell({ children, footer: kind = "short" }: { children: ReactNode; footer?: FooterKind }) {
  const { authToken, user } = useSession();
  const footer = (
    <Suspense>
      <SiteFooter kind={kind} />
    </Suspense>
  );
  if (authToken && user) {
    return (
      <Suspense fallback={<Frame footer={footer}>{null}</Frame>}>
        <ConsumerShell user={user} footer={footer}>
          {children}
        </ConsumerShell>
      </Suspense>
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
