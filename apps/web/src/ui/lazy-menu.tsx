import { cloneElement, type ComponentType, type KeyboardEvent, type ReactElement, useState } from "react";
import type { MenuProps } from "./menu.tsx";

type Opened = Pick<MenuProps, "trigger" | "defaultOpen">;

interface LazyMenuProps<Given extends object> {
  /** Loads the menu component, which renders itself around the trigger. */
  load: () => Promise<ComponentType<Given & Opened>>;
  /** Props for that component. */
  menuProps: Given;
  /** Button that opens the menu. Rendered at once. */
  trigger: ReactElement<React.ComponentProps<"button">>;
}

/**
 * Menu whose code is loaded when it is about to be opened, for pages that many visitors open first.
 * The plain button is replaced by the menu's own only after a press, so that no press loses its button.
 */
export function LazyMenu<Given extends object>({ load, menuProps, trigger }: LazyMenuProps<Given>) {
  const [Menu, setMenu] = useState<ComponentType<Given & Opened> | null>(null);
  if (Menu) return <Menu {...menuProps} trigger={trigger} defaultOpen />;

  const prepare = () => void load().catch(() => undefined);
  const open = () =>
    void load().then(
      (loaded) => setMenu(() => loaded),
      () => undefined, // The next press retries
    );
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") open();
    },
  });
}
