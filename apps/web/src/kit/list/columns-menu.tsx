import type { ReactElement } from "react";
import { Menu, MenuCheck } from "../../ui/menu.tsx";

interface ColumnsMenuProps {
  columns: readonly { id: string; head: string }[];
  hidden: readonly string[];
  onToggle: (id: string) => void;
  trigger: ReactElement;
  defaultOpen?: boolean;
}

/** Menu of a table's columns, each shown or hidden. Stays open, so that several can be changed. */
export function ColumnsMenu({ columns, hidden, onToggle, trigger, defaultOpen = false }: ColumnsMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      {columns.map(({ id, head }) => (
        <MenuCheck key={id} checked={!hidden.includes(id)} onChange={() => onToggle(id)}>
          {head}
        </MenuCheck>
      ))}
    </Menu>
  );
}
