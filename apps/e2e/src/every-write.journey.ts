import { changingCalls } from "@hearth/domain/changed-by-calls";
import { isHarmless, isRepeatable } from "@hearth/domain/repeatable-calls";
import { dayIn, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import type { Page } from "@playwright/test";
import { demoPassword, expect, newPerson, test } from "./hearth.ts";
import { callFrom, dropAnswers, droppedAnswers, type Ended, hurryRepeats, unknownOutcome } from "./lossy.ts";
import { payByCalls, readCheckout, sendAsStranger } from "./money.ts";
import { enterAs, makeTenant, type Person, signedIn, signedInAdmin } from "./people.ts";

/** Ids that earlier writes made for later ones. */
type Made = Record<string, string>;

/** A write with the input that it needs, made with the page's own client. */
interface Write {
  path: string;
  input: (made: Made, person: Person) => unknown;
  /** Name under which `made` keeps the `_id` of the answer. */
  makes?: string;
}

const idOf = (answer: unknown): string => String(Object(answer)._id);
const seenAt = async ({ client }: Person, leaseId = "") => (await client.rent.lease.query({ leaseId })).updatedAt;
const today = () => dayIn(new Date(), "America/New_York");
const mailOf = (name: string) => `${name}.${Date.now().toString(36)}@example.com`;
const newTenant = (name: string) => ({ name, email: mailOf(name.toLowerCase().replace(/\W/g, ".")) });

/** Writes of a landlord on the pages of their area, in an order in which each write finds what it needs. */
const ofLandlord: Write[] = [
  { path: "rent.addProperty", input: ({ house }) => ({ name: house, units: ["1", "2"] }), makes: "property" },
  { path: "rent.addUnit", input: ({ property }) => ({ propertyId: property, name: "3" }), makes: "spare" },
  { path: "rent.changeProperty", input: ({ property, house }) => ({ propertyId: property, name: `${house} II` }) },
  { path: "rent.renameUnit", input: ({ spare }) => ({ unitId: spare, name: "3b" }) },
  {
    path: "rent.createLease",
    input: async ({ property }, { client }) => ({
      unitId: (await client.rent.properties.query({})).items.find(({ _id }) => _id === property)?.units[0]?._id,
      startsOn: monthAfter(monthOf(today()), -1),
      chargedFrom: monthOf(today()),
      rent: "640.00",
      timeZone: "America/New_York",
      tenants: [newTenant("Ada Quill")],
    }),
    makes: "lease",
  },
  { path: "rent.setPartPayments", input: ({ lease }) => ({ leaseId: lease, partPayments: false }) },
  { path: "rent.addTenant", input: ({ lease }) => ({ leaseId: lease, ...newTenant("Ben Roomer") }), makes: "tenant" },
  { path: "rent.changeTenant", input: ({ lease, tenant }) => ({ leaseId: lease, tenantId: tenant, ...newTenant("Benno Roomer") }) },
  { path: "rent.moveTenantOut", input: ({ lease, tenant }) => ({ leaseId: lease, tenantId: tenant, movedOutOn: today() }) },
  {
    path: "rent.addCharge",
    input: ({ lease }) => ({ leaseId: lease, kind: "repair", description: "A new lock", amount: "85.00", dueOn: today() }),
    makes: "charge",
  },
  { path: "rent.voidCharge", input: ({ charge }) => ({ chargeId: charge, reason: "Charged twice" }) },
  {
    path: "rent.addCharges",
    input: ({ house }) => ({
      csv: `Property,Unit,Kind,Description,Amount,Due\n${house} II,1,Repair,A new bell,41.00,${today()}\n`,
    }),
  },
  {
    path: "rent.addCredit",
    input: ({ lease }) => ({ leaseId: lease, kind: "outside", amount: "20.00", on: today(), note: "By check" }),
    makes: "credit",
  },
  {
    path: "rent.chargeMany",
    input: ({ lease }) => ({ items: [{ leaseId: lease, kind: "utility", description: "Gas", amount: "12.00", dueOn: today() }] }),
  },
  {
    path: "rent.creditMany",
    input: ({ lease }) => ({ items: [{ leaseId: lease, kind: "outside", amount: "12.00", on: today(), note: "In cash" }] }),
  },
  { path: "rent.reverseCredit", input: ({ credit }) => ({ creditId: credit, reason: "The check bounced" }) },
  {
    path: "rent.changeLease",
    input: async ({ lease }, landlord) => ({
      leaseId: lease,
      effectiveFrom: monthAfter(monthOf(today()), 2),
      rent: "660.00",
      seenAt: await seenAt(landlord, lease),
    }),
  },
  {
    path: "rent.endLease",
    input: async ({ lease }, landlord) => ({
      leaseId: lease,
      endsOn: monthAfter(monthOf(today()), 6),
      seenAt: await seenAt(landlord, lease),
    }),
  },
  {
    path: "rent.renewLease",
    input: async ({ lease }, landlord) => ({
      leaseId: lease,
      endsOn: monthAfter(monthOf(today()), 18),
      effectiveFrom: monthAfter(monthOf(today()), 7),
      rent: "700.00",
      seenAt: await seenAt(landlord, lease),
    }),
  },
  {
    path: "rent.renewMany",
    input: async ({ lease = "" }, landlord) => ({
      items: [
        {
          leaseId: lease,
          endsOn: monthAfter(monthOf(today()), 30),
          effectiveFrom: monthAfter(monthOf(today()), 19),
          rent: "720.00",
          seenAt: await seenAt(landlord, lease),
        },
      ],
    }),
  },
  { path: "rent.keepDeposit", input: ({ deposit }) => ({ chargeId: deposit, amount: "20.00", reason: "The carpet" }) },
  {
    path: "rent.undoLease",
    input: async ({ mistaken }, landlord) => ({
      leaseId: mistaken,
      reason: "The wrong unit",
      seenAt: await seenAt(landlord, mistaken),
    }),
  },
  { path: "rent.removeUnit", input: ({ spare }) => ({ unitId: spare }) },
  { path: "rent.setReminderRule", input: () => ({ daysBefore: 4, onDueDay: true, daysLate: 9 }) },
  {
    path: "requests.create",
    input: () => ({ ...newTenant("Cora Payer"), amount: "60.00", description: "Parking", dueOn: today() }),
    makes: "request",
  },
  { path: "requests.withdraw", input: ({ request }) => ({ requestId: request }) },
  { path: "invitations.takeBack", input: ({ invitation }) => ({ invitationId: invitation }) },
  {
    path: "invitations.resend",
    input: async (_, { client }) => ({
      invitationId: (await client.invitations.list.query({})).items.find(({ state }) => state === "invited")?._id,
    }),
  },
  { path: "staff.changeRole", input: ({ staff }) => ({ staffId: staff, role: "manager" }) },
  { path: "staff.remove", input: ({ staff }) => ({ staffId: staff }) },
  { path: "merchant.editBusiness", input: () => ({ contactName: "Ines Prado of Juniper" }) },
  { path: "merchant.refundPayment", input: ({ payment }) => ({ paymentId: payment, amount: "5.00" }), makes: "refund" },
  { path: "merchant.cancelRefund", input: ({ refund }) => ({ refundId: refund }) },
  { path: "merchant.setTransferAside", input: ({ transfer }) => ({ transferId: transfer, reason: "A deposit" }) },
  { path: "merchant.restoreTransfer", input: ({ transfer }) => ({ transferId: transfer }) },
  { path: "merchant.sendBackTransfer", input: ({ transfer }) => ({ transferId: transfer }) },
  { path: "disputes.comment", input: ({ dispute }) => ({ disputeId: dispute, comment: "We look into it." }) },
];

/** Writes of a tenant. */
const ofTenant: Write[] = [
  { path: "auth.updateProfile", input: (_, { email }) => ({ firstName: "Nora", lastName: "Haddad", email }) },
  { path: "auth.setMailPreference", input: () => ({ group: "disputes", on: false }) },
  { path: "auth.signOutOtherDevices", input: () => undefined },
  { path: "payments.createCheckout", input: () => ({ amount: "31.70", description: "Water" }) },
  { path: "payments.cancel", input: ({ pending }) => ({ paymentId: pending }) },
  {
    path: "payments.claim",
    input: ({ unpaid }) => ({ paymentId: unpaid, transactionHash: `0x${"ab".repeat(32)}`, amount: "12.00", sentOn: today() }),
  },
  {
    path: "payments.withdrawClaim",
    input: async ({ unpaid = "" }, { client }) => ({ claimId: (await client.payments.claims.query({ paymentId: unpaid }))[0]?._id }),
  },
  { path: "disputes.file", input: ({ payment }) => ({ paymentId: payment, reason: "No heating", amount: "5.00" }), makes: "dispute" },
  { path: "disputes.update", input: ({ dispute }) => ({ disputeId: dispute, reason: "Still no heating" }) },
  { path: "disputes.cancel", input: ({ dispute }) => ({ disputeId: dispute }) },
  { path: "disputes.reopen", input: ({ dispute }) => ({ disputeId: dispute }) },
  { path: "wallet.update", input: () => ({ walletAddress: "" }) },
];

/** Writes of an administrator. */
const ofAdmin: Write[] = [
  { path: "admin.setMailPreference", input: () => ({ group: "alarms", on: false }) },
  { path: "disputes.commentForAdmin", input: ({ dispute }) => ({ disputeId: dispute, comment: "Please send a picture." }) },
  { path: "disputes.close", input: ({ dispute }) => ({ disputeId: dispute, result: "denied", resultReason: "Not shown" }) },
  { path: "admin.editUser", input: ({ user }) => ({ userId: user, lastName: "Renamed" }) },
  { path: "admin.editMerchant", input: ({ merchant }) => ({ merchantId: merchant, phoneNumber: "555 0188" }) },
  {
    path: "rent.addChargeForAdmin",
    input: ({ lease }) => ({ leaseId: lease, kind: "repair", description: "A new door", amount: "9.00", dueOn: today() }),
    makes: "charge",
  },
  { path: "rent.voidChargeForAdmin", input: ({ charge }) => ({ chargeId: charge, reason: "Charged twice" }) },
  {
    path: "rent.addCreditForAdmin",
    input: ({ lease }) => ({ leaseId: lease, kind: "outside", amount: "7.00", on: today(), note: "By check" }),
    makes: "credit",
  },
  { path: "rent.reverseCreditForAdmin", input: ({ credit }) => ({ creditId: credit, reason: "It bounced" }) },
  { path: "rent.setPartPaymentsForAdmin", input: ({ lease }) => ({ leaseId: lease, partPayments: false }) },
];

const inForms = "lost-answers.journey.ts loses its answer in its form";
const onceEach = "contract-repeats.int.test.ts repeats it with its key; it needs a state that only a flow of its own reaches";
const signs = "It needs a signature of a wallet, a passkey or a code, which serves once: the server refuses a repeat";
const begins = "It begins or ends a session, and a second one replaces it";
const notOnPages = "No page calls it: it is for the API or the command line";
const setsState = "It sets a state that a repeat finds set; its own tests repeat it";
const mails = "A repeat sends a new link and ends the earlier one; the page shows which invitations there are";

/** Writes that no page loses the answer of here, with the reason. */
const elsewhere: Record<string, string> = Object.fromEntries(
  (
    [
      [inForms, "payments.authorize"],
      [
        onceEach,
        "admin.attachTransfer admin.creditTenant admin.confirmClaim admin.refuseClaim merchant.attachTransfer merchant.confirmClaim merchant.refuseClaim merchant.setPayoutWallet merchant.refundDispute merchant.giveBack merchant.askPayer payments.payBill payments.topUp payments.giveUpTopUp payments.topUpAtCheckout rent.setPaymentLease merchant.creditTenant merchant.undoTenantCredit rent.changeLeaseForAdmin rent.endLeaseForAdmin rent.renewLeaseForAdmin rent.undoLeaseForAdmin records.create records.withdraw requests.remind rent.remind rent.remindForAdmin auth.completeEnrollment autopay.skip autopay.pause autopay.stop",
      ],
      ["several.int.test.ts repeats it with its key, for leases that can be reminded", "rent.remindMany"],
      [notOnPages, "disputes.fileForPayer refunds.giveBackForAdmin rent.keepDepositForAdmin rent.setPaymentLeaseForAdmin rent.join"],
      [
        notOnPages,
        "merchant.register merchant.update wallet.saveSmart operations.resumeCompletions operations.repairChain operations.mendTransfer",
      ],
      [
        signs,
        "autopay.sign rent.signTerms merchant.proveRefundWallet refunds.nameWallet wallet.prove passkeyWallet.signUp passkeyWallet.create passkeyWallet.addPasskey passkeyWallet.send merchant.sendRefund auth.addPasskey auth.setUpSecondFactor auth.confirmSecondFactor auth.endSecondFactor auth.renewRecoveryCodes admin.addPasskey admin.setUpSecondFactor admin.confirmSecondFactor admin.endSecondFactor admin.renewRecoveryCodes",
      ],
      [
        begins,
        "auth.register auth.replaceFirstPassword auth.resetPassword auth.requestDeviceLink auth.useDeviceLink auth.changePassword auth.setPassword admin.changePassword account.close account.handOver merchant.signUp staff.accept staff.join invitations.follow invitations.accept invitations.renew",
      ],
      [
        setsState,
        "merchant.signPayeeCard auth.cancelEmailChange auth.confirmEmail auth.renamePasskey auth.removePasskey passkeyWallet.renamePasskey passkeyWallet.removePasskey passkeyWallet.reuse passkeyWallet.remove auth.signOutDevice admin.renamePasskey admin.removePasskey admin.resendMail admin.acknowledgeAlarm admin.releaseAlarm admin.silenceAlarm admin.endSilence admin.detachTransfer admin.setTransferAside admin.restoreTransfer admin.approveMerchant admin.refuseMerchant admin.stopPayoutChange admin.createMerchant operations.retryJob operations.retrySetAside merchant.stopPayoutChange exchange.retryVerification exchange.clearVerification exchange.clearConnection rent.closeMonth rent.reopenMonth merchant.sendReceipt",
      ],
      ["It only opens a page of another service", "exchange.initiateAuth exchange.createWallet payments.buy payments.buyAtCheckout"],
      [mails, "invitations.invite invitations.inviteToLease staff.invite"],
      ["It records that the key was asked for, once for each press", "passkeyWallet.beginExport"],
    ] as const
  ).flatMap(([reason, paths]) => paths.split(" ").map((path) => [path, reason])),
);

test("every write of the product is made here with lost answers, or says why not", () => {
  const here = [...ofLandlord, ...ofTenant, ...ofAdmin].map(({ path }) => path);
  const harmless = changingCalls.filter((path) => isHarmless(path) && !here.includes(path));
  expect([...new Set([...here, ...harmless, ...Object.keys(elsewhere)])].toSorted()).toEqual(changingCalls.toSorted());
});

test.use({ allowConsole: [droppedAnswers] });

/** Lists the audit log's newest lines of a person, as "action subject". */
async function tracesOf({ id }: Person, admin: Person): Promise<string[]> {
  const { items } = await admin.client.admin.auditLog.query({ search: id, limit: 50 });
  return items.map(({ _id, action }) => `${_id} ${action}`);
}

/** An answer without the time at which it was made. */
const withoutClock = (body: string) => body.replace(/"serverTime":"[^"]*"/, "");

/**
 * Makes a write three times without an answer, as a page does for one press, and once more as the next press does. Expects that the page learns
 * that the outcome is not known, and that the write has one effect. Returns the answer.
 */
async function loseAndRepeat(
  page: Page,
  { path, input }: { path: string; input: unknown },
  traces: () => Promise<string[]>,
): Promise<unknown> {
  let isCut = true;
  const before = await traces();
  const bodies = await dropAnswers(page, path, () => isCut);
  const lost = await callFrom(page, path, input);
  expect.soft(lost, `${path}, whose answers are lost`).toEqual({ message: expect.stringContaining(unknownOutcome.slice(0, -1)) });
  expect.soft(bodies, `attempts of ${path}`).toHaveLength(isRepeatable(path) ? 3 : 1);
  expect.soft(bodies[0], `${path} by the server`).toContain('"result"');
  isCut = false;
  const again: Ended = await callFrom(page, path, input);
  await page.unrouteAll();
  if (isRepeatable(path)) {
    expect.soft(again, `${path}, repeated`).toHaveProperty("answer");
    expect.soft([...new Set(bodies.map(withoutClock))], `one answer of ${path}`).toHaveLength(1);
  }
  const left = (await traces()).filter((line) => !before.includes(line)).map((line) => line.split(" ")[1]);
  expect.soft(left, `effects of ${path}`).toEqual([...new Set(left)]);
  return JSON.parse(bodies[0] ?? "").result?.data;
}

async function makeAll(page: Page, person: Person, writes: Write[], made: Made): Promise<void> {
  const admin = await signedInAdmin();
  for (const write of writes) {
    const input = await write.input(made, person);
    const answer = await loseAndRepeat(page, { path: write.path, input }, () => tracesOf(person, admin));
    if (write.makes !== undefined) made[write.makes] = idOf(answer);
  }
}

/** A tenant with a completed payment to the demo's landlord. */
async function payingTenant() {
  const tenant = await makeTenant();
  const payment = await payByCalls(tenant, `4${Date.now() % 10}.${10 + (Date.now() % 90)}`, "Water");
  return { tenant, payment };
}

test("what a landlord writes is done once, although every answer is lost", async ({ page }) => {
  test.setTimeout(480_000);
  const landlord = await enterAs(page, await signedIn("landlord@hearth.test"));
  const { client } = landlord;
  const { tenant, payment } = await payingTenant();
  const { _id: dispute } = await tenant.client.disputes.file.mutate({ paymentId: payment, reason: "No heating", amount: "5.00" });
  const rule = await client.rent.reminderRule.query();
  const made: Made = {
    house: `Hazel ${Date.now().toString(36)}`,
    payment,
    dispute,
    ...(await makeLeases(landlord)),
    ...(await makeOdd(tenant, landlord)),
  };
  await hurryRepeats(page);
  await page.goto("/merchant/properties");
  await makeAll(page, landlord, ofLandlord, made);
  await client.rent.setReminderRule.mutate(rule);

  const { items } = await client.rent.ledger.query({ leaseId: made["lease"] ?? "" });
  for (const description of ["A new lock", "A new bell", "Gas"])
    expect(items.filter((line) => line.description === description)).toHaveLength(1);
  const { items: properties } = await client.rent.properties.query({});
  expect(properties.filter(({ name }) => name.startsWith(made["house"] ?? "")).map(({ name, units }) => [name, units.length])).toEqual([
    [`${made["house"]} II`, 2],
  ]);
});

test("what a tenant writes is done once, although every answer is lost", async ({ page }) => {
  test.setTimeout(480_000);
  const { tenant, payment } = await payingTenant();
  await enterAs(page, tenant);
  const pay = async (amount: string) => {
    const { checkoutURL } = await tenant.client.payments.createCheckout.mutate({ amount, description: "Heating" });
    return (await readCheckout(checkoutURL)).paymentId;
  };
  const made: Made = { payment, pending: await pay("17.10"), unpaid: await pay("18.20") };
  await hurryRepeats(page);
  await page.goto("/dashboard");
  await makeAll(page, tenant, ofTenant, made);
  const { items } = await tenant.client.payments.list.query({});
  expect(items.filter(({ amount }) => amount === 31.7)).toHaveLength(1);
});

test("what an administrator writes is done once, although every answer is lost", async ({ page }) => {
  test.setTimeout(480_000);
  const landlord = await signedIn("landlord@hearth.test", demoPassword);
  const { tenant, payment } = await payingTenant();
  const { _id: dispute } = await tenant.client.disputes.file.mutate({ paymentId: payment, reason: "No heating", amount: "5.00" });
  const { lease } = await makeLeases(landlord);
  const admin = await enterAs(page, await signedInAdmin());
  const { _id: merchant } = await landlord.client.merchant.business.query();
  await hurryRepeats(page);
  await page.goto("/admin/alarms");
  await makeAll(page, admin, ofAdmin, { user: tenant.id, dispute, merchant, lease });
});

/** A lease without money, one to be undone, and the charge of a deposit that was paid by check. */
async function makeLeases({ client }: Person): Promise<{ lease: string; mistaken: string; deposit: string }> {
  const name = `Larch ${Date.now().toString(36)} ${newPerson().email.slice(0, 12)}`;
  const { _id: propertyId } = await client.rent.addProperty.mutate({ name, units: ["1", "2"] });
  const { items } = await client.rent.properties.query({});
  const units = items.find(({ _id }) => _id === propertyId)?.units ?? [];
  const terms = { startsOn: monthOf(today()), rent: "500.00", timeZone: "America/New_York" };
  const [lease = "", mistaken = ""] = await Promise.all(
    units.map(
      async ({ _id: unitId }) => (await client.rent.createLease.mutate({ ...terms, unitId, tenants: [newTenant("Dora Let")] }))._id,
    ),
  );
  const charge = { leaseId: lease, kind: "deposit" as const, description: "Deposit", amount: "50.00", dueOn: monthOf(today()) };
  const { _id: deposit } = await client.rent.addCharge.mutate(charge);
  await client.rent.addCredit.mutate({ leaseId: lease, kind: "outside", amount: "900.00", on: monthOf(today()), note: "By check" });
  return { lease, mistaken, deposit };
}

/** Money that fits no payment, an invitation and an invited employee. */
async function makeOdd(tenant: Person, { client }: Person): Promise<{ transfer: string; invitation: string; staff: string }> {
  const { checkoutURL } = await tenant.client.payments.createCheckout.mutate({ amount: "13.90", description: "Bells" });
  const { to } = await readCheckout(checkoutURL);
  const usdc = `${3 + (Date.now() % 7)}.${100_000 + (Date.now() % 899_999)}`;
  await sendAsStranger({ to, usdcUnits: BigInt(usdc.replace(".", "")) });
  const found = async () => (await client.merchant.oddTransfers.query({})).items.find((odd) => JSON.stringify(odd).includes(usdc))?._id;
  await expect.poll(found, { timeout: 120_000 }).toBeTruthy();
  const email = mailOf("invited");
  await client.invitations.invite.mutate({ email, address: "1 Elm Street" });
  const staffEmail = mailOf("staff");
  await client.staff.invite.mutate({ email: staffEmail, role: "viewer" });
  const invitation = (await client.invitations.list.query({})).items.find((one) => one.email === email)?._id ?? "";
  const staff = Object.values(await client.staff.list.query())
    .flat()
    .find((one) => Object(one).email === staffEmail);
  return { transfer: (await found()) ?? "", invitation, staff: idOf(staff) };
}
