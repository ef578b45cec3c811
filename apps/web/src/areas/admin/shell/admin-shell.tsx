import { LayoutDashboard, Scale, Settings, Store, Users } from "lucide-react";
import type { ReactNode } from "react";
import { trpc } from "../../../lib/trpc.ts";
import type { NavItem } from "../../../kit/shell/navigation.ts";
import { SideShell } from "../../../kit/shell/side-shell.tsx";
import { useAdminLogout } from "./use-admin-logout.ts";

const freshMs = 60_000;

const items = (openDisputes: number | undefined): NavItem[] => [
  { label: "Dashboard", to: "/admin/dashboard", icon: LayoutDashboard, also: ["/admin/transactions"] },
  { label: "Merchants", to: "/admin/merchants", icon: Store },
  { label: "Users", to: "/admin/users", icon: Users },
  { label: "Disputes", to: "/admin/disputes", icon: Scale, count: openDisputes },
  { label: "Settings", to: "/admin/settings", icon: Settings, also: ["/admin/audit-log"] },
];

/** The administrators' area, with how many disputes wait for a decision. */
export function AdminShell({ children }: { children: ReactNode }) {
  const logout = useAdminLogout();
  const { data: admin } = trpc.admin.me.useQuery(undefined, { staleTime: freshMs });
  const { data: openDisputes } = trpc.admin.openDisputeCount.useQuery(undefined, { staleTime: freshMs, refetchInterval: freshMs });
  const who = { name: "Administration", ...(admin && { detail: `${admin.firstName} ${admin.lastName}` }) };
  return (
    <SideShell items={items(openDisputes)} who={who} onLogout={logout}>
      {children}
    </SideShell>
  );
}
