import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { Icon, type IconType } from "./icon.tsx";
import styles from "./menu.module.css";

export interface MenuProps {
  /** The button that opens the menu, a `Button` or an `IconButton`. */
  trigger: ReactElement;
  /** `MenuAction`, `MenuLink` and `MenuSeparator`. */
  children: ReactNode;
  align?: "start" | "end";
  side?: "bottom" | "top";
  /** Whether it is open when it appears. */
  defaultOpen?: boolean;
}

/** A menu under (or over) its button; arrow keys, Escape and typing a first letter work. */
export function Menu({ trigger, children, align = "end", side = "bottom", defaultOpen = false }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={styles.menu}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** An entry that does something. */
export function MenuAction({ icon, children, onSelect }: { icon?: IconType; children: ReactNode; onSelect: () => void }) {
  return (
    <Base.Item className={styles.item} onClick={onSelect}>
      {icon && <Icon icon={icon} />}
      {children}
    </Base.Item>
  );
}

/** An entry that leads somewhere: `link` is the bare anchor element, `<AppLink to="/profile" />`. */
export function MenuLink({ icon, children, link }: { icon?: IconType; children: ReactNode; link: ReactElement }) {
  return (
    <Base.LinkItem className={styles.item} closeOnClick render={link}>
      {icon && <Icon icon={icon} />}
      {children}
    </Base.LinkItem>
  );
}

/** A hairline between groups of entries. */
export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />;
}
