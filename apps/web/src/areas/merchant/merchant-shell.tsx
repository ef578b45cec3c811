import { type Reword, wordingFor } from "@hearth/domain/merchants/party-words";
import { ArrowLeftRight, Bell, BookOpen, Building2, HandCoins, LayoutDashboard, Scale, Settings, Users } from "lucide-react";
import { type ReactNode, Suspense, useEffect } from "react";
import { sharedStore } from "../../lib/browser-store.ts";
import { trpc } from "../../lib/trpc.ts";
import type { UserInfo } from "../../lib/user-info.ts";
import { useLogout } from "../../features/auth/actions.ts";
import { useUnread } from "../../features/notifications/use-unread.ts";
import { Page } from "../../ui/page.tsx";
import { TimeZoneContext } from "../../ui/time-zone.ts";
import type { NavItem } from "../../kit/shell/navigation.ts";
import { PermissionContext, SuspendedContext } from "../../kit/permission.tsx";
import { SideShell } from "../../kit/shell/side-shell.tsx";
import { BusinessTypeContext } from "../../kit/words.ts";
import { LiveContext, useMerchantNews, useMerchantStats } from "./live.ts";
import { type BusinessType, businessTypes } from "@hearth/domain/merchants/business-types";
import { lazyPart } from "../../ui/lazy-part.tsx";

const keyOf = (userId: string) => `business-type:${userId}`;

const SuspendedNote = lazyPart(async () => (await import("./suspended-note.tsx")).SuspendedNote);
const MerchantPalette = lazyPart(async () => (await import("./palette.tsx")).MerchantPalette);

function itemsFor(reword: Reword, openDisputes: number | undefined, unread: number | undefined): readonly NavItem[] {
  return [
    { label: "Dashboard", to: "/merchant/dashboard", icon: LayoutDashboard },
    { label: "Transactions", to: "/merchant/transactions", icon: ArrowLeftRight },
    { label: reword("Tenants"), to: "/merchant/tenants", icon: Users },
    { label: "Properties", to: "/merchant/properties", icon: Building2 },
    { label: "Requests", to: "/merchant/requests", icon: HandCoins },
    { label: "Rent roll", to: "/merchant/rent-roll", icon: BookOpen, also: ["/merchant/month-close"] },
    { label: "Disputes", to: "/merchant/disputes", icon: Scale, count: openDisputes },
    { label: "Notifications", to: "/merchant/notifications", icon: Bell, count: unread },
    { label: "Settings", to: "/merchant/settings", icon: Settings },
  ];
}

interface MerchantShellProps {
  user: UserInfo;
  children: ReactNode;
}

/** Shell of the merchant area. Refetches its content on the merchant's events. */
export function MerchantShell(props: MerchantShellProps) {
  const isLive = useMerchantNews();
  return (
    <LiveContext value={isLive}>
      <Shell {...props} />
    </LiveContext>
  );
}

/** Shows the business's name once it is known, and its suspension. Provides its time zone, its wording and the user's permission. */
function Shell({ user, children }: MerchantShellProps) {
  const logout = useLogout();
  const account = trpc.auth.me.useQuery();
  const permission = account.data?.staffRole ?? (account.isPending ? null : "owner");
  const isSuspended = account.data?.merchant?.status === "suspended";
  const stats = useMerchantStats();
  const unread = useUnread();
  const person = `${user.firstName} ${user.lastName}`;
  const who = account.data?.merchant ? { name: account.data.merchant.name, detail: person } : { name: person };
  const businessType = useBusinessType(user._id, account.data?.merchant?.businessType);
  const reword = wordingFor(businessType);
  const items = itemsFor(reword, stats.data?.openDisputes, unread);
  return (
    <BusinessTypeContext value={businessType}>
      <SideShell
        items={items}
        who={who}
        onLogout={logout}
        Palette={MerchantPalette}
        inBar={["Dashboard", reword("Tenants"), "Transactions"]}
      >
        <TimeZoneContext value={stats.data?.timeZone}>
          <PermissionContext value={permission}>
            <SuspendedContext value={isSuspended}>
              <Page>
                <Suspense>{isSuspended && <SuspendedNote />}</Suspense>
                {children}
              </Page>
            </SuspendedContext>
          </PermissionContext>
        </TimeZoneContext>
      </SideShell>
    </BusinessTypeContext>
  );
}

/**
 * Returns the business type: from the server, or until then as last stored in this browser, so that the wording does not change while
 * reading.
 */
function useBusinessType(userId: string, fromServer: BusinessType | undefined): BusinessType | undefined {
  useEffect(() => {
    if (fromServer !== undefined) storeType(userId, fromServer);
  }, [userId, fromServer]);
  return fromServer ?? readStoredType(userId);
}

function storeType(userId: string, type: BusinessType): void {
  sharedStore.setItem(keyOf(userId), type);
}

function readStoredType(userId: string): BusinessType | undefined {
  const stored = sharedStore.getItem(keyOf(userId));
  return businessTypes.find((type) => type === stored);
}
