import { LayoutDashboard } from "lucide-react";
import type { ReactNode } from "react";
import { trpc } from "../../lib/trpc.ts";
import type { UserInfo } from "../../lib/user-info.ts";
import { useLogout } from "../auth/use-logout.ts";
import type { NavItem } from "../shell/navigation.ts";
import { SideShell } from "../shell/side-shell.tsx";

const items: readonly NavItem[] = [{ label: "Dashboard", to: "/merchant/dashboard", icon: LayoutDashboard }];

/** The merchant's own area, named after the business as soon as it is known. */
export function MerchantShell({ user, children }: { user: UserInfo; children: ReactNode }) {
  const logout = useLogout();
  const { data } = trpc.auth.me.useQuery();
  const person = `${user.firstName} ${user.lastName}`;
  const who = data?.merchant ? { name: data.merchant.name, detail: person } : { name: person };
  return (
    <SideShell items={items} who={who} onLogout={logout}>
      {children}
    </SideShell>
  );
}
