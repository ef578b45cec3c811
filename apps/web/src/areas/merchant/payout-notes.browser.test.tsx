import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "../../lib/query-client.ts";
import { answers, inputsOf, never } from "../../testing/answers.ts";
import { enter, formNamed, press } from "../../testing/press.ts";
import { business, network } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { PermissionContext } from "../../kit/permission.tsx";
import { BusinessNote } from "./business-note.tsx";
import { PasteWallet } from "./settings/paste-wallet.tsx";
import { WalletSettings } from "./settings/wallet-settings.tsx";

const factor = { enabledAt: null, recoveryCodesLeft: 0, passkeys: 0, hasPassword: true, isRequired: false };

const next = `0x${"b".repeat(40)}`;
const pendingWallet = {
  _id: "pch_1",
  walletAddress: next,
  requestedAt: "2026-11-22T10:00:00.000Z",
  takesEffectAt: "2026-11-23T10:00:00.000Z",
};
const banner = page.getByText("your payouts will go to", { exact: false });
const stop = page.getByRole("button", { name: "Stop this change" });

it("shows that the payout wallet will change, and stops the change with one click", async () => {
  answers({ "merchant.business": () => business({ pendingWallet }), "merchant.stopPayoutChange": never });
  await show(<BusinessNote />);
  await expect.element(banner).toBeVisible();
  expect(banner.element().textContent).toMatch(/^On Nov 23, 2026, .* your payouts will go to 0xbbbb…bbbb$/);
  await stop.click();
  await expect.element(stop).toHaveAttribute("aria-busy", "true");
  stop.element().dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.poll(() => inputsOf("merchant.stopPayoutChange")).toEqual([{ changeId: "pch_1" }]);
});

it("hides the banner once the change is stopped", async () => {
  answers({ "merchant.business": () => business({ pendingWallet }), "merchant.stopPayoutChange": () => business() });
  await show(<BusinessNote />);
  await expect.element(banner).toBeVisible();
  answers({ "merchant.business": () => business() });
  await stop.click();
  await expect.element(page.getByText("The change is stopped. Your payouts stay where they are.")).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
});

it("says why a change could not be stopped", async () => {
  answers({
    "merchant.business": () => business({ pendingWallet }),
    "merchant.stopPayoutChange": () => {
      throw new HearthError("CONFLICT", { message: "This change has already taken effect" });
    },
  });
  await show(<BusinessNote />);
  await stop.click();
  await expect.element(page.getByRole("alert").getByText("This change has already taken effect")).toBeVisible();
});

it("asks to prove an unproven wallet, but not a proven one", async () => {
  const title = page.getByText("You have not proven your wallet yet");
  answers({ "merchant.business": () => business({ walletProven: false }) });
  await show(<BusinessNote />);
  await expect.element(title).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Prove this wallet" })).toHaveAttribute("href", "/merchant/settings?tab=wallet");
  answers({ "merchant.business": () => business() });
  await queryClient.invalidateQueries();
  await expect.element(title).not.toBeInTheDocument();
});

it("warns in the form that a change has a delay, and shows the pending change after the request", async () => {
  const walletAddress = `0x${"B".repeat(40)}`;
  answers({
    "auth.secondFactor": () => factor,
    "payments.network": () => network({ payoutChangeHours: 24 }),
    "merchant.setPayoutWallet": () => business({ pendingWallet }),
  });
  await show(<PasteWallet business={business()} />);
  await expect.element(page.getByText("It takes effect after 24 hours, and you can stop it until then.", { exact: false })).toBeVisible();
  const form = await formNamed("Wallet Address");
  enter(form, { walletAddress, password: "hearth-demo-2026" });
  await press(form);
  await expect.element(page.getByText("Your change is waiting. You can stop it until it takes effect.")).toBeVisible();
});

it("offers to let the current wallet approve the change at once", async () => {
  answers({
    "auth.secondFactor": () => factor,
    "payments.network": () => network({ hasExchange: false, payoutChangeHours: 24 }),
    "merchant.payeeCard": () => ({ state: "unsigned", present: null, next: null, signers: [] }),
  });
  await show(<WalletSettings business={business({ pendingWallet })} />);
  await expect.element(page.getByRole("heading", { name: "Change it at once" })).toBeVisible();
  await page.getByRole("button", { name: "Sign with the wallet you have now" }).click();
  await expect.element(page.getByLabelText("Your password").first()).toBeVisible();
});

const links = [
  { name: "Change the name", standing: { review: "held" as const }, title: "Your business is under review" },
  { name: "Set up the wallet address", standing: { walletAddress: null }, title: "You have not set up your wallet address yet" },
  { name: "Prove this wallet", standing: { walletProven: false }, title: "You have not proven your wallet yet" },
];

describe.each(links)("the link $name", ({ name, standing, title }) => {
  it.each(["viewer", "manager", "owner"] as const)("is shown only to the owner: %s", async (role) => {
    answers({ "merchant.business": () => business(standing) });
    await show(
      <PermissionContext value={role}>
        <BusinessNote />
      </PermissionContext>,
    );
    await expect.element(page.getByText(title)).toBeVisible();
    expect(page.getByRole("link", { name }).elements()).toHaveLength(role === "owner" ? 1 : 0);
  });
});
