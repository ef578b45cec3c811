import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers } from "../../testing/answers.ts";
import { account, adminMerchant, adminUser, network } from "../../testing/records.ts";
import { openPage, signInAdmin } from "../../testing/render.tsx";

const pages = [
  { path: "/admin/users/usr_1", shows: "maya@hearth.test", button: "Edit User" },
  { path: "/admin/merchants/mer_1", shows: "Juniper Court", button: "Edit merchant" },
];

describe.each(pages)("$path", ({ path, shows, button }) => {
  it.each([false, true])("offers changes only with write access: read-only %s", async (isReadOnly) => {
    answers({
      "admin.me": () => account({ role: "admin", isReadOnly }),
      "admin.openDisputeCount": () => 0,
      "admin.user": () => adminUser(),
      "admin.merchant": () => adminMerchant(),
      "admin.merchantNames": () => [],
      "admin.transactions": () => ({ items: [], nextCursor: null }),
      "admin.transactionCounts": () => null,
      "payments.network": () => network(),
    });
    signInAdmin();
    await openPage(path);
    await expect.element(page.getByText(shows).first()).toBeVisible();
    if (isReadOnly) {
      await expect.element(page.getByText("Maya Okafor, read-only")).toBeVisible();
      await expect.element(page.getByRole("button", { name: button })).not.toBeInTheDocument();
    } else await expect.element(page.getByRole("button", { name: button })).toBeVisible();
  });
});
