import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf, never } from "../../../testing/answers.ts";
import { expectNoLandlordWords, landlordWords, leaseTower } from "../../../testing/party-words.ts";
import { account, ledgerLine, network, ownLease, standing } from "../../../testing/records.ts";
import { rentRecord } from "../../../testing/signed-record.ts";
import { openPage, signIn } from "../../../testing/render.tsx";

const around = {
  "auth.me": () => account(),
  "payments.network": () => network(),
  "rent.mine": () => [ownLease()],
  "records.list": () => [],
  "merchant.standing": () => standing(),
};

it("shows what is owed, for what and until when, and pays it for that lease", async () => {
  answers({ ...around, "rent.ownLedger": () => ({ items: [], nextCursor: null }) });
  signIn();
  await openPage("/lease/lse_1");
  await expect.element(page.getByRole("heading", { name: "Juniper Court 4B" })).toBeVisible();
  await expect.element(page.getByText("$60.00 past due since Nov 5, 2026")).toBeVisible();
  await expect.element(page.getByText("Then $1,450.00 due Dec 1, 2026")).toBeVisible();
  await expect.element(page.getByText("$60.00, due Nov 5, 2026")).toBeVisible();
  const facts = [...document.querySelectorAll("dt")].map((label) => [label.textContent, label.nextElementSibling?.textContent]);
  expect(facts.slice(0, 2)).toEqual([
    ["Balance", "$1,510.00"],
    ["Past due", "$60.00"],
  ]);
  await expect.element(page.getByRole("button", { name: "Pay $60.00" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Pay all $1,510.00" })).toBeVisible();
});

it("shows no ledger before the facts above it, which would push it down", async () => {
  answers({ ...around, "rent.mine": never, "rent.ownLedger": () => ({ items: [ledgerLine()], nextCursor: null }) });
  signIn();
  await openPage("/lease/lse_1");
  await expect.element(page.getByRole("heading", { name: "Your rent" })).toBeVisible();
  await expect.poll(() => inputsOf("rent.ownLedger").length).toBe(1);
  await expect.element(page.getByRole("heading", { name: "Ledger" })).not.toBeInTheDocument();
});

it("shows that nothing is owed under a settled former lease, with its ledger", async () => {
  answers({ ...around, "rent.mine": () => [], "rent.ownLedger": () => ({ items: [ledgerLine()], nextCursor: null }) });
  signIn();
  await openPage("/lease/lse_1");
  await expect.element(page.getByText("Nothing is owed under this lease any more")).toBeVisible();
  await expect.element(page.getByRole("table", { name: "Ledger of your lease" })).toBeVisible();
});

it("shows another tenant's lease as missing, without a retry", async () => {
  answers({
    ...around,
    "rent.ownLedger": () => {
      throw new HearthError("NOT_FOUND", { message: "Lease not found" });
    },
  });
  signIn();
  await openPage("/lease/lse_2");
  await expect.element(page.getByText("This lease does not exist, or it is not yours.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

it("shows which roommate is paying, how much and since when", async () => {
  const roommates = [{ name: "Ben Lind", amount: 725, since: "2026-11-20T09:00:00.000Z" }];
  answers({ ...around, "rent.mine": () => [ownLease({ roommates })], "rent.ownLedger": () => ({ items: [], nextCursor: null }) });
  signIn();
  await openPage("/lease/lse_1");
  await expect.element(page.getByText("Ben Lind is paying $725.00 for this right now")).toBeVisible();
  await expect.element(page.getByText(/^Since Nov 20, 2026, .+ Please ask them before you pay as well/)).toBeVisible();
});

it("gives the day of a signature and of a rent record in the reader's time zone, and keeps each value beside its label", async () => {
  const rented = ownLease({ payeeWords: "wool-online-ribbon-thrive-giant" });
  const signed = { by: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B", at: "2026-12-01T02:00:00.000Z" };
  answers({
    ...around,
    "rent.mine": () => [{ ...rented, terms: { ...rented.terms, signed } }],
    "rent.ownLedger": () => ({ items: [], nextCursor: null }),
    "records.list": () => [rentRecord({ createdAt: "2026-12-02T03:00:00.000Z" })],
  });
  signIn();
  await openPage("/lease/lse_1");
  await expect.element(page.getByText("Signed on")).toBeVisible();
  const facts = new Map([...document.querySelectorAll("dt")].map((label) => [label.textContent, label.nextElementSibling]));
  expect(facts.get("Signed on")?.textContent).toBe("Nov 30, 2026");
  await expect.element(page.getByRole("cell", { name: "Dec 1, 2026" })).toBeVisible();
  await expect.element(page.getByText("month-to-month. Payee card: wool-online-ribbon-thrive-giant.", { exact: false })).toBeVisible();
  const value = facts.get("Past due");
  expect(value && getComputedStyle(value).textAlign).toBe("start");
});

describe("wording of a tenant's lease", () => {
  const signed = { by: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B", at: "2026-01-01T12:00:00.000Z" };

  async function open(businessType: "apartment" | "service_provider"): Promise<void> {
    const rented = ownLease({ property: leaseTower, merchant: "Juniper", businessType });
    answers({ ...around, "rent.mine": () => [{ ...rented, terms: { ...rented.terms, signed } }] });
    answers({ "rent.ownLedger": () => ({ items: [ledgerLine()], nextCursor: null }) });
    signIn();
    await openPage("/lease/lse_1");
    await expect.element(page.getByRole("heading", { name: `${leaseTower} 4B` })).toBeVisible();
  }

  it("is for a landlord if the business lets homes", async () => {
    await open("apartment");
    await expect.element(page.getByText("Signed by the landlord")).toBeVisible();
    await expect.element(page.getByText(/^Show a new landlord or a bank/)).toBeVisible();
    expect(document.title).toBe("Your lease · Hearth");
    expect(landlordWords()).not.toEqual([]);
  });

  it("is for a merchant with an agreement if the business lets no homes", async () => {
    await open("service_provider");
    await expect.element(page.getByText("Signed by the merchant")).toBeVisible();
    await expect.element(page.getByText(/^Show a new merchant or a bank/)).toBeVisible();
    await expect.element(page.getByRole("table", { name: "Ledger of your agreement" })).toBeVisible();
    expect(document.title).toBe("Your agreement · Hearth");
    await expectNoLandlordWords();
    await page.getByRole("button", { name: "New rent record" }).click();
    await expect.element(page.getByLabelText("Show the merchant's name")).toBeVisible();
    await expect.element(page.getByLabelText("Include the agreement terms, if the merchant's wallet has signed them")).toBeVisible();
    await expectNoLandlordWords();
  });
});
