import { useLocation } from "@tanstack/react-router";
import { ChevronDown, LogOut, Menu as MenuIcon, Settings, User } from "lucide-react";
import type { ReactNode } from "react";
import { AppLink } from "../../../kit/links.tsx";
import { paths } from "../../../lib/paths.ts";
import type { UserInfo } from "../../../lib/user-info.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuAction, MenuLink, MenuSeparator } from "../../../ui/menu.tsx";
import { useLogout } from "../../../features/auth/actions.ts";
import { Frame } from "../../../kit/shell/frame.tsx";
import { isCurrent, navigationFor, type NavItem } from "../../../kit/shell/navigation.ts";
import styles from "../../../kit/shell/frame.module.css";

interface ConsumerShellProps {
  user: Pick<UserInfo, "firstName" | "role">;
  children: ReactNode;
  footer?: "full" | "short";
}

/** The signed-in shell: navigation and user menu in the top bar, on a phone also a bar at the lower edge. */
export function ConsumerShell({ user, children, footer = "short" }: ConsumerShellProps) {
  const logout = useLogout();
  const items = navigationFor(user.role);
  return (
    <Frame
      footer={footer}
      nav={
        <nav className={styles.nav} aria-label="Main">
          <NavLinks items={items} />
        </nav>
      }
      end={
        <>
          <UserMenu user={user} onLogout={logout} />
          <span className={styles.wideOnly}>
            <Button variant="quiet" onClick={logout}>
              Logout
            </Button>
          </span>
        </>
      }
      bottombar={<Bottombar items={items} onLogout={logout} />}
    >
      {children}
    </Frame>
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

function UserMenu({ user, onLogout }: { user: ConsumerShellProps["user"]; onLogout: () => void }) {
  return (
    <Menu
      trigger={
        <Button variant="quiet">
          <span className={styles.name}>{user.firstName}</span>
          {user.role !== "user" && <span className={styles.role}>({user.role})</span>}
          <Icon icon={ChevronDown} />
        </Button>
      }
    >
      <UserMenuEntries onLogout={onLogout} />
    </Menu>
  );
}

function UserMenuEntries({ onLogout }: { onLogout: () => void }) {
  return (
    <>
      <MenuLink icon={User} link={<AppLink to={paths.profile} />}>
        Profile
      </MenuLink>
      <MenuLink icon={Settings} link={<AppLink to={paths.settings} />}>
        Settings
      </MenuLink>
      <MenuSeparator />
      <MenuAction icon={LogOut} onSelect={onLogout}>
        Logout
      </MenuAction>
    </>
  );
}

/** Three destinations and the menu; what does not fit is inside it. */
function Bottombar({ items, onLogout }: { items: readonly NavItem[]; onLogout: () => void }) {
  const inBar = items.filter(({ label }) => label !== "Merchant Dashboard");
  const inMenu = items.filter(({ label }) => label === "Merchant Dashboard");
  return (
    <nav className={styles.bottombar} aria-label="Main, at the lower edge">
      <NavLinks items={inBar} withIcons />
      <Menu
        side="top"
        trigger={
          <button type="button">
            <Icon icon={MenuIcon} size={20} />
            Menu
          </button>
        }
      >
        {inMenu.map((item) => (
          <MenuLink key={item.label} icon={item.icon} link={<AppLink to={item.to} />}>
            {item.label}
          </MenuLink>
        ))}
        <UserMenuEntries onLogout={onLogout} />
      </Menu>
    </nav>
  );
}
