import { limits } from "@hearth/domain/limits";
import { inputsOf } from "../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../testing/list-states.ts";
import { account, lease, ledgerLine, merchantStats, network, ownLease, standing } from "../../testing/records.ts";
import { signIn } from "../../testing/render.tsx";

const around = { "payments.network": () => network() };

itShowsEachState({
  caption: "Ledger of the lease",
  around: {
    ...around,
    "auth.me": () => account({ role: "merchant" }),
    "merchant.stats": () => merchantStats(),
    "rent.lease": () => lease(),
  },
  signIn: () => signIn({ role: "merchant" }),
  path: "/merchant/leases/lse_1",
  give: (answer) => ({ "rent.ledger": answer }),
  requests: () => inputsOf("rent.ledger"),
  empty: "Nothing was charged yet.",
  failed: "Failed to load the ledger",
  row: ledgerLine(),
  shows: ["Rent for December 2026", "Dec 1, 2026"],
  second: ledgerLine({
    _id: "2",
    kind: "outside",
    description: "Payment received outside Hearth",
    amount: -1450,
    balance: 0,
    charge: null,
  }),
  overlong: ledgerLine({ _id: "3", description: longWord(limits.descriptionMaxLength), note: longWord(limits.reasonMaxLength) }),
});

itShowsEachState({
  caption: "Ledger of your lease",
  around: {
    ...around,
    "auth.me": () => account(),
    "rent.mine": () => [ownLease()],
    "merchant.standing": () => standing(),
    "records.list": () => [],
  },
  signIn: () => signIn(),
  path: "/lease/lse_1",
  give: (answer) => ({ "rent.ownLedger": answer }),
  requests: () => inputsOf("rent.ownLedger"),
  empty: "Nothing was charged yet.",
  failed: "Failed to load the ledger",
  row: ledgerLine({ withoutFees: [{ from: "2026-12-05", through: "2026-12-07", why: "stopped", openAmount: 1450 }] }),
  shows: ["Rent for December 2026", "Dec 1, 2026", "No late fee for Dec 5, 2026 to Dec 7, 2026: Hearth could not count payments."],
  second: ledgerLine({ _id: "2", kind: "payment", description: "Payment by Maya Okafor", amount: -1450, balance: 0, charge: null }),
  overlong: ledgerLine({ _id: "3", description: longWord(limits.descriptionMaxLength), note: longWord(limits.reasonMaxLength) }),
});
