import { limits } from "@hearth/domain/limits";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers } from "../../../testing/answers.ts";
import { expectFits } from "../../../testing/fits.ts";
import { longWord } from "../../../testing/list-states.ts";
import { account, adminTransaction } from "../../../testing/records.ts";
import { openPage, signInAdmin } from "../../../testing/render.tsx";

const name = longWord(limits.nameMaxLength);
const payer = { _id: "usr_3", firstName: name, lastName: name, email: "long@hearth.io", phoneNumber: "" };
const merchantId = { _id: "mer_3", name: longWord(limits.businessNameMaxLength), businessType: "apartment" as const, walletAddress: null };

it("fits the newest transactions into any window width with the longest values", async () => {
  answers({
    "admin.me": () => account({ role: "admin" }),
    "admin.openDisputeCount": () => 200,
    "admin.dashboard": () => ({
      totalUsers: 25_000,
      totalMerchants: 500,
      totalTransactions: 1_000_000,
      totalDisputes: 9_000,
      openDisputes: 200,
      attention: [],
      months: [],
      recentDisputes: [],
      recentTransactions: [
        adminTransaction(),
        adminTransaction({ _id: "pay_3", userId: payer, merchantId, amount: 9_999_999.99, oddity: "over" }),
      ],
    }),
  });
  signInAdmin();
  await openPage("/admin/dashboard");
  const newest = page.getByRole("table", { name: "Recent transactions" });
  await expect.element(newest.getByRole("row").first()).toBeVisible();
  await expectFits(newest);
});
