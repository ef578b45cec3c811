import type { Reword } from "@hearth/domain/merchants/party-words";
import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import { CommandPalette, type PaletteProps } from "../../kit/palette/command-palette.tsx";
import type { PaletteSource, Place } from "../../kit/palette/palette.ts";
import { useWording } from "../../kit/words.ts";
import { type Outputs, trpcClient } from "../../lib/trpc.ts";
import { formatMoment } from "@hearth/domain/moment";
import { payerName, type Transaction } from "./transactions/transaction-columns.tsx";

const pages: Place[] = [
  { id: "dashboard", label: "Dashboard", path: "/merchant/dashboard" },
  { id: "transactions", label: "Transactions", path: "/merchant/transactions" },
  { id: "unmatched", label: "Unmatched money", path: "/merchant/transactions/unmatched" },
  { id: "tenants", label: "Tenants", path: "/merchant/tenants" },
  { id: "properties", label: "Properties", path: "/merchant/properties" },
  { id: "charges", label: "Import charges", path: "/merchant/charges" },
  { id: "requests", label: "Payment requests", path: "/merchant/requests" },
  { id: "rent-roll", label: "Rent roll", path: "/merchant/rent-roll" },
  { id: "month-close", label: "Month close", path: "/merchant/month-close" },
  { id: "disputes", label: "Disputes", path: "/merchant/disputes" },
  { id: "notifications", label: "Notifications", path: "/merchant/notifications" },
  { id: "settings", label: "Settings", path: "/merchant/settings" },
  { id: "wallet", label: "Wallet address", path: "/merchant/settings?tab=wallet" },
];

function paymentPlace(transaction: Transaction): Place {
  const { _id, description, amount, createdAt, timeZone } = transaction;
  return {
    id: _id,
    label: `${payerName(transaction)}, ${description}`,
    detail: `${formatUsd(centsOf(amount))}, ${formatMoment(createdAt, "day", timeZone)}`,
    path: `/merchant/transactions?transaction=${_id}`,
  };
}

/** Maximum number of tenants. The list shows more. */
const limit = 6;

function tenancyPlace({ _id, property, unit, tenants, owed }: Outputs["rent"]["tenants"]["items"][number]): Place {
  const owes = owed > 0 ? `, ${formatUsd(centsOf(owed))} owed` : "";
  return { id: _id, label: tenants.join(", "), detail: `${property} ${unit}${owes}`, path: `/merchant/leases/${_id}` };
}

const sourceFor = (reword: Reword): PaletteSource => ({
  pages: pages.map((page) => ({ ...page, label: reword(page.label) })),
  placeholder: reword("Tenant, unit, payment, hash or page"),
  find: async (search) => {
    const [payments, tenancies] = await Promise.all([
      trpcClient.merchant.searchTransactions.query({ search }),
      trpcClient.rent.tenants.query({ search, limit }),
    ]);
    return [
      { label: reword("Tenants"), items: tenancies.items.map(tenancyPlace) },
      { label: "Payments", items: payments.map(paymentPlace) },
    ];
  },
});

export function MerchantPalette(props: PaletteProps) {
  return <CommandPalette {...props} source={sourceFor(useWording())} />;
}
