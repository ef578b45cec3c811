import type { Role } from "@hearth/domain/auth/roles";
import { House, Send, Store, Wallet } from "lucide-react";
import type { NavItem } from "../../../kit/shell/navigation.ts";

const makePayment: NavItem = {
  label: "Make Payment",
  to: "/payment",
  icon: Send,
  also: ["/payment-type", "/setup-one-time", "/setup-recurring", "/payment-pending", "/payment-success", "/payment-error", "/fund-wallet"],
};
const merchantDashboard: NavItem = { label: "Merchant Dashboard", to: "/merchant/dashboard", icon: Store };
const walletSetup: NavItem = { label: "Wallet Setup", to: "/smart-wallet-setup", icon: Wallet };

const dashboard: NavItem = { label: "Dashboard", to: "/dashboard", icon: House };

/** Navigation of a signed-in account. A merchant has no dashboard but the merchant area's. */
export function navigationFor(role: Role): NavItem[] {
  if (role === "merchant") return [merchantDashboard, makePayment, walletSetup];
  return role === "user" ? [dashboard, makePayment, walletSetup] : [dashboard, makePayment, merchantDashboard, walletSetup];
}
