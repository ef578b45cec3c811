import { useLocation } from "@tanstack/react-router";
import { LogOut, Menu as MenuIcon, Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import { AppLink } from "../links.tsx";
import { Brand } from "../../ui/brand.tsx";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Text } from "../../ui/typography.tsx";
import { LazyOverlay } from "../../lib/loading/lazy-overlay.tsx";
import type { PaletteProps } from "../palette/command-palette.tsx";
import { PaletteAndKeys } from "../palette/palette-and-keys.tsx";
import { usePalette } from "../palette/use-palette.ts";
import { SkipLink } from "./frame.tsx";
import { currentOf, type NavItem } from "./navigation.ts";
import styles from "./side-shell.module.css";
import { type LazyPart, lazyPart } from "../../ui/lazy-part.tsx";

const Drawer = lazyPart(async () => (await import("../../ui/dialog.tsx")).Drawer);

interface SideShellProps {
  children: ReactNode;
  items: readonly NavItem[];
  /** Name of the area: the business and the person, or "Administration" and the person. */
  who: { name: string; detail?: string };
  onLogout: () => void;
  /** Search palette of the area, loaded when it first opens. */
  Palette: LazyPart<PaletteProps>;
  /** Labels of up to three items that a phone has at its lower edge, beside the menu. Without them the menu is at the top only. */
  inBar?: readonly string[];
}

/** Shell of the merchant and admin areas: a sidebar of 240 px, or a drawer below 1024 px. */
export function SideShell({ children, items, who, onLogout, Palette, inBar = [] }: SideShellProps) {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const palette = usePalette();
  const current = currentOf(items, pathname);
  const content = <SideContent {...{ items, who, onLogout, current, Palette }} onNavigate={() => setOpen(false)} onFind={findFrom} />;

  function findFrom() {
    setOpen(false);
    palette.open();
  }

  return (
    <div className={cx(styles.shell, inBar.length > 0 && styles.withBottombar)}>
      <SkipLink />
      <aside className={styles.sidebar}>{content}</aside>
      <header className={styles.bar}>
        <IconButton icon={MenuIcon} label="Open menu" size="large" {...Drawer.opener} onClick={() => setOpen(true)} />
        <AppLink to="/">
          <Brand />
        </AppLink>
        <Text as="span" size="label" className={styles.place}>
          {current?.label}
        </Text>
      </header>
      <LazyOverlay open={isOpen}>
        <Drawer open={isOpen} onClose={() => setOpen(false)} label="Menu">
          {content}
        </Drawer>
      </LazyOverlay>
      <PaletteAndKeys {...{ palette, Palette, onLogout }} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {inBar.length > 0 && (
        <nav className={styles.bottombar} data-bottombar aria-label="Main, at the lower edge">
          {items
            .filter(({ label }) => inBar.includes(label))
            .map((item) => (
              <AppLink key={item.to} to={item.to} activeOptions={exactly} aria-current={item === current ? "page" : undefined}>
                <Icon icon={item.icon} size={20} />
                {item.label}
              </AppLink>
            ))}
          <button type="button" {...Drawer.opener} onClick={() => setOpen(true)}>
            <Icon icon={MenuIcon} size={20} />
            Menu
          </button>
        </nav>
      )}
    </div>
  );
}

/** Keeps the router from marking an item whose page is a parent of the open one. */
const exactly = { exact: true };

type SideContentProps = Omit<SideShellProps, "children" | "inBar"> & {
  current: NavItem | undefined;
  onNavigate: () => void;
  onFind: () => void;
};

function SideContent({ items, who, onLogout, current, Palette, onNavigate, onFind }: SideContentProps) {
  return (
    <div className={styles.content}>
      <AppLink to="/" className={styles.home}>
        <Brand />
      </AppLink>
      <div className={styles.who}>
        <Text size="label">{who.name}</Text>
        {who.detail && (
          <Text size="note" muted>
            {who.detail}
          </Text>
        )}
      </div>
      <button type="button" className={styles.find} aria-keyshortcuts="Control+K Meta+K" {...Palette.opener} onClick={onFind}>
        <Icon icon={Search} />
        Search
        <kbd className={styles.count}>Ctrl K</kbd>
      </button>
      <nav className={styles.nav} aria-label="Main">
        {items.map((item) => (
          <AppLink
            key={item.to}
            to={item.to}
            activeOptions={exactly}
            onClick={onNavigate}
            aria-current={item === current ? "page" : undefined}
          >
            <Icon icon={item.icon} />
            {item.label}
            {item.count ? <span className={styles.count}>{item.count}</span> : null}
          </AppLink>
        ))}
      </nav>
      <button type="button" className={styles.logout} onClick={onLogout}>
        <Icon icon={LogOut} />
        Logout
      </button>
    </div>
  );
}
