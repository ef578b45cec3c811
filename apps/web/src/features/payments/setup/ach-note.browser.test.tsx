import { HearthError } from "@hearth/domain/errors";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { HttpResponse } from "msw/http";
import { answers, chainUrl, inputsOf, restAnswers } from "../../../testing/answers.ts";
import { account, listedMerchant, network, standing, walletStatus } from "../../../testing/records.ts";
import { show, signIn } from "../../../testing/render.tsx";
import { OneTimeSetup } from "./one-time-setup.tsx";

const amount = page.getByRole("textbox", { name: "Amount" });
const guidance = page.getByText("For more than $500, add funds by bank transfer (ACH)");
const linked = page.getByText("A bank account is linked to your Coinbase account.", { exact: false });
const missing = page.getByText("No bank account is linked to your Coinbase account yet; link one there first.", { exact: false });

beforeEach(() =>
  answers({
    "auth.me": () => account(),
    "merchant.listAll": () => ({ items: [listedMerchant()], nextCursor: null }),
    "payments.network": () => network(),
    "rent.mine": () => [],
    "payments.list": () => ({ items: [], nextCursor: null }),
    "merchant.standing": () => standing(),
  }),
);

it("tells a payer how to add funds above $500 only, and that a bank account is linked", async () => {
  answers({ "exchange.paymentMethods": () => ({ hasBankAccount: true }) });
  await show(<OneTimeSetup amount="" />);
  await amount.fill("500.00");
  await expect.element(page.getByRole("button", { name: "Pay $500.00" })).toBeVisible();
  await expect.element(guidance).not.toBeInTheDocument();
  expect(inputsOf("exchange.paymentMethods")).toEqual([]);
  await amount.fill("500.01");
  await expect.element(guidance).toBeVisible();
  await expect.element(linked).toBeVisible();
});

it("tells a payer without a verified bank account to link one first", async () => {
  answers({ "exchange.paymentMethods": () => ({ hasBankAccount: false }) });
  await show(<OneTimeSetup amount="" />);
  await amount.fill("1450.00");
  await expect.element(missing).toBeVisible();
});

it("keeps the guidance above $500, as one line, for a payer whose wallet holds enough", async () => {
  restAnswers({
    [`POST ${chainUrl}`]: async (request) => {
      const { id }: { id: number } = await request.json();
      return HttpResponse.json({ jsonrpc: "2.0", id, result: `0x${2_000_000_000n.toString(16).padStart(64, "0")}` });
    },
  });
  answers({ "wallet.status": () => walletStatus(), "exchange.paymentMethods": () => ({ hasBankAccount: true }) });
  signIn();
  await show(<OneTimeSetup amount="" />);
  await amount.fill("1000");
  await expect
    .element(page.getByText(/^Your wallet holds enough\. For more than \$500 you can also add funds by bank transfer/))
    .toBeVisible();
  await expect.element(linked).toBeVisible();
  await amount.fill("2000.01");
  await expect.element(guidance).toBeVisible();
  await amount.fill("500");
  await expect.element(page.getByText(/bank transfer \(ACH\)/)).not.toBeInTheDocument();
});

it.each([
  ["cannot check", () => ({ error: "automatic_check_unavailable" as const })],
  [
    "refuses",
    () => {
      throw new HearthError("INTERNAL");
    },
  ],
])("keeps the guidance and lets a payer continue when the server %s", async (_name, answer) => {
  answers({ "exchange.paymentMethods": answer });
  await show(<OneTimeSetup amount="" />);
  await amount.fill("1450.00");
  await expect.element(guidance).toBeVisible();
  await expect.poll(() => inputsOf("exchange.paymentMethods").length).toBe(1);
  await expect.element(page.getByRole("button", { name: "Pay $1,450.00" })).toBeEnabled();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(linked).not.toBeInTheDocument();
  await expect.element(missing).not.toBeInTheDocument();
});

it("replaces a quick amount when another is typed", async () => {
  await show(<OneTimeSetup amount="" />);
  await page.getByRole("button", { name: "$500", exact: true }).click();
  await expect.element(amount).toHaveValue("500.00");
  await amount.fill("20");
  await expect.element(amount).toHaveValue("20");
});

it("starts with the given amount", async () => {
  answers({ "exchange.paymentMethods": () => ({ hasBankAccount: true }) });
  await show(<OneTimeSetup amount="1450" />);
  await expect.element(page.getByRole("button", { name: "Pay $1,450.00" })).toBeVisible();
});
