import { describe, expect, it } from "vitest";
import { channels, type NotificationEvent, withTakeBackLink } from "./events.ts";
import { keysOf } from "../keys-of.ts";
import { wordsOf } from "./words.ts";

const at = "2026-11-20T15:02:53.000Z";
const payment = { paymentId: "pay_01h455vb4pex5vsknk084sn02q", merchant: "Maple Court", amountCents: 145_000 };
const dispute = { disputeId: "dsp_01h455vb4pex5vsknk084sn02q", code: "H7Q4-K2MX", merchant: "Maple Court", amountCents: 20_000 };
const scheduledPayment = { leaseId: "lse_01h455vb4pex5vsknk084sn02q", merchant: "Maple Court", amountCents: 145_000, dueOn: "2026-12-01" };
const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const chicago = { timeZone: "America/Chicago" };

const examples: { [Kind in NotificationEvent["kind"]]: Extract<NotificationEvent, { kind: Kind }> } = {
  emailConfirmation: { kind: "emailConfirmation" },
  passwordReset: { kind: "passwordReset" },
  deviceLink: { kind: "deviceLink" },
  newDevice: { kind: "newDevice", device: "Chrome on macOS", at },
  passwordChanged: { kind: "passwordChanged", at },
  emailChangeConfirmation: { kind: "emailChangeConfirmation" },
  emailChangeAsked: { kind: "emailChangeAsked", newEmail: "maya.new@hearth.test", canUndo: true, at },
  emailChanged: { kind: "emailChanged", newEmail: "maya@new.example", at },
  walletChanged: { kind: "walletChanged", address, change: "linked", at },
  payoutWalletAsked: { kind: "payoutWalletAsked", merchant: "Maple Court", address, takesEffectAt: at },
  payoutWalletChanged: { kind: "payoutWalletChanged", merchant: "Maple Court", address, at },
  payeeReplaced: { kind: "payeeReplaced", merchant: "Maple Court", address, waitHours: 72, at },
  payoutChangeStopped: { kind: "payoutChangeStopped", merchant: "Maple Court", address, by: "otherBusiness", at },
  accountClosed: { kind: "accountClosed", at },
  businessHandedOver: { kind: "businessHandedOver", merchant: "Maple Court", from: "Ada Lang", to: "Grace Park", at },
  businessClosed: { kind: "businessClosed", merchant: "Maple Court", at },
  tenantInvited: { kind: "tenantInvited", merchant: "Maple Court", aptNumber: "4B" },
  staffInvited: { kind: "staffInvited", merchant: "Maple Court", by: "Ada Lang", role: "manager" },
  staffChanged: {
    kind: "staffChanged",
    merchant: "Maple Court",
    change: "invited",
    email: "grace@hearth.test",
    role: "owner",
    by: "Ada Lang",
    at,
  },
  businessHeld: { kind: "businessHeld", merchant: "Juniper C0urt", lookAlike: "Juniper Court" },
  businessReviewed: { kind: "businessReviewed", merchant: "Juniper C0urt", reason: "Not you" },
  leaseChanged: {
    kind: "leaseChanged",
    leaseId: scheduledPayment.leaseId,
    merchant: "Maple Court",
    place: "Juniper Court 4B",
    change: "renewed",
    endsOn: "2027-11-30",
    from: "2026-12-01",
    rentCents: 150_000,
  },
  tenantAccountClosed: {
    kind: "tenantAccountClosed",
    leaseId: scheduledPayment.leaseId,
    merchant: "Maple Court",
    place: "Juniper Court 4B",
    tenant: "Maya Torres",
  },
  paymentPlaced: { kind: "paymentPlaced", ...payment, leaseId: scheduledPayment.leaseId, place: "Juniper Court 4B", change: "given" },
  rentReminder: { kind: "rentReminder", ...scheduledPayment, place: "Juniper Court 4B" },
  passkeyChanged: { kind: "passkeyChanged", change: "removed", name: "Work laptop", left: 0, at },
  walletPasskeyChanged: { kind: "walletPasskeyChanged", change: "added", name: "Work laptop", address: "0x1234", at },
  walletSent: { kind: "walletSent", usdc: "20.00", to: "0x1234", at },
  walletSendFailed: { kind: "walletSendFailed", usdc: "20.00", to: "0x1234", failure: "balance", at },
  walletKeyShown: { kind: "walletKeyShown", address: "0x1234", at },
  secondFactorChanged: { kind: "secondFactorChanged", change: "off", at },
  paymentCompleted: { kind: "paymentCompleted", ...payment, oddity: "none" },
  paymentReceived: { kind: "paymentReceived", ...payment, payer: "Maya Okafor", oddity: "none" },
  paymentShort: { kind: "paymentShort", ...payment, arrivedUsdc: "1400.00", missingUsdc: "50.00" },
  refundWalletAsked: { kind: "refundWalletAsked", ...payment },
  refundOwed: { kind: "refundOwed", ...payment, code: "H7Q4-K2MX" },
  refundSent: { kind: "refundSent", ...payment },
  refundArrived: { kind: "refundArrived", ...payment },
  refundNotSent: { kind: "refundNotSent", usdc: "20.00", to: "0x1234", failure: "balance", paymentId: payment.paymentId },
  disputeFiled: { kind: "disputeFiled", ...dispute, payer: "Maya Okafor", reason: "No heating" },
  disputeAnswered: { kind: "disputeAnswered", ...dispute, by: "merchant", reader: "payer" },
  disputeDecided: { kind: "disputeDecided", ...dispute, outcome: "chargedBack", reader: "merchant" },
  autopayComing: { kind: "autopayComing", ...scheduledPayment },
  autopayTrouble: { kind: "autopayTrouble", ...scheduledPayment, trouble: "balance", stage: "trying" },
  autopayVoid: { kind: "autopayVoid", ...scheduledPayment, reason: "amountChanged" },
  paymentRequested: {
    kind: "paymentRequested",
    merchant: "Maple Court",
    amountCents: 6_000,
    description: "Parking",
    dueOn: "2026-12-01",
    reference: "9b".repeat(32),
    isReminder: true,
  },
  dailySummary: { kind: "dailySummary", merchant: "Maple Court", openDisputes: 1, owedRefunds: 0, unmatchedTransfers: 3 },
  alarmRaised: { kind: "alarmRaised", alarm: "relayer-gas", message: "The relayer is short of gas" },
  alarmCleared: { kind: "alarmCleared", alarm: "relayer-gas", message: "The relayer is short of gas" },
};

