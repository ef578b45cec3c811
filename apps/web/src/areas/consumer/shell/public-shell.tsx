import { type ComponentType, type ReactNode, Suspense } from "react";
import { ButtonLink } from "../../../kit/links.tsx";
import { session, useSession } from "../../../lib/session.ts";
import { Frame } from "../../../kit/shell/frame.tsx";
import type { FooterKind } from "../../../kit/shell/site-footer.tsx";
import { lazyOptional } from "../../../lib/loading/lazy-optional.ts";
import type { UserInfo } from "../../../lib/user-info.ts";
import type { OwnPartProps } from "./consumer-shell.tsx";

// Loaded after the content above it
const SiteFooter = lazyOptional(async () => (await import("../../../kit/shell/site-footer.tsx")).SiteFooter);

const load = async () => (await import("./consumer-shell.tsx")).ownParts;
/** Parts of a signed-in user's frame. Without them the page is shown alone. */
const ServerData = lazyOptional(async () => (await load()).ServerData);
const Keys = lazyOptional(async () => (await load()).Keys);
const Nav = lazyOptional(async () => (await load()).Nav);
const End = lazyOptional(async () => (await load()).End);
const Bottombar = lazyOptional(async () => (await load()).Bottombar);
// Most visitors of these pages are signed out. For signed-in ones the parts are preloaded.
if (session.get().user) void load().catch(() => undefined);

/**
 * Shell of public pages. Signed out it shows Sign in and Sign up, signed in the account's navigation. The page stays as it is when that
 * changes, so that a form keeps what was typed.
 */
export function PublicShell({ children, footer: kind = "short" }: { children: ReactNode; footer?: FooterKind }) {
  const { authToken, user } = useSession();
  const own = authToken && user ? ownFrame(user) : null;
  return (
    <>
      {own?.keys}
      <Frame
        footer={
          <Suspense>
            <SiteFooter kind={kind} />
          </Suspense>
        }
        nav={own?.nav}
        end={own ? own.end : <SignedOutEnd />}
        bottombar={own?.bottombar}
      >
        {children}
      </Frame>
    </>
  );
}

/** Returns the parts of a signed-in user's frame, each shown once its code is here. */
function ownFrame(user: UserInfo) {
  const shown = (Part: ComponentType<OwnPartProps>) => (
    <Suspense>
      <ServerData>
        <Part user={user} />
      </ServerData>
    </Suspense>
  );
  return { keys: shown(Keys), nav: shown(Nav), end: shown(End), bottombar: shown(Bottombar) };
}

function SignedOutEnd() {
  return (
    <>
      <ButtonLink to="/login" variant="quiet">
        Sign in
      </ButtonLink>
      <ButtonLink to="/register">Sign up</ButtonLink>
    </>
  );
}
