import { LogOut, Settings, User } from "lucide-react";
import { useLogout } from "../../../features/auth/actions.ts";
import { AppLink } from "../../../kit/links.tsx";
import type { NavItem } from "../../../kit/shell/navigation.ts";
import { paths } from "../../../lib/paths.ts";
import { Menu, MenuAction, MenuLink, type MenuProps, MenuSeparator } from "../../../ui/menu.tsx";

interface AccountMenuProps extends Omit<MenuProps, "children"> {
  /** Destinations that do not fit beside the menu. */
  more?: readonly NavItem[];
}

/** Menu with profile, settings and logout. */
export function AccountMenu({ more = [], ...menu }: AccountMenuProps) {
  const logout = useLogout();
  return (
    <Menu {...menu}>
      {more.map((item) => (
        <MenuLink key={item.label} icon={item.icon} link={<AppLink to={item.to} />}>
          {item.label}
        </MenuLink>
      ))}
      <MenuLink icon={User} link={<AppLink to={paths.profile} />}>
        Profile
      </MenuLink>
      <MenuLink icon={Settings} link={<AppLink to={paths.settings} />}>
        Settings
      </MenuLink>
      <MenuSeparator />
      <MenuAction icon={LogOut} onSelect={logout}>
        Logout
      </MenuAction>
    </Menu>
  );
}
