import { cloneElement, type ComponentType, type KeyboardEvent, type ReactElement, useState } from "react";
import type { MenuProps } from "./menu.tsx";

type Opened = Pick<MenuProps, "trigger" | "defaultOpen">;

interface LateMenuProps<Given extends object> {
  /** Fetches the menu, as a component that draws it around its button. */
  load: () => Promise<ComponentType<Given & Opened>>;
  /** What that component is given. */
  given: Given;
  /** The button that opens it; it stands there at once. */
  trigger: ReactElement<React.ComponentProps<"button">>;
}

/**
 * A menu that is fetched when somebody is about to open it, for the bars of pages that many people open first. Its button is the real one of
 * the menu from the first press on, and not before: a press never loses the button it began on.
 */
export function LateMenu<Given extends object>({ load, given, trigger }: LateMenuProps<Given>) {
  const [Menu, setMenu] = useState<ComponentType<Given & Opened> | null>(null);
  if (Menu) return <Menu {...given} trigger={trigger} defaultOpen />;

  const prepare = () => void load().catch(() => undefined);
  const open = () =>
    void load().then(
      (loaded) => setMenu(() => loaded),
      () => undefined, // the next press tries again
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
