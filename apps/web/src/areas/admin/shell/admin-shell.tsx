import { ArrowLeftRight, Bell, CircleHelp, BookOpen, LayoutDashboard, Scale, Settings, Store, Users } from "lucide-react";
import { type ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";
import { useUnreadOfAdmin } from "../../../features/notifications/use-unread.ts";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import type { NavItem } from "../../../kit/shell/navigation.ts";
import { SideShell } from "../../../kit/shell/side-shell.tsx";
import { PermissionContext } from "../../../kit/permission.tsx";
import { dropDraftsAt } from "../../../lib/drafts.ts";
import { session } from "../../../lib/session.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";

const AdminPalette = lazyPart(async () => (await import("../palette.tsx")).AdminPalette);

const giveUpAfterMs = 3_000;

/**
 * Logout of the admin area: revokes the tokens on the server, clears the stored session and opens the sign-in. The session is cleared even
 * if the server cannot be reached. Also signs out of the product.
 */
function useAdminLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    // Not awaited: an unreachable server must not keep anybody signed in on this device.
    const { adminToken, authToken } = session.get();
    const options = (token: string | null) => ({ context: { token }, signal: AbortSignal.timeout(giveUpAfterMs) });
    trpcClient.admin.logout.mutate(undefined, options(adminToken)).catch(() => undefined);
    if (authToken !== null) trpcClient.auth.logout.mutate(undefined, options(authToken)).catch(() => undefined);
    for (const area of ["/", "/admin/"]) dropDraftsAt(area);
    session.signOutAdmin();
    session.signOut();
    void navigate({ to: "/login", search: {} });
  };
}

const freshMs = 60_000;

const items = (openDisputes: number | undefined, unread: number | undefined): NavItem[] => [
  { label: "Dashboard", to: "/admin/dashboard", icon: LayoutDashboard, also: ["/admin/alarms", "/admin/set-aside"] },
  { label: "Transactions", to: "/admin/transactions", icon: ArrowLeftRight },
  { label: "Unmatched money", to: "/admin/transactions/unmatched", icon: CircleHelp },
  { label: "Merchants", to: "/admin/merchants", icon: Store },
  { label: "Users", to: "/admin/users", icon: Users },
  { label: "Leases", to: "/admin/leases", icon: BookOpen },
  { label: "Disputes", to: "/admin/disputes", icon: Scale, count: openDisputes },
  { label: "Notifications", to: "/admin/notifications", icon: Bell, count: unread },
  { label: "Settings", to: "/admin/settings", icon: Settings, also: ["/admin/audit-log", "/admin/mails"] },
];

/** Shell of the admin area, with the number of open disputes in the navigation. */
export function AdminShell({ children }: { children: ReactNode }) {
  const logout = useAdminLogout();
  const { data: admin, isPending } = trpc.admin.me.useQuery(undefined, { staleTime: freshMs });
  const { data: openDisputes } = trpc.admin.openDisputeCount.useQuery(undefined, { staleTime: freshMs, refetchInterval: freshMs });
  const unread = useUnreadOfAdmin();
  const who = {
    name: "Administration",
    ...(admin && { detail: `${admin.firstName} ${admin.lastName}${admin.isReadOnly ? ", read-only" : ""}` }),
  };
  return (
    <SideShell items={items(openDisputes, unread)} who={who} onLogout={logout} Palette={AdminPalette}>
      <PermissionContext value={isPending ? null : admin?.isReadOnly ? "viewer" : "owner"}>{children}</PermissionContext>
    </SideShell>
  );
}
