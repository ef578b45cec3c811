import { wordingFor } from "@hearth/domain/merchants/party-words";
import { formatMoment } from "@hearth/domain/moment";
import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import { CommandPalette, type PaletteProps } from "../../kit/palette/command-palette.tsx";
import type { Act, PaletteSource, Place } from "../../kit/palette/palette.ts";
import { trpc, trpcClient } from "../../lib/trpc.ts";

const acts: Act[] = [
  { id: "pay", label: "Pay", words: "rent bill make payment money", path: "/payment" },
  { id: "autopay", label: "Set up autopay", words: "recurring monthly automatic stop", path: "/autopay" },
  { id: "statement", label: "Save a statement", words: "rent record pdf letter", path: "/statements" },
  { id: "receipt", label: "Find a receipt", words: "payment proof pdf", path: "/payment-history?status=completed" },
  { id: "dispute", label: "Dispute a payment", words: "complain wrong refund", path: "/payment-history?status=completed" },
  { id: "wallet", label: "Link a wallet", words: "connect address usdc", path: "/smart-wallet-setup" },
  { id: "fund", label: "Add money", words: "fund buy usdc exchange card", path: "/fund-wallet" },
];

const pages: Place[] = [
  { id: "dashboard", label: "Dashboard", path: "/dashboard" },
  { id: "history", label: "Payment history", path: "/payment-history" },
  { id: "disputes", label: "Disputes", path: "/disputes" },
  { id: "notifications", label: "Notifications", path: "/notifications" },
  { id: "profile", label: "Profile", words: "name email password address landlord", path: "/profile" },
  {
    id: "settings",
    label: "Settings",
    words: "appearance notifications devices passkey two-step sign-in close account",
    path: "/settings",
  },
];

/** Most payments found. The history shows more. */
const limit = 6;

/** Palette of a tenant: acts, pages, leases and payments. */
export function ConsumerPalette(props: PaletteProps) {
  const { data: leases = [] } = trpc.rent.mine.useQuery();
  const leasePages = leases.map(({ _id, property, unit, businessType }) => ({
    id: _id,
    label: `${wordingFor(businessType)("Lease")}: ${property} ${unit}`,
    path: `/lease/${_id}`,
  }));
  const source: PaletteSource = {
    acts,
    pages: [...pages, ...leasePages],
    placeholder: "Act, page, payment or hash",
    find: async (search) => {
      const { items } = await trpcClient.payments.list.query({ search, limit });
      return [
        {
          label: "Payments",
          items: items.map(({ _id, description, amount, createdAt, timeZone }) => ({
            id: _id,
            label: description,
            detail: `${formatUsd(centsOf(amount))}, ${formatMoment(createdAt, "day", timeZone)}`,
            path: `/payment-history?payment=${_id}`,
          })),
        },
      ];
    },
  };
  return <CommandPalette {...props} source={source} />;
}
