import { wordingFor } from "@hearth/domain/merchants/party-words";
import { CalendarSync, FileText, History, House, LogOut, Scale, Settings, User } from "lucide-react";
import { useLogout } from "../../../features/auth/actions.ts";
import { AppLink } from "../../../kit/links.tsx";
import type { NavItem } from "../../../kit/shell/navigation.ts";
import { paths } from "../../../lib/paths.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Menu, MenuAction, MenuLink, type MenuProps, MenuSeparator } from "../../../ui/menu.tsx";

type OpenedMenuProps = Omit<MenuProps, "children">;

interface AccountMenuProps extends OpenedMenuProps {
  /** Destinations that do not fit beside the menu. */
  more?: readonly NavItem[];
  /** True to start with the pages of the Rent menu, where there is no room for that menu. */
  withRent?: boolean;
}

/** Menu with profile, settings and logout. */
export function AccountMenu({ more = [], withRent = false, ...menu }: AccountMenuProps) {
  const logout = useLogout();
  return (
    <Menu {...menu}>
      {more.map((item) => (
        <MenuLink key={item.label} icon={item.icon} link={<AppLink to={item.to} />}>
          {item.label}
        </MenuLink>
      ))}
      {withRent && (
        <>
          <RentLinks />
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

/** Menu with everything about a tenant's rent. */
export function RentMenu(menu: OpenedMenuProps) {
  return (
    <Menu align="start" {...menu}>
      <RentLinks />
    </Menu>
  );
}

/** Links to the tenant's leases, autopay, history, disputes and statements. A payer without a lease has no autopay and no statements. */
function RentLinks() {
  const { data: leases = [] } = trpc.rent.mine.useQuery();
  return (
    <>
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
      <MenuLink icon={History} link={<AppLink to="/payment-history" />}>
        Payment history
      </MenuLink>
      <MenuLink icon={Scale} link={<AppLink to="/disputes" />}>
        Disputes
      </MenuLink>
      {leases.length > 0 && (
        <MenuLink icon={FileText} link={<AppLink to="/statements" />}>
          Statements
        </MenuLink>
      )}
    </>
  );
}
