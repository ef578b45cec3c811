import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import { CommandPalette, type PaletteProps } from "../../kit/palette/command-palette.tsx";
import type { Act, PaletteSource, Place } from "../../kit/palette/palette.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { formatMoment } from "@hearth/domain/moment";

const pages: Place[] = [
  { id: "dashboard", label: "Dashboard", path: "/admin/dashboard" },
  { id: "transactions", label: "Transactions", path: "/admin/transactions" },
  { id: "unmatched", label: "Unmatched money", path: "/admin/transactions/unmatched" },
  { id: "disputes", label: "Disputes", path: "/admin/disputes" },
  { id: "users", label: "Users", path: "/admin/users" },
  { id: "leases", label: "Leases", path: "/admin/leases" },
  { id: "merchants", label: "Merchants", path: "/admin/merchants" },
  { id: "notifications", label: "Notifications", path: "/admin/notifications" },
  { id: "settings", label: "Settings", path: "/admin/settings" },
  { id: "audit-log", label: "Audit log", path: "/admin/audit-log" },
  { id: "alarms", label: "Alarms", path: "/admin/alarms" },
  { id: "set-aside", label: "Set aside by jobs", path: "/admin/set-aside" },
  { id: "mails", label: "Emails", path: "/admin/mails" },
];

/** Maximum number of results of each kind. The lists show more. */
const limit = 4;

const acts: Act[] = [
  { id: "add-merchant", label: "Add a merchant", words: "new business", path: "/admin/merchants/new" },
  { id: "review", label: "Review new businesses", words: "approve decline held", path: "/admin/merchants/review" },
  { id: "resolve", label: "Resolve disputes", words: "decide chargeback", path: "/admin/disputes?status=open" },
  { id: "attach", label: "Review unmatched money", words: "transfer attach", path: "/admin/transactions/unmatched" },
  { id: "alarm", label: "Answer alarms", words: "alert acknowledge", path: "/admin/alarms" },
];

const source: PaletteSource = {
  acts,
  pages,
  placeholder: "Name, email, merchant, unit, hash, ID or page",
  find: async (search) => {
    const [users, merchants, leases, transactions, disputes] = await Promise.all([
      trpcClient.admin.users.query({ search, limit }),
      trpcClient.admin.merchants.query({ search, limit }),
      trpcClient.rent.leasesForAdmin.query({ search, limit }),
      trpcClient.admin.transactions.query({ search, limit }),
      trpcClient.disputes.listForAdmin.query({ search, limit }),
    ]);
    return [
      {
        label: "Users",
        items: users.items.map(({ _id, firstName, lastName, email }) => ({
          id: _id,
          label: `${firstName} ${lastName}`,
          detail: email,
          path: `/admin/users/${_id}`,
        })),
      },
      { label: "Merchants", items: merchants.items.map(({ _id, name }) => ({ id: _id, label: name, path: `/admin/merchants/${_id}` })) },
      {
        label: "Leases",
        items: leases.items.map(({ _id, property, unit, tenants, merchant }) => ({
          id: _id,
          label: `${property} ${unit}`,
          detail: [...tenants, merchant.name].join(", "),
          path: `/admin/leases/${_id}`,
        })),
      },
      {
        label: "Transactions",
        items: transactions.items.map(({ _id, userId, merchantId, amount, createdAt, timeZone }) => ({
          id: _id,
          label: `${userId.firstName} ${userId.lastName}, ${merchantId.name}`,
          detail: `${formatUsd(centsOf(amount))}, ${formatMoment(createdAt, "day", timeZone)}`,
          path: `/admin/transactions/${_id}`,
        })),
      },
      {
        label: "Disputes",
        items: disputes.items.map(({ _id, disputeId, reason, userId }) => ({
          id: _id,
          label: reason,
          detail: `${disputeId}, ${userId.firstName} ${userId.lastName}`,
          path: `/admin/disputes/${_id}`,
        })),
      },
    ];
  },
};

export function AdminPalette(props: PaletteProps) {
  return <CommandPalette {...props} source={source} />;
}
