import type { BusinessType } from "@hearth/domain/merchants/business-types";
import { HearthError } from "@hearth/domain/errors";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { BusinessTypeContext } from "../../kit/words.ts";
import { queryClient } from "../../lib/query-client.ts";
import { answers, never } from "../../testing/answers.ts";
import { expectNoLandlordWords, landlordWords, leaseTower } from "../../testing/party-words.ts";
import { building, buildingUnit, desk, collectedMonths } from "../../testing/desk-records.ts";
import {
  account,
  business,
  lease,
  leaseTenant,
  ledgerLine,
  merchantStats,
  network,
  ownMerchant,
  rollLine,
  rollSums,
  tenancy,
  unitLease,
} from "../../testing/records.ts";
import { at, openPage, show, signIn } from "../../testing/render.tsx";
import { UserChangesDialog } from "./dashboard/user-changes.tsx";

const none = { items: [], nextCursor: null };
const listOf = <Row,>(row: Row) => ({ items: [row], nextCursor: null });
const counts = { count: 0, items: [] };
const month = { before: 0, charged: 1510, paid: 1450, credited: 0, writtenOff: 0, after: 60 };
const unit = (lease: ReturnType<typeof unitLease> | null) => ({ _id: "unt_1", name: "4B", lease });
const place = { property: leaseTower };

beforeEach(() => {
  at("2026-11-22T12:00:00Z");
  answers({
    "merchant.stats": () => merchantStats(),
    "merchant.business": () => business(),
    "merchant.attention": () => ({ refunds: counts, disputes: counts, unmatched: { count: 0, usdc: "0.00" } }),
    "merchant.unpaidTenants": () => ({
      month: "2026-11",
      enrolled: 40,
      paid: 37,
      isAll: true,
      items: [],
    }),
    "merchant.firstSteps": () => ({
      emailConfirmed: true,
      walletProven: true,
      hasProperty: true,
      leaseId: null,
      hasInvited: false,
      hasRent: false,
    }),
    "merchant.userChanges": () => ({ items: [], nextCursor: null }),
    "merchant.transactions": () => none,
    "merchant.transactionTotals": never,
    "merchant.oddTransfers": () => ({ ...none, openCount: 0 }),
    "auth.emailStanding": () => ({ email: "maya@hearth.test", confirmed: true, newEmail: null, returned: null }),
    "payments.network": () => network(),
    "rent.building": () => building([buildingUnit("4B", { state: "pastDue", pastDue: 900, balance: 900, paid: 0, hash: null })]),
    "merchant.desk": () => desk({ giveBack: { count: 1, amount: 5, items: [] }, pastDue: { ...desk().pastDue, leases: 3, amount: 900 } }),
    "merchant.collectedMonths": () => collectedMonths(),
    "rent.tenantSums": () => ({ leases: 1, hasMoreLeases: false, pastDueLeases: 1, pastDue: 60, balance: 1510, credit: 0, isCut: false }),
    "rent.tenants": () => listOf(tenancy(place)),
    "rent.properties": () => ({
      ...listOf({ _id: "prp_1", name: leaseTower, address: "", units: [unit(unitLease({ tenants: ["Maya"] }))] }),
      isCut: false,
    }),
    "rent.lease": () =>
      lease({ ...place, tenants: [leaseTenant({ _id: "ltn_1", name: "Maya", email: "maya@hearth.test", hasJoined: false })] }),
    "rent.ledger": () => listOf(ledgerLine()),
    "rent.roll": () => listOf(rollLine(place)),
    "rent.rollSums": () => rollSums({ income: [] }),
    "rent.month": () => ({ period: "2026-11", closed: null, canClose: true, canReopen: false, ...month, properties: [] }),
    "rent.reminderRule": () => ({ daysBefore: 5, onDueDay: false, daysLate: null }),
    "invitations.list": () => ({ items: [], nextCursor: null }),
  });
});

async function open(path: string, businessType: BusinessType): Promise<void> {
  const merchant = { ...ownMerchant, name: "Juniper", businessType };
  answers({ "auth.me": () => account({ role: "merchant", merchant }), "merchant.business": () => business({ businessType }) });
  signIn({ role: "merchant" });
  await openPage(path);
}

