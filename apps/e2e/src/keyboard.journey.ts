import { dayIn, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import type { Page } from "@playwright/test";
import { demoPassword, expect, system, test } from "./hearth.ts";
import { pressEnterOn, tabTo, transcript, typeInto } from "./keyboard.ts";
import { linkIn, newestMail } from "./mails.ts";
import { makeBusiness } from "./merchant-steps.ts";
import { enterAs, makeConsumer, makeTenant, openBrowser, type Person, signedInAdmin } from "./people.ts";
import { expectReceipt } from "./steps.ts";

const reason = "The lift was out of order";

test("a tenant pays, the landlord answers a dispute and reminds, and an administrator decides, all without a mouse", async ({
  page,
  browser,
}) => {
  const tenant = await makeTenant();
  await test.step("the tenant pays", () => pay(page, tenant));

  const admin = await signedInAdmin();
  const dispute = await fileDispute(tenant, admin);
  const landlord = await openBrowser(browser);
  await test.step("the landlord answers", () => answer(landlord, dispute._id));
  const business = await test.step("the administrator approves a business", () => review(page, admin));
  await test.step("its owner reminds who has not paid", () => remind(landlord, business));
  await landlord.context().close();
  await test.step("the administrator decides", () => decide(page, admin, dispute));
});

/** Signs in and pays with a wallet transfer, from the dashboard to the receipt. */
async function pay(page: Page, { email, password, storage }: Person): Promise<void> {
  const reader = transcript();
  const connected = storage.filter(({ name }) => name.startsWith("wagmi."));
  await page.context().setStorageState({ cookies: [], origins: [{ origin: system.url, localStorage: connected }] });
  await page.goto("/login");
  await typeInto(page, "Email", email);
  await reader.read("Sign in", page.getByRole("main"));
  await typeInto(page, "Password", password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  await pressEnterOn(page, "link", "Send payment");
  await pressEnterOn(page, "button", /^One-time/);
  await typeInto(page, "Amount", "64.20");
  await typeInto(page, /^Description/, "December rent");
  await tabTo(page, "button", "Pay $64.20");
  await reader.read("Make a payment", page.getByRole("main"));
  const [checkout] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("Enter")]);
  await tabTo(checkout, "button", "Pay $64.20 from wallet");
  await reader.read("Checkout", checkout.getByRole("main"));
  await pressEnterOn(checkout, "button", "Send it myself");
  await pressEnterOn(checkout, "button", "Send $64.20 from wallet");
  await expectReceipt(page, "64.20");
  await tabTo(page, "button", "Download Receipt");
  await reader.read("Receipt", page.getByRole("main"));
  expect(reader.text()).toMatchSnapshot("tenant.txt");
}

