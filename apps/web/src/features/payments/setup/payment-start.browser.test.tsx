import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers } from "../../../testing/answers.ts";
import { account, listedMerchant } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { PaymentStart } from "./payment-start.tsx";

it("explains the redirect to the wallet setup if the wallet cannot be checked", async () => {
  answers({
    "auth.me": () => account(),
    "merchant.listAll": () => ({ items: [listedMerchant()], nextCursor: null }),
    "wallet.status": () => {
      throw new HearthError("NOT_FOUND");
    },
  });
  await show(<PaymentStart />);
  await expect.element(page.getByText("Failed to load payment information")).toBeVisible();
  await expect.element(page.getByText("We could not check whether you have linked a wallet.", { exact: false })).toBeVisible();
  await expect.element(page.getByText("Coinbase account required for payments")).not.toBeInTheDocument();
});
