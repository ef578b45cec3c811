import type { ReactElement } from "react";
import { Menu, MenuCheck } from "../../ui/menu.tsx";

interface ColumnsMenuProps {
  names: Readonly<Record<string, string>>;
  hidden: readonly string[];
  onToggle: (id: string) => void;
  trigger: ReactElement;
  defaultOpen?: boolean;
}

/** Menu of a table's columns, each shown or hidden. Stays open, so that several can be changed. */
export function ColumnsMenu({ names, hidden, onToggle, trigger, defaultOpen = false }: ColumnsMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      {Object.entries(names).map(([id, name]) => (
        <MenuCheck key={id} checked={!hidden.includes(id)} onChange={() => onToggle(id)}>
          {name}
        </MenuCheck>
      ))}
    </Menu>
  );
}
