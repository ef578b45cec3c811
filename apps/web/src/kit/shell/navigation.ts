import type { Role } from "@hearth/domain/auth/roles";
import { House, Send, Store, Wallet } from "lucide-react";
import type { IconType } from "../../ui/icon.tsx";

export interface NavItem {
  label: string;
  to: string;
  icon: IconType;
  /** Other paths on which the item is the current one. */
  also?: readonly string[];
  count?: number | undefined;
}

const makePayment: NavItem = {
  label: "Make Payment",
  to: "/payment",
  icon: Send,
  also: ["/payment-type", "/setup-one-time", "/setup-recurring", "/payment-pending", "/payment-success", "/payment-error", "/fund-wallet"],
};
const merchantDashboard: NavItem = { label: "Merchant Dashboard", to: "/merchant/dashboard", icon: Store };
const walletSetup: NavItem = { label: "Wallet Setup", to: "/smart-wallet-setup", icon: Wallet };

/** The navigation bar of a signed-in account: a merchant's Dashboard is the merchant's own. */
export function navigationFor(role: Role): NavItem[] {
  const dashboard: NavItem = {
    label: "Dashboard",
    to: role === "merchant" ? "/merchant/dashboard" : "/dashboard",
    icon: House,
    also: ["/payment-history"],
  };
  return role === "user" ? [dashboard, makePayment, walletSetup] : [dashboard, makePayment, merchantDashboard, walletSetup];
}

/** Whether an item is the current one on that path: its own page, the pages below it, or one of its others. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  const own = [item.to, ...(item.also ?? [])];
  return own.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
