import type { Reword } from "@hearth/domain/merchants/party-words";
import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import { CommandPalette, type PaletteProps } from "../../kit/palette/command-palette.tsx";
import type { Act, PaletteSource, Place } from "../../kit/palette/palette.ts";
import { useWording } from "../../kit/words.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { formatMoment } from "@hearth/domain/moment";
import { keepChosenLeases, type Tenancy } from "./rent/several/chosen-leases.ts";
import type { SeveralAct } from "./rent/several/several-page.tsx";
import { payerName, type Transaction } from "./transactions/transaction-columns.tsx";

const several = (act: SeveralAct) => `/merchant/leases/several?act=${act}`;

/** Acts of the landlord. What the reader's role does not include is refused on its page, which says so. */
const acts: Act[] = [
  { id: "remind", label: "Remind who is past due", words: "reminder late email rent", path: several("remind") },
  { id: "record", label: "Record payments", words: "check cash money deposit received outside", path: several("record") },
  { id: "charge", label: "Charge tenants", words: "fee utility credit add bill", path: several("charge") },
  { id: "renew", label: "Renew leases", words: "extend raise rent increase end", path: several("renew") },
  { id: "new-lease", label: "Add a lease", words: "new tenant move in", path: "/merchant/leases/new" },
  { id: "invite", label: "Invite a tenant", words: "invitation email", path: "/merchant/invitations" },
  { id: "property", label: "Add a property", words: "new building unit", path: "/merchant/properties?add=true" },
  { id: "request", label: "Request a payment", words: "bill ask link", path: "/merchant/requests?add=true" },
  { id: "refund", label: "Refund a payment", words: "return send back money", path: "/merchant/transactions?status=completed" },
  { id: "import", label: "Import charges", words: "csv file upload", path: "/merchant/charges" },
  { id: "wallet-act", label: "Change the payout wallet", words: "address receive money", path: "/merchant/settings?tab=wallet" },
];

const pages: Place[] = [
  { id: "dashboard", label: "Dashboard", path: "/merchant/dashboard" },
  { id: "transactions", label: "Transactions", path: "/merchant/transactions" },
  { id: "unmatched", label: "Unmatched money", path: "/merchant/transactions/unmatched" },
  { id: "tenants", label: "Tenants", path: "/merchant/tenants" },
  { id: "properties", label: "Properties", path: "/merchant/properties" },
  { id: "requests", label: "Payment requests", path: "/merchant/requests" },
  { id: "rent-roll", label: "Rent roll", path: "/merchant/rent-roll" },
  { id: "month-close", label: "Month close", path: "/merchant/month-close" },
  { id: "disputes", label: "Disputes", path: "/merchant/disputes" },
  { id: "notifications", label: "Notifications", path: "/merchant/notifications" },
  { id: "settings", label: "Settings", path: "/merchant/settings" },
  { id: "wallet", label: "Wallet address", path: "/merchant/settings?tab=wallet" },
  { id: "staff", label: "Staff", path: "/merchant/settings?tab=staff" },
  { id: "reminders", label: "Reminders", path: "/merchant/settings?tab=reminders" },
  { id: "profile", label: "Your profile and password", path: "/merchant/settings?tab=profile" },
  { id: "account", label: "Your sign-in, devices and appearance", path: "/merchant/settings?tab=account" },
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

/** Acts on a found lease, for its row alone. */
function actsOn(tenancy: Tenancy): Act[] {
  const { _id, tenants, property, unit, owed, late } = tenancy;
  const [name = `${property} ${unit}`] = tenants;
  const open = (act: SeveralAct) => ({ path: `${several(act)}&chosen=true`, run: () => keepChosenLeases([tenancy]) });
  const detail = `${property} ${unit}`;
  return [
    ...(late > 0 ? [{ id: `remind ${_id}`, label: `Remind ${name}`, detail, ...open("remind") }] : []),
    ...(owed > 0 ? [{ id: `record ${_id}`, label: `Record payment of ${name}`, detail, ...open("record") }] : []),
    { id: `charge ${_id}`, label: `Charge ${name}`, detail, ...open("charge") },
  ];
}

/** Found leases whose acts are offered. More would hide the leases themselves. */
const mostWithActs = 2;

function tenancyPlace({ _id, property, unit, tenants, owed }: Tenancy): Place {
  const owes = owed > 0 ? `, balance ${formatUsd(centsOf(owed))}` : "";
  return { id: _id, label: tenants.join(", "), detail: `${property} ${unit}${owes}`, path: `/merchant/leases/${_id}` };
}

/** An act on one tenant, typed before the name: "remind jonah". */
const actFirst = /^(remind|record|charge)(?: payments?)?(?: (?:of|from))? +(?=\S{2})/u;

const sourceFor = (reword: Reword): PaletteSource => ({
  acts: acts.map((act) => ({ ...act, label: reword(act.label) })),
  pages: pages.map((page) => ({ ...page, label: reword(page.label) })),
  placeholder: reword("Act, tenant, unit, payment, hash or page"),
  find: async (text) => {
    const [start = "", act = ""] = actFirst.exec(text.toLowerCase()) ?? [];
    const search = text.slice(start.length);
    const [payments, tenancies] = await Promise.all([
      trpcClient.merchant.searchTransactions.query({ search }),
      trpcClient.rent.tenants.query({ search, limit }),
    ]);
    const onThem = tenancies.items.slice(0, mostWithActs).flatMap(actsOn);
    const ofName = onThem.filter(({ label }) => label.toLowerCase().startsWith(act));
    const [acts, places] = [
      { label: reword("For these tenants"), items: ofName.length > 0 ? ofName : onThem },
      { label: reword("Tenants"), items: tenancies.items.map(tenancyPlace) },
    ];
    return [...(act === "" ? [places, acts] : [acts, places]), { label: "Payments", items: payments.map(paymentPlace) }];
  },
});

export function MerchantPalette(props: PaletteProps) {
  return <CommandPalette {...props} source={sourceFor(useWording())} />;
}
