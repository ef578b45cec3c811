import { wordingFor } from "@hearth/domain/merchants/party-words";
import { CalendarSync, History, House, LogOut, Settings, User } from "lucide-react";
import { useLogout } from "../../../features/auth/actions.ts";
import { AppLink } from "../../../kit/links.tsx";
import type { NavItem } from "../../../kit/shell/navigation.ts";
import { paths } from "../../../lib/paths.ts";
import { useSession } from "../../../lib/session.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Menu, MenuAction, MenuLink, type MenuProps, MenuSeparator } from "../../../ui/menu.tsx";

interface AccountMenuProps extends Omit<MenuProps, "children"> {
  /** Destinations that do not fit beside the menu. */
  more?: readonly NavItem[];
}

/** Menu with a tenant's lease, autopay and history, and with profile, settings and logout. */
export function AccountMenu({ more = [], ...menu }: AccountMenuProps) {
  const logout = useLogout();
  const { user } = useSession();
  const { data: leases = [] } = trpc.rent.mine.useQuery(undefined, { enabled: user?.role === "user" });
  return (
    <Menu {...menu}>
      {more.map((item) => (
        <MenuLink key={item.label} icon={item.icon} link={<AppLink to={item.to} />}>
          {item.label}
        </MenuLink>
      ))}
      {leases.map(({ _id, property, unit, businessType }) => (
        <MenuLink key={_id} icon={House} link={<AppLink to="/lease/$leaseId" params={{ leaseId: _id }} />}>
          {wordingFor(businessType)("Lease")}: {property} {unit}
        </MenuLink>
      ))}
      {leases.length > 0 && (
        <MenuLink icon={CalendarSync} link={<AppLink to="/autopay" />}>
          Autopay
        </MenuLink>
      )}
      {user?.role === "user" && (
        <>
          <MenuLink icon={History} link={<AppLink to="/payment-history" />}>
            Payment history
          </MenuLink>
          <MenuSeparator />
        </>
      )}
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
