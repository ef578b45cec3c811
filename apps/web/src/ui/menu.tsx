import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Icon, type IconType } from "./icon.tsx";
import type { LazyPart } from "./lazy-part.tsx";
import styles from "./menu.module.css";

export interface MenuProps {
  /** Button that opens the menu: a `Button` or an `IconButton`. */
  trigger: ReactElement;
  /** `MenuAction`, `MenuLink` and `MenuSeparator` elements. */
  children: ReactNode;
  align?: "start" | "end";
  side?: "bottom" | "top";
  /** True to start open. */
  defaultOpen?: boolean;
}

/** Menu below or above its button. Supports arrow keys, Escape and typing a first letter. */
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

interface MenuActionProps {
  icon?: IconType;
  children: ReactNode;
  onSelect: () => void;
  /** The dialog that the entry opens, if its code is loaded on demand. */
  opens?: Pick<LazyPart<never>, "opener"> | undefined;
}

/** A menu entry with an action. */
export function MenuAction({ icon, children, onSelect, opens }: MenuActionProps) {
  return (
    <Base.Item className={styles.item} onClick={onSelect} {...opens?.opener}>
      {icon && <Icon icon={icon} />}
      {children}
    </Base.Item>
  );
}

/** A menu entry with a link. `link` is an unstyled anchor element, such as `<AppLink to="/profile" />`. */
export function MenuLink({ icon, children, link }: { icon?: IconType; children: ReactNode; link: ReactElement }) {
  return (
    <Base.LinkItem className={styles.item} closeOnClick render={link}>
      {icon && <Icon icon={icon} />}
      {children}
    </Base.LinkItem>
  );
}

/** A menu entry that is on or off. The menu stays open. */
export function MenuCheck({ checked, children, onChange }: { checked: boolean; children: ReactNode; onChange: () => void }) {
  return (
    <Base.CheckboxItem className={styles.item} checked={checked} closeOnClick={false} onCheckedChange={onChange}>
      <span className={styles.check}>{checked && <Icon icon={Check} />}</span>
      {children}
    </Base.CheckboxItem>
  );
}

/** Hairline between groups of entries. */
export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />;
}
