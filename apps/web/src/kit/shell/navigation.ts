import type { Role } from "@hearth/domain/auth/roles";
import { House, Send, Store, Wallet } from "lucide-react";
import type { IconType } from "../../ui/icon.tsx";

export interface NavItem {
  label: string;
  to: string;
  icon: IconType;
  /** Other paths that mark the item as current. */
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

/** Navigation of a signed-in account. A merchant's Dashboard is the merchant area's. */
export function navigationFor(role: Role): NavItem[] {
  const dashboard: NavItem = {
    label: "Dashboard",
    to: role === "merchant" ? "/merchant/dashboard" : "/dashboard",
    icon: House,
  };
  return role === "user" ? [dashboard, makePayment, walletSetup] : [dashboard, makePayment, merchantDashboard, walletSetup];
}

/** Pages of a tenant's Rent menu. */
export const rentPaths = ["/lease", "/autopay", "/payment-history", "/disputes", "/statements"] as const;

/** True if a path is the item's own, below it, or one of its others. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  return isBelow([item.to, ...(item.also ?? [])], pathname);
}

/** True if a path is one of the given ones, or below one. */
export function isBelow(itemPaths: readonly string[], pathname: string): boolean {
  return itemPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
