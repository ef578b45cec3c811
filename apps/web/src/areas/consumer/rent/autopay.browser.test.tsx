import { HearthError } from "@hearth/domain/errors";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { TypeChoice } from "../../../features/payments/setup/type-choice.tsx";
import { answers, inputsOf, offline } from "../../../testing/answers.ts";
import { expectNoLandlordWords, leaseTower } from "../../../testing/party-words.ts";
import { autopayLease, autopayMonth } from "../../../testing/autopay-records.ts";
import { account, network, walletStatus } from "../../../testing/records.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { onPhone, openPage, show, signIn } from "../../../testing/render.tsx";

beforeEach(() => answers({ "auth.me": () => account(), "payments.network": () => network(), "autopay.mine": () => [autopayLease()] }));

async function open(): Promise<void> {
  signIn();
  await openPage("/autopay");
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("autopay page", () => {
  it("lists the coming months with their state, and offers to sign more", async () => {
    const month = autopayMonth();
    const trouble = autopayMonth({
      period: "2027-02-01",
      description: "Rent for February 2027",
      scheduledPayment: month.scheduledPayment && { ...month.scheduledPayment, trouble: "balance" },
    });
    answers({ "autopay.mine": () => [autopayLease({ months: [...autopayLease().months, trouble] })] });
    await open();
    const table = page.getByRole("table", { name: "Coming rent of Juniper Court 4B" });
    await expect.element(table.getByText("Rent for December 2026").first()).toBeVisible();
    await expect.element(table.getByText("Not signed").first()).toBeVisible();
    await expect.element(table.getByText("Your wallet does not hold enough USDC. Please add some.").first()).toBeVisible();
    await expect.element(button("Sign for more months")).toBeVisible();
  });

  it("uses the words agreement, customer and merchant for a business that lets no homes", async () => {
    const month = autopayMonth();
    const left = month.scheduledPayment && { ...month.scheduledPayment, status: "void" as const, voidReason: "leftLease" as const };
    const months = [
      autopayMonth({ scheduledPayment: left }),
      autopayMonth({ period: "2027-02-01", scheduledPayment: null, isPaidByOther: true }),
    ];
    answers({ "autopay.mine": () => [autopayLease({ property: leaseTower, businessType: "education", canBeSet: false, months })] });
    await open();
    await expect.element(page.getByText(/^Your merchant has to prove their wallet first/)).toBeVisible();
    await expect.element(page.getByText("You are no longer a customer on this agreement when this is due.").first()).toBeVisible();
    await expect.element(page.getByText("Signed by another customer").first()).toBeVisible();
    await expectNoLandlordWords();
  });

  it("asks before it stops autopay, says what is lost, and offers to sign again", async () => {
    const january = autopayMonth({ period: "2027-01-01", description: "Rent for January 2027" });
    answers({
      "autopay.mine": () => [autopayLease({ months: [autopayMonth(), january] })],
      "autopay.stop": () => null,
      "wallet.status": () => walletStatus(),
    });
    await open();
    await button("More for autopay").click();
    await page.getByRole("menuitem", { name: "Stop autopay" }).click();
    const question = page.getByRole("dialog", { name: "Stop autopay?" });
    await expect
      .element(question.getByText("Your 2 signatures for December 2026 to January 2027, $2,900.00 in all, are erased.", { exact: false }))
      .toBeVisible();
    await question.getByRole("button", { name: "Keep autopay" }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(inputsOf("autopay.stop")).toEqual([]);
    await button("More for autopay").click();
    await page.getByRole("menuitem", { name: "Stop autopay" }).click();
    await question.getByRole("button", { name: "Stop autopay" }).click();
    await expect.poll(() => inputsOf("autopay.stop")).toEqual([{ leaseId: "lse_1" }]);
    await expect.element(page.getByText("Autopay is stopped")).toBeVisible();
    await button("Undo").click();
    const signing = page.getByRole("dialog", { name: "Sign for the coming months" });
    await expect.element(signing.getByText("December 2026 to January 2027, $1,450.00 each, $2,900.00 in all")).toBeVisible();
  });

  it("pauses and stops autopay, and says so if that fails", async () => {
    answers({
      "autopay.pause": () => null,
      "autopay.stop": () => {
        throw new HearthError("NOT_FOUND", { message: "Lease not found" });
      },
    });
    await open();
    await button("Pause").click();
    await expect.poll(() => inputsOf("autopay.pause")).toEqual([{ leaseId: "lse_1" }]);
    await expect.element(page.getByText("Autopay is paused")).toBeVisible();
    await button("More for autopay").click();
    await page.getByRole("menuitem", { name: "Stop autopay" }).click();
    await button("Stop autopay").click();
    await expect.element(page.getByText("Lease not found").first()).toBeVisible();
  });

  it("keeps the button of the menu as wide as its icon on a phone", async () => {
    await onPhone();
    const { scheduledPayment } = autopayMonth();
    const paused = autopayMonth({ scheduledPayment: scheduledPayment && { ...scheduledPayment, status: "paused" } });
    answers({ "autopay.mine": () => [autopayLease({ months: [paused] })] });
    await open();
    await expect.element(button("More for autopay")).toBeVisible();
    expect(button("More for autopay").element().getBoundingClientRect().width).toBeLessThanOrEqual(44);
  });

  it("skips one month", async () => {
    answers({ "autopay.skip": () => null });
    await open();
    await page
      .getByRole("button", { name: /Rent for December 2026/ })
      .first()
      .click();
    await button("Leave this month out").click();
    await expect.poll(() => inputsOf("autopay.skip")).toEqual([{ scheduledPaymentId: "chq_1" }]);
    await expect.element(page.getByText("This month is left out")).toBeVisible();
  });

  it("offers to cancel an erased signature on chain", async () => {
    const { scheduledPayment } = autopayMonth();
    answers({
      "autopay.mine": () => [
        autopayLease({ months: [autopayMonth({ scheduledPayment: scheduledPayment && { ...scheduledPayment, status: "skipped" } })] }),
      ],
    });
    await open();
    await page
      .getByRole("button", { name: /Rent for December 2026/ })
      .first()
      .click();
    await expect.element(button("Cancel on the network too")).toBeVisible();
    await expect.element(button("Sign for this month")).toBeVisible();
  });

  it("says that no rent is coming", async () => {
    answers({ "autopay.mine": () => [] });
    await open();
    await expect.element(page.getByText("There is no coming rent that autopay could pay.")).toBeVisible();
  });

  it("says that the landlord must prove their wallet first", async () => {
    answers({ "autopay.mine": () => [autopayLease({ canBeSet: false })] });
    await open();
    await expect.element(page.getByText("Autopay cannot be set up yet")).toBeVisible();
  });

  it("says that it could not be loaded", async () => {
    answers({ "autopay.mine": offline });
    await open();
    await expect.element(page.getByText("Failed to load your autopay")).toBeVisible();
  });
});

describe("recurring payment type", () => {
  it("is only announced if the chosen merchant makes no charges, although one of the same name does", async () => {
    answers({ "autopay.mine": () => [autopayLease()] });
    await show(<TypeChoice hasMerchant merchantId="mer_2" />);
    await expect.element(page.getByText("Coming Soon")).toBeVisible();
    await page.getByRole("button", { name: /Recurring/ }).click();
    await expect.element(page.getByText("Recurring payments are not yet available")).toBeVisible();
  });

  it("opens autopay also when it is pressed before the leases have arrived", async () => {
    let give: (leases: ReturnType<typeof autopayLease>[]) => void = () => undefined;
    answers({ "autopay.mine": () => new Promise((resolve) => (give = resolve)) });
    await show(<TypeChoice hasMerchant merchantId="mer_1" />);
    await page.getByRole("button", { name: /Recurring/ }).click();
    await expect.poll(() => inputsOf("autopay.mine").length).toBe(1);
    give([autopayLease()]);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    await expect.element(page.getByText("Recurring payments are not yet available")).not.toBeInTheDocument();
  });

  it("has no badge and opens autopay if a lease makes charges", async () => {
    await show(<TypeChoice hasMerchant merchantId="mer_1" />);
    await expect.element(page.getByText("Coming Soon")).not.toBeInTheDocument();
    await page.getByRole("button", { name: /Recurring/ }).click();
    await expect.element(page.getByText("Recurring payments are not yet available")).not.toBeInTheDocument();
  });
});
