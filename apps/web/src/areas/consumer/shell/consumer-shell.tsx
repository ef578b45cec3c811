import { useLocation } from "@tanstack/react-router";
import { ChevronDown, Menu as MenuIcon } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { AppLink } from "../../../kit/links.tsx";
import { ServerData } from "../../../kit/server-data.tsx";
import type { UserInfo } from "../../../lib/user-info.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LazyMenu } from "../../../ui/lazy-menu.tsx";
import { useLogout } from "../../../features/auth/actions.ts";
import { Bell } from "../../../features/notifications/bell.tsx";
import { Frame } from "../../../kit/shell/frame.tsx";
import { LineFooter } from "../../../kit/shell/line-footer.tsx";
import { isCurrent, type NavItem } from "../../../kit/shell/navigation.ts";
import { lazyOptional } from "../../../lib/loading/lazy-optional.ts";
import { navigationFor } from "./own-navigation.ts";
import styles from "../../../kit/shell/frame.module.css";

/** Without its keys the page is as usual. */
const ConsumerKeys = lazyOptional(async () => (await import("../palette-keys.tsx")).ConsumerKeys);

export interface OwnPartProps {
  user: Pick<UserInfo, "firstName" | "role">;
}

interface ConsumerShellProps extends OwnPartProps {
  children: ReactNode;
}

/** Shell for signed-in users: navigation and account menu in the top bar, and on a phone a bottom bar. */
export function ConsumerShell({ user, children }: ConsumerShellProps) {
  return (
    <ServerData>
      <Keys />
      <Frame footer={<LineFooter />} nav={<Nav user={user} />} end={<End user={user} />} bottombar={<Bottombar user={user} />}>
        {children}
      </Frame>
    </ServerData>
  );
}

/** Parts of a signed-in user's frame, for a page that is without the API client. */
export const ownParts = { ServerData, Keys, Nav, End, Bottombar };

function Keys() {
  const logout = useLogout();
  return (
    <Suspense>
      <ConsumerKeys onLogout={logout} />
    </Suspense>
  );
}

function Nav({ user }: OwnPartProps) {
  return (
    <nav className={styles.nav} aria-label="Main">
      <NavLinks items={navigationFor(user.role)} />
      {user.role === "user" && <Rent />}
    </nav>
  );
}

function End({ user }: OwnPartProps) {
  const logout = useLogout();
  return (
    <>
      <Bell />
      <UserMenu user={user} />
      <span className={styles.wideOnly}>
        <Button variant="quiet" onClick={logout}>
          Logout
        </Button>
      </span>
    </>
  );
}

function NavLinks({ items, withIcons = false }: { items: readonly NavItem[]; withIcons?: boolean }) {
  const { pathname } = useLocation();
  return items.map((item) => (
    <AppLink key={item.label} to={item.to} aria-current={isCurrent(item, pathname) ? "page" : undefined}>
      {withIcons && <Icon icon={item.icon} size={20} />}
      {item.label}
    </AppLink>
  ));
}

/** Pages of the Rent menu. */
const rentPages = { to: "/lease", also: ["/autopay", "/payment-history", "/disputes", "/statements"] };

const loadRentMenu = async () => (await import("./account-menu.tsx")).RentMenu;

/** Button in the top bar that opens the tenant's rent pages. */
function Rent() {
  const { pathname } = useLocation();
  return (
    <LazyMenu
      load={loadRentMenu}
      menuProps={{}}
      trigger={
        <button type="button" aria-current={isCurrent(rentPages, pathname) || undefined}>
          Rent
          <Icon icon={ChevronDown} />
        </button>
      }
    />
  );
}

const loadMenu = async () => (await import("./account-menu.tsx")).AccountMenu;

function UserMenu({ user }: OwnPartProps) {
  return (
    <LazyMenu
      load={loadMenu}
      menuProps={{}}
      trigger={
        <Button variant="quiet">
          <span className={styles.name}>{user.firstName}</span>
          {user.role !== "user" && <span className={styles.role}>({user.role})</span>}
          <Icon icon={ChevronDown} />
        </Button>
      }
    />
  );
}

/** Bottom bar on a phone: three destinations and a menu with the others. */
function Bottombar({ user }: OwnPartProps) {
  const items = navigationFor(user.role);
  const inMenu = items.filter(({ label }) => user.role === "admin" && label === "Merchant Dashboard");
  const inBar = items.filter((item) => !inMenu.includes(item));
  return (
    <nav className={styles.bottombar} data-bottombar aria-label="Main, at the lower edge">
      <NavLinks items={inBar} withIcons />
      <LazyMenu
        load={loadMenu}
        menuProps={{ more: inMenu, withRent: user.role === "user", side: "top" as const }}
        trigger={
          <button type="button">
            <Icon icon={MenuIcon} size={20} />
            Menu
          </button>
        }
      />
    </nav>
  );
}