/** Pages of the merchant area, each with a text for landlords and its equivalent for other businesses. */
const pages = [
  ["/merchant/dashboard", "0 of 1 tenant has paid for March.", "0 of 1 customer has paid for March."],
  ["/merchant/tenants", "1 lease", "1 agreement"],
  ["/merchant/properties", "Tenants", "Customers"],
  ["/merchant/leases/lse_1", "Ledger", "Ledger"],
  ["/merchant/leases/new?unit=unt_1", "Create lease", "Create agreement"],
  ["/merchant/rent-roll?period=2026-11", "1 lease", "1 agreement"],
  ["/merchant/charges", "Import charges", "Import charges"],
  ["/merchant/invitations", /Your landlord and your home are filled in/, /Your merchant and your home are filled in/],
  ["/merchant/settings?tab=reminders", /^Tenants with an unpaid balance/, /^Customers with an unpaid balance/],
] as const;

describe.each(pages)("%s", (path, landlords, others) => {
  it("shows tenants and leases to a business that lets homes", async () => {
    await open(path, "apartment");
    await expect.element(page.getByText(landlords).first()).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Tenants" }).first()).toBeInTheDocument();
    expect(landlordWords()).not.toEqual([]);
  });

  it("shows customers and agreements to other businesses, and does not change a property's name", async () => {
    await open(path, "service_provider");
    await expect.element(page.getByText(others).first()).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Customers" }).first()).toBeInTheDocument();
    await expectNoLandlordWords();
  });
});

describe("business that lets no homes", () => {
  it("makes an agreement with its customers, and reads errors in its own words", async () => {
    answers({
      "rent.createLease": () => {
        throw new HearthError("CONFLICT", { message: "Another lease of this unit covers some of these days. Please end it first." });
      },
    });
    await open("/merchant/leases/new?unit=unt_1", "service_provider");
    await expect.element(page.getByRole("heading", { name: "New agreement" })).toBeVisible();
    await expect.element(page.getByText(`${leaseTower} 4B`)).toBeVisible();
    await page.getByLabelText("Customer's name").fill("Ada Quill");
    await page.getByLabelText("Customer's email").fill("ada@quill.example");
    await page.getByRole("button", { name: "Add a customer" }).click();
    await page.getByLabelText("Name of customer 2").fill("Ben");
    await page.getByLabelText("Email of customer 2").fill("ada@quill.example");
    await page.getByLabelText("Monthly rent, in dollars").fill("1450");
    await page.getByLabelText("Start date").fill("2026-12-01");
    await page.getByRole("button", { name: "Create agreement" }).click();
    await expect.element(page.getByText("Another customer has this email address")).toBeVisible();
    await page.getByRole("button", { name: "Remove customer 2" }).click();
    await page.getByRole("button", { name: "Create agreement" }).click();
    await expect.element(page.getByText("Another agreement of this unit covers some of these days. Please end it first.")).toBeVisible();
    await expectNoLandlordWords();
  });

  it.each([
    ["entry", "More", "Add charge", "The customer sees this."],
    ["end", "More", "End the agreement", "We credit rent already charged after this date."],
    ["undo", /^Change /, "Void", "The customer sees this."],
  ] as const)("acts on an agreement in its own words: %s", async (_, menu, item, shows) => {
    await open("/merchant/leases/lse_1", "retail");
    await page.getByRole("button", { name: menu }).first().click();
    await page.getByRole("menuitem", { name: item }).click();
    await expect.element(page.getByRole("dialog").getByText(shows)).toBeVisible();
    await expectNoLandlordWords();
  });

  it("reads empty states and the palette in its own words", async () => {
    answers({ "rent.properties": () => ({ ...none, isCut: false }), "rent.tenants": () => none });
    await open("/merchant/properties", "education");
    await expect.element(page.getByText("Add a property with its units. Then add an agreement for a unit.")).toBeVisible();
    await page
      .getByRole("button", { name: /Go to|Search/ })
      .first()
      .click();
    await expect.element(page.getByPlaceholder("Act, customer, unit, payment, hash or page")).toBeVisible();
    await expect.element(page.getByText("Import charges")).toBeVisible();
    await expectNoLandlordWords();
  });

  it("reads who enrolled and left in its own words", async () => {
    await show(
      <BusinessTypeContext value="healthcare">
        <UserChangesDialog open onClose={() => undefined} />
      </BusinessTypeContext>,
    );
    await expect.element(page.getByRole("dialog", { name: "Customer changes this month" })).toBeVisible();
    await expectNoLandlordWords();
  });

  it("starts with its stored words until the server has answered", async () => {
    await open("/merchant/tenants", "service_provider");
    await expect.element(page.getByRole("link", { name: "Customers" }).first()).toBeInTheDocument();
    queryClient.clear();
    answers({ "auth.me": never });
    await openPage("/merchant/properties");
    await expect.element(page.getByRole("heading", { name: "Properties" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Customers" }).first()).toBeInTheDocument();
    await expectNoLandlordWords();
  });
});
