import { limits } from "@hearth/domain/limits";
import { expect, it } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { axeViolations } from "../../testing/accessible.ts";
import { answers, inputsOf } from "../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../testing/list-states.ts";
import { account, lease, ledgerLine, merchantStats, network, ownLease, standing } from "../../testing/records.ts";
import { onPhone, openPage, signIn } from "../../testing/render.tsx";

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

it("folds settled months to one line each, keeps an unfolded one over Back, and prints all lines", async () => {
  const months = Array.from({ length: 24 }, (_, back) => new Date(Date.UTC(2024, 11 - back, 1)).toISOString().slice(0, 7));
  const settled = { _id: "chg_1", kind: "rent", dueOn: "2024-01-01", open: 0, isVoided: false } as const;
  const items = months.flatMap((month) => [
    ledgerLine({ _id: `${month}-2`, on: `${month}-02`, kind: "payment", amount: -1450, balance: 0, charge: null }),
    ledgerLine({ _id: `${month}-1`, on: `${month}-01`, description: `Rent ${month}`, charge: settled }),
  ]);
  answers({ ...around, "auth.me": () => account(), "rent.mine": () => [ownLease()], "merchant.standing": () => standing() });
  answers({ "records.list": () => [], "rent.ownLedger": () => ({ items, nextCursor: null }) });
  signIn();
  await onPhone();
  const router = await openPage("/lease/lse_1");
  const table = page.getByRole("table", { name: "Ledger of your lease" });
  await expect.element(table.getByText("Rent 2024-12")).toBeVisible();
  await expect.element(table.getByText("Rent 2024-11")).not.toBeVisible();
  expect(table.element().getBoundingClientRect().height).toBeLessThan(24 * 90);
  const november = table.getByRole("button", { name: "November 2024 Charged $1,450.00 Paid $1,450.00 Balance $0.00" });
  await expect.element(november).toHaveAttribute("aria-expanded", "false");
  expect(await axeViolations(), "axe violations").toEqual([]);
  november.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(table.getByText("Rent 2024-11")).toBeVisible();
  await expect.element(november).toHaveAttribute("aria-expanded", "true");
  await router.navigate({ to: "/statements" });
  await expect.element(table).not.toBeInTheDocument();
  router.history.back();
  await expect.element(table.getByText("Rent 2024-11")).toBeVisible();
  await expect.element(table.getByText("Rent 2024-10")).not.toBeVisible();
  try {
    await cdp().send("Emulation.setEmulatedMedia", { media: "print" });
    await expect.element(table.getByText("Rent 2024-10")).toBeVisible();
  } finally {
    await cdp().send("Emulation.setEmulatedMedia", { media: "" });
  }
});