describe("notifications in words", () => {
  it.each(keysOf(channels))("%s: has a title of one line, whole sentences, and a link within the product", (kind) => {
    const { title, text, action } = wordsOf(examples[kind], chicago);
    expect(title).toMatch(/^[^\n]{5,120}$/);
    for (const paragraph of text) expect(paragraph).toMatch(/^[A-Z$0-9].*[.?!]$/);
    expect(`${title} ${text.join(" ")} ${action?.path}`).not.toMatch(/undefined|null|NaN|\[object/);
    expect(action?.path).toMatch(/^\/[\w/?=&#{}-]+$/);
  });

  it("tells the reader of a change that their own account made how to take the account back, in the mail only", () => {
    const linked = [...keysOf(examples).map((kind) => examples[kind]), { ...examples.staffChanged, byReader: true as const }].flatMap(
      (event) => withTakeBackLink(event) ?? [],
    );
    expect(linked.map(({ kind }) => kind)).toEqual([
      "newDevice",
      "passwordChanged",
      "walletChanged",
      "passkeyChanged",
      "walletPasskeyChanged",
      "walletSent",
      "walletKeyShown",
      "secondFactorChanged",
      "staffChanged",
    ]);
    for (const event of linked) {
      const words = wordsOf(event, chicago);
      expect(words.action).toEqual({ label: "Not you? Secure your account", path: "/keep-email#{token}" });
      expect(words.text.join(" ")).toContain("you do not need to sign in");
      expect(words.listPath).not.toContain("token");
    }
    expect(withTakeBackLink(examples.staffChanged)).toBeNull();
  });

  it("tells who closes the account that the passkey wallet stays theirs", () => {
    const { text } = wordsOf({ kind: "accountClosed", at, wallet: "0x1234" }, chicago);
    expect(text).toContainEqual(expect.stringContaining("Your passkey wallet 0x1234 stays yours"));
  });

  it("tells both sides of a deposit that is held as its tenant closes the account", () => {
    const deposit = { cents: 50_000, email: "maya@home.test" };
    const tenant = wordsOf(
      { kind: "accountClosed", at, deposits: [{ merchant: "Maple Court", place: "Juniper Court 4B", ...deposit }] },
      chicago,
    );
    expect(tenant.text[1]).toBe(
      "Maple Court still holds a deposit of $500.00 for Juniper Court 4B, and owes it as before. They know that your account is closed, and can reach you at maya@home.test. Keep this email.",
    );
    const held =
      "You still hold $500.00 of their deposit, and still owe it to them. Write to maya@home.test about it, and return it on the page below.";
    expect(wordsOf({ ...examples.tenantAccountClosed, deposit }, chicago).text[1]).toBe(held);
    const former = wordsOf({ ...examples.tenantAccountClosed, hasMovedOut: true, deposit }, chicago);
    expect(former.text).toEqual(["Maya Torres has moved out of Juniper Court 4B and no longer has an account.", held]);
  });

  it("names the device of a sign-in in the product's list, which shows no facts", () => {
    expect(wordsOf(examples.newDevice, chicago)).toMatchObject({
      listText: expect.stringContaining("Chrome on macOS"),
      listPath: "/settings",
    });
  });

  it("writes the moments of a business in its own zone, whoever reads them", () => {
    const asked = { ...examples.payoutWalletAsked, timeZone: "America/New_York", takesEffectAt: "2026-11-27T14:07:00.000Z" };
    expect(wordsOf(asked, chicago).text[0]).toContain("From Nov 27, 2026, 9:07 AM EST on");
  });

  it("writes moments in the reader's time zone, and names the zone", () => {
    expect(wordsOf(examples.passwordChanged, chicago).text[0]).toContain("Nov 20, 2026, 9:02 AM CST");
    expect(wordsOf(examples.passwordChanged, { timeZone: "UTC" }).text[0]).toContain("Nov 20, 2026, 3:02 PM UTC");
  });

  it("says agreement, customer and merchant where the business lets no homes, and keeps its name", () => {
    const business = { merchant: "Lease Tower", businessType: "service_provider" } as const;
    const invited = wordsOf({ ...examples.tenantInvited, ...business }, chicago);
    expect(invited.text.slice(0, 2)).toEqual([
      "Lease Tower invited you to pay rent for apartment 4B through Hearth.",
      "Open the link to create your account. Your merchant and your home are filled in for you.",
    ]);
    const staff = wordsOf({ ...examples.staffInvited, ...business }, chicago);
    expect(staff.text[0]).toContain("work with Lease Tower on Hearth, where its customers pay their rent.");
    expect(wordsOf({ ...examples.autopayVoid, ...business, reason: "leftLease" }, chicago).text[0]).toBe(
      "You are no longer a customer on this agreement when this is due.",
    );
    expect(wordsOf({ ...examples.autopayTrouble, ...business, trouble: "payeeBlacklisted" }, chicago).text[0]).toMatch(
      /^The merchant's wallet/,
    );
    expect(wordsOf({ ...examples.autopayVoid, reason: "leftLease" }, chicago).text[0]).toBe(
      "You are no longer a tenant on this lease when this is due.",
    );
  });

  it("tells an owner that the business is paid into the wallet, without mentioning payments from it", () => {
    const { text, action } = wordsOf({ ...examples.walletChanged, isPayout: true }, chicago);
    expect(text[0]).toBe("Your business is paid into this wallet, and no one else can link it.");
    expect(action?.path).toBe("/merchant/settings");
    expect(wordsOf(examples.walletChanged, chicago).action?.path).toBe("/smart-wallet-setup");
  });

  it("names the received and the missing amount of a short payment, and the next step", () => {
    const { title, text } = wordsOf(examples.paymentShort, chicago);
    expect(title).toBe("50.00 USDC of your payment to Maple Court is missing");
    expect(text.join(" ")).toContain("1400.00 USDC of $1,450.00");
    expect(text.join(" ")).toContain("Pay what is missing");
  });

  it("says why a refund was not sent and what to do, for a payment and for money that fits none", () => {
    const words = wordsOf(examples.refundNotSent, chicago);
    expect(words.title).toBe("Your refund of $20.00 was not sent");
    expect(words.text).toEqual([
      "The wallet held less than this amount when it was sent. Nothing left your wallet, so you can send it again.",
      "Open the payment and send the refund again, or cancel it there. It stays open until you do one of them.",
    ]);
    expect(words.listText, "the list of notifications says what to do as well").toBe(words.text.join(" "));
    expect(words.action?.path).toBe(`/merchant/transactions?transaction=${payment.paymentId}`);
    const { paymentId: _, ...stray } = { ...examples.refundNotSent, transferId: "trf_1", failure: "blacklisted" };
    const sentBack = wordsOf(stray, chicago);
    expect(sentBack.title).toBe("$20.00 was not sent back");
    expect(sentBack.text).toEqual([
      "The issuer of USDC has blocked one of the two addresses. Nothing left your wallet.",
      "Open the transfer and cancel sending it back. Then use it for a payment, or contact the person who sent it.",
    ]);
    expect(sentBack.action?.path).toBe("/merchant/transactions/unmatched?transfer=trf_1");
  });

  it("says what the money is for, and says nothing of it for an older stored event", () => {
    const { paymentCompleted, paymentReceived, paymentShort, refundWalletAsked, refundOwed, refundSent, refundArrived, refundNotSent } =
      examples;
    const { disputeFiled, disputeAnswered, disputeDecided, autopayComing, autopayTrouble, autopayVoid } = examples;
    const payments = [
      paymentCompleted,
      paymentReceived,
      paymentShort,
      refundWalletAsked,
      refundOwed,
      refundSent,
      refundArrived,
      refundNotSent,
    ];
    const value = "Rent for December 2026, Juniper Court 4B";
    const described = [...payments, disputeFiled, disputeAnswered, disputeDecided].map((event) => ({ ...event, description: value }));
    const placed = [autopayComing, autopayTrouble, autopayVoid].map((event) => ({ ...event, place: value }));
    for (const event of [...described, ...placed]) {
      expect(wordsOf(event, chicago).facts, event.kind).toContainEqual({ label: "For", value });
      const { description: _, place: __, ...older } = { description: null, place: null, ...event };
      expect(
        (wordsOf(older, chicago).facts ?? []).map(({ label }) => label),
        event.kind,
      ).not.toContain("For");
    }
  });

  it("invites to a home by its name, with the rent and its due date, also in a reminder", () => {
    const lease = { property: "Elm House", unit: "A", rentCents: 120_000, dueDay: 1 };
    const invited = wordsOf({ ...examples.tenantInvited, lease }, chicago);
    expect(invited.title).toBe("Maple Court invited you to pay rent");
    expect(invited.text[0]).toBe("Maple Court invited you to pay rent for Elm House, unit A: $1,200.00 a month, due on the 1st.");
    expect(invited.sender).toBe("Maple Court");
    const alone = wordsOf({ ...examples.tenantInvited, address: "12 Elm Street, Austin, TX 78701" }, chicago);
    expect(alone.text[0]).toBe("Maple Court invited you to pay rent for apartment 4B at 12 Elm Street, Austin, TX 78701 through Hearth.");
    const owed = { place: "Elm House A", amountCents: 6_000, dueOn: "2026-11-05" };
    const reminder = wordsOf({ ...examples.tenantInvited, lease, owed }, chicago);
    expect(reminder.title).toBe("Reminder: $60.00 due to Maple Court");
    expect(reminder.text[0]).toMatch(/^You owe \$60\.00 for Elm House A\. The earliest due date is .*unit A: \$1,200\.00 a month/);
  });

  it("says what a payment was for, to both sides", () => {
    const description = "Rent for December 2026, Juniper Court 4B";
    const bill = { label: "For", value: description };
    const paid = wordsOf({ ...examples.paymentCompleted, description }, chicago);
    expect(paid.facts).toContainEqual(bill);
    expect(paid.facts).toContainEqual({ label: "Amount", value: "$1,450.00 (1450.00 USDC)" });
    expect(wordsOf({ ...examples.paymentReceived, description }, chicago).facts).toEqual([bill]);
    expect(wordsOf(examples.paymentReceived, chicago).facts).toEqual([]);
  });

  it("names the device of a new sign-in and the place of its clock", () => {
    const { title, action } = wordsOf({ ...examples.newDevice, deviceZone: "America/New_York" }, chicago);
    expect(title).toBe("New sign-in: Chrome on macOS, New York time");
    expect(action?.label).toBe("Not you? Secure your account");
    expect(wordsOf(examples.newDevice, chicago).title).toBe("New sign-in: Chrome on macOS");
  });

  it("says that a late payment still counts", () => {
    expect(wordsOf({ ...examples.paymentCompleted, oddity: "late" }, chicago).text[1]).toContain("after the checkout had ended");
    expect(wordsOf(examples.paymentCompleted, chicago).text).toHaveLength(1);
  });

  it("tells each side of a decided dispute what to do", () => {
    expect(wordsOf(examples.disputeDecided, chicago).text[0]).toContain("Send the money back");
    expect(wordsOf({ ...examples.disputeDecided, reader: "payer" }, chicago).text[0]).toContain("you do not need to do anything");
  });

  it("repeats an alarm's message and ends it with one full stop", () => {
    expect(wordsOf(examples.alarmRaised, chicago).text[0]).toBe("The relayer is short of gas.");
    const sentence = { ...examples.alarmRaised, message: "The chain cannot be read. Payments wait." };
    expect(wordsOf(sentence, chicago).text[0]).toBe(sentence.message);
  });

  it("lists only nonzero counts in a daily summary", () => {
    expect(wordsOf(examples.dailySummary, chicago).title).toBe("Maple Court: 1 open dispute, 3 transfers that match no payment");
  });
});