/** Follows a link to a dispute through the sign-in, and answers it. */
async function answer(page: Page, disputeId: string): Promise<void> {
  const reader = transcript();
  await page.goto(`/merchant/disputes/${disputeId}`);
  await page.waitForURL("**/merchant/login**");
  await typeInto(page, "Email", "landlord@hearth.test");
  await typeInto(page, "Password", demoPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/merchant/disputes/${disputeId}`));
  await typeInto(page, "Your response", "It runs again since Tuesday.");
  await reader.read("A dispute", page.getByRole("dialog"));
  await pressEnterOn(page, "button", "Send response");
  await expect(page.getByRole("dialog").getByText("It runs again since Tuesday.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(reader.text()).toMatchSnapshot("landlord-dispute.txt");
}

/** Approves a business that waits because its name resembles another's. Returns its owner. */
async function review(page: Page, admin: Person): Promise<Person> {
  const name = "Juniper C0urt Apartments";
  const owner = await makeBusiness({ name });
  await enterAs(page, admin);
  await page.goto("/admin/merchants/review");
  await pressEnterOn(page, "button", `Approve ${name}`);
  await expect(page.getByRole("button", { name: `Approve ${name}` })).toBeHidden();
  return owner;
}

/** Finds on the business's dashboard who has not paid, and reminds them. */
async function remind(page: Page, owner: Person): Promise<void> {
  const reader = transcript();
  await owe(owner);
  await enterAs(page, owner);
  await page.goto("/merchant/dashboard");
  await tabTo(page, "link", "View Cedar Street 1");
  await reader.read("Who has not paid", page.getByRole("main"));
  await page.keyboard.press("Enter");
  await pressEnterOn(page, "button", "More");
  await expect(page.getByRole("menuitem", { name: "Send a reminder" })).toBeVisible();
  await page.keyboard.type("Send");
  await page.keyboard.press("Enter");
  await pressEnterOn(page, "button", "Send reminder");
  await expect(page.getByText("The tenant was reminded")).toBeVisible();
  await expect(page.getByText("manually")).toBeVisible();
  await reader.read("A lease", page.getByRole("main"));
  expect(reader.text()).toMatchSnapshot("landlord-reminder.txt");
}

/** Lets a unit to a person with an account, who has owed money for water since the first of the third month back, which reads the same on each day. */
async function owe({ client, email }: Person): Promise<void> {
  const token = new URL(linkIn(await newestMail(email, "Confirm your email"))).hash.slice(1);
  await client.auth.confirmEmail.mutate({ token });
  await client.rent.addProperty.mutate({ name: "Cedar Street", units: ["1"] });
  const unitId = (await client.rent.properties.query({})).items[0]?.units[0]?._id ?? "";
  const tenant = await makeConsumer();
  const tenants = [{ name: "Ada Quill", email: tenant.email }];
  const { _id: leaseId } = await client.rent.createLease.mutate({
    unitId,
    startsOn: "2025-01-01",
    chargedFrom: "2099-01-01",
    rent: "1450.00",
    tenants,
  });
  const [joining] = (await client.rent.lease.query({ leaseId })).tenants;
  const { url } = await client.invitations.inviteToLease.mutate({ leaseId, tenantId: joining?._id ?? "" });
  await tenant.client.invitations.follow.mutate({ token: new URL(url).hash.slice(1) });
  const dueOn = monthAfter(monthOf(dayIn(new Date(), "UTC")), -3);
  await client.rent.addCharge.mutate({ leaseId, kind: "utility", description: "Water", amount: "60.00", dueOn });
}

/** Finds a dispute by its number, and decides it. */
async function decide(page: Page, admin: Person, { _id, disputeId }: Dispute): Promise<void> {
  const reader = transcript();
  await pressEnterOn(page, "link", /^Disputes/);
  await tabTo(page, "searchbox", "Search");
  await page.keyboard.type(disputeId);
  await pressEnterOn(page, "link", `View dispute ${disputeId}`);
  await tabTo(page, "radio", /Approved/);
  await page.keyboard.press("Space");
  await pressEnterOn(page, "button", "Approve $5.00 refund");
  await expect(page.getByText("Please provide a reason for the resolution")).toBeVisible();
  await typeInto(page, "Chargeback amount", "4.00");
  await typeInto(page, "Reason", "The notice on the door says so");
  await tabTo(page, "button", "Approve $4.00 refund");
  await reader.read("A dispute", page.getByRole("main"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Dispute resolved successfully")).toBeVisible();
  await expect(page.getByText("Owed by the merchant")).toBeVisible();
  await reader.read("Decided", page.getByRole("main"));
  expect(reader.text()).toMatchSnapshot("administrator.txt");
  await pressEnterOn(page, "link", /^Transaction$/);
  await expect(page.getByText("Counted: it completed this payment")).toBeVisible();
  await expect(admin.client.disputes.close.mutate({ disputeId: _id, result: "denied", resultReason: "Once more" })).rejects.toThrow();
}

interface Dispute {
  _id: string;
  disputeId: string;
}

/** Files a dispute about the tenant's only payment, reported by phone. */
async function fileDispute(tenant: Person, admin: Person): Promise<Dispute> {
  const { items } = await tenant.client.payments.list.query({});
  const transactionId = items[0]?.id ?? "";
  return admin.client.disputes.fileForPayer.mutate({ transactionId, reason, amount: 5, notes: "By phone" });
}
