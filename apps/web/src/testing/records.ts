import { terms } from "./signed-record.ts";
import type { Outputs } from "../lib/trpc.ts";
import { chainUrl } from "./answers.ts";

/** Complete records as the server returns them in tests. A test overrides the fields that matter. */

const moment = "2026-03-02T12:00:00.000Z";
const wallet = "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B";
const maya = { firstName: "Maya", lastName: "Okafor", email: "maya@hearth.test" };
const noCard = { payeeWords: null };
const unpaid = { ...noCard, transfer: null, place: null };
const zoned = { createdAt: moment, timeZone: "America/New_York" };
const homes = { businessType: "apartment", status: "active", timeZone: "America/New_York" } as const;
/** The business of an account, as `auth.me` returns it. */
export const ownMerchant = { _id: "mer_1", name: "Juniper Court", ...homes };

/** A tenant's account, enrolled with a merchant. */
export function account(more: Partial<Outputs["auth"]["me"]> = {}): Outputs["auth"]["me"] {
  return {
    _id: "usr_1",
    ...maya,
    role: "user",
    status: "active",
    address: "12 Hill Road, Austin, TX 78701",
    phoneNumber: "555 0100",
    aptNumber: "4B",
    selectedMerchantId: "mer_1",
    walletAddress: wallet,
    createdAt: moment,
    staffRole: null,
    isReadOnly: false,
    merchant: ownMerchant,
    ...more,
  };
}

/** A business as its owner sees it. */
export function business(more: Partial<Outputs["merchant"]["business"]> = {}): Outputs["merchant"]["business"] {
  return {
    ...ownMerchant,
    contactName: "Ada Lang",
    email: "office@juniper.test",
    phoneNumber: "555 0199",
    address: "1 Court Street, Austin, TX 78701, United States",
    description: "Forty homes",
    walletAddress: wallet,
    walletProven: true,
    pendingWallet: null,
    review: "unreviewed",
    refusalReason: null,
    yourRole: "owner",
    createdAt: moment,
    updatedAt: moment,
    transactionCount: 0,
    ...more,
  };
}

/** An account as an administrator sees it. */
export function adminUser(more: Partial<Outputs["admin"]["user"]> = {}): Outputs["admin"]["user"] {
  const { merchant, staffRole: _, isReadOnly: __, ...own } = account();
  return { ...own, isWalletProven: true, merchantName: merchant?.name ?? null, disputes: [], updatedAt: moment, ...more };
}

/** A merchant as an administrator sees it. */
export function adminMerchant(more: Partial<Outputs["admin"]["merchant"]> = {}): Outputs["admin"]["merchant"] {
  const { walletProven: _, yourRole: __, ...own } = business();
  const owner = { _id: "usr_2", firstName: "Ada", lastName: "Lang", email: "landlord@hearth.test" };
  return { ...own, walletProvenAt: moment, owner, ...more };
}

/** A merchant as a payer sees it. */
export function standing(more: Partial<Outputs["merchant"]["standing"]> = {}): Outputs["merchant"]["standing"] {
  const standing = { walletProven: true, payeeHeld: false, reviewed: true, emailConfirmed: true, acknowledged: false };
  return { ...standing, ...noCard, since: moment, city: "Austin", ...more };
}

/** A merchant as every signed-in user sees it. */
export function listedMerchant(
  more: Partial<Outputs["merchant"]["listAll"]["items"][number]> = {},
): Outputs["merchant"]["listAll"]["items"][number] {
  return { _id: "mer_1", name: "Juniper Court", businessType: "apartment", walletAddress: wallet, status: "active", ...more };
}

export function network(more: Partial<Outputs["payments"]["network"]> = {}): Outputs["payments"]["network"] {
  const offers = { payoutChangeHours: 0, faucetUrl: null, hasExchange: true, hasOnramp: true, walletOrigin: null };
  return { name: "local", chainId: 84_532, label: "Local chain", rpcUrl: chainUrl, ...offers, ...more };
}

/** A proven wallet of the user's own, and a linked exchange account. */
export function walletStatus(more: Partial<Outputs["wallet"]["status"]> = {}): Outputs["wallet"]["status"] {
  const smart = { smartWalletAddress: null, smartWalletCreated: false };
  return { walletAddress: wallet, ...smart, coinbaseAccountConnected: true, proven: true, ...more };
}

/** An open dispute with its timeline, as an administrator sees it. */
export function dispute(more: Partial<Outputs["disputes"]["getForAdmin"]> = {}): Outputs["disputes"]["getForAdmin"] {
  return {
    _id: "dsp_1",
    disputeId: "D-7K2M",
    userId: { _id: "usr_1", firstName: "Maya", lastName: "Okafor", email: "maya@hearth.test", phoneNumber: null },
    merchantId: { _id: "mer_1", name: "Juniper Court", businessType: "apartment" },
    paymentId: {
      _id: "pay_1",
      amount: 900,
      createdAt: moment,
      description: "March rent",
      status: "completed",
      disputable: 900,
      transactionHash: null,
    },
    businessClosed: false,
    reason: "The heating was off",
    description: null,
    notes: null,
    amount: 120,
    status: "open",
    ...zoned,
    updatedAt: moment,
    documents: [],
    comments: [],
    resolution: null,
    refund: null,
    timeline: [{ type: "filed", at: moment, by: null }],
    ...more,
  };
}

/** An unmatched transfer to a merchant's wallet. */
export function oddTransfer(
  more: Partial<Outputs["merchant"]["oddTransfers"]["items"][number]> = {},
): Outputs["merchant"]["oddTransfers"]["items"][number] {
  return {
    _id: "trf_1",
    verdict: "unmatched",
    usdc: "900.00",
    from: wallet,
    transactionHash: `0x${"a".repeat(64)}`,
    explorerUrl: null,
    receivedAt: moment,
    timeZone: "America/New_York",
    meantFor: null,
    isAttached: false,
    suggestion: null,
    claims: [],
    setAsideAt: null,
    sendBack: null,
    ...more,
  };
}

/** An unmatched transfer as an administrator sees it. */
export function adminTransfer(
  more: Partial<Outputs["admin"]["transfers"]["items"][number]> = {},
): Outputs["admin"]["transfers"]["items"][number] {
  return { ...oddTransfer(), merchant: { _id: "mer_1", name: "Juniper Court" }, ...more };
}

/** A completed payment in its payer's history. */
export function payment(more: Partial<Outputs["payments"]["list"]["items"][number]> = {}): Outputs["payments"]["list"]["items"][number] {
  const dispute = {
    disputeStatus: null,
    disputeResolution: null,
    refundOwed: false,
    refunded: "none" as const,
    hasArrived: false,
    disputable: 900,
  };
  const { _id, userId: _, merchantId: payee, disputeId: __, ...shared } = transaction();
  return {
    ...shared,
    ...dispute,
    _id,
    id: _id,
    displayStatus: "completed",
    merchant: payee.name,
    merchantId: payee._id,
    blockchainTxHash: shared.transactionHash,
    blockchainNetwork: "local",
    ...more,
  };
}

/** A completed payment as its merchant sees it. */
export function transaction(
  more: Partial<Outputs["merchant"]["transactions"]["items"][number]> = {},
): Outputs["merchant"]["transactions"]["items"][number] {
  return {
    _id: "pay_1",
    userId: { _id: "usr_1", email: "maya@hearth.test", firstName: "Maya", lastName: "Okafor", phoneNumber: null },
    merchantId: { _id: "mer_1", name: "Juniper Court", businessType: "apartment" },
    amount: 900,
    grossAmount: 900,
    refundedAmount: 0,
    netAmount: 900,
    refunded: "none",
    hasArrived: false,
    short: null,
    status: "completed",
    oddity: "none",
    ...zoned,
    updatedAt: moment,
    completedAt: moment,
    walletAddress: wallet,
    coinbaseSessionId: null,
    transactionHash: `0x${"b".repeat(64)}`,
    home: "Juniper Court 4B",
    description: "March rent",
    paymentType: "one-time",
    aptNumber: "4B",
    notes: null,
    code: "H-7K2M",
    disputeId: null,
    ...more,
  };
}

/** A completed payment as an administrator sees it. */
export function adminTransaction(
  more: Partial<Outputs["admin"]["transactions"]["items"][number]> = {},
): Outputs["admin"]["transactions"]["items"][number] {
  const { disputeId: _, merchantId, ...shared } = transaction();
  return { ...shared, merchantId: { ...merchantId, walletAddress: wallet }, amountUSD: 900, ...more };
}

export function auditLine(
  more: Partial<Outputs["admin"]["auditLog"]["items"][number]> = {},
): Outputs["admin"]["auditLog"]["items"][number] {
  return {
    _id: "aud_1",
    at: moment,
    action: "user.edited",
    actor: { _id: "usr_9", name: "Ada Lang", email: "admin@hearth.test" },
    subject: "usr_1",
    ip: "127.0.0.1",
    requestId: null,
    data: { status: { from: "active", to: "suspended" } },
    mentions: [{ _id: "usr_1", amountCents: null, period: null, names: [{ name: "Maya Okafor", page: { kind: "user", _id: "usr_1" } }] }],
    ...more,
  };
}

/** A merchant's figures of a month without any activity. */
export function merchantStats(more: Partial<Outputs["merchant"]["stats"]> = {}): Outputs["merchant"]["stats"] {
  const none = { count: 0, amount: 0 };
  const nothing = { grossAmount: 0, refundedAmount: 0, netAmount: 0 };
  return {
    dateRange: { startOfMonth: "2026-03-01", endOfMonth: "2026-03-31" },
    timeZone: "America/New_York",
    completedTransactions: none,
    pendingTransactions: none,
    revenue: { month: nothing, total: nothing },
    openDisputes: 0,
    urgentDisputes: 0,
    userChanges: { newUsers: 0, lostUsers: 0, netChange: 0 },
    months: [],
    recentTransactions: [],
    recentDisputes: [],
    ...more,
  };
}

/** A pending payment as its payer sees it. */
export function paymentDetail(more: Partial<Outputs["payments"]["get"]> = {}): Outputs["payments"]["get"] {
  return {
    ...payment({ status: "pending", displayStatus: "pending", completedAt: null, transactionHash: null, blockchainTxHash: null }),
    ...unpaid,
    leaseId: null,
    bill: null,
    businessClosed: false,
    parts: [],
    others: [],
    othersCount: 0,
    purchase: null,
    timeline: [{ type: "created", at: moment, note: null }],
    expiresAt: "2026-03-02T12:10:00.000Z",
    serverTime: moment,
    checkoutURL: null,
    topUpURL: null,
    refunds: [],
    ...more,
  };
}

/** An unpaid checkout of $900.00. */
export function checkout(more: Partial<Outputs["payments"]["checkout"]> = {}): Outputs["payments"]["checkout"] {
  const now = Date.now();
  return {
    paymentId: "pay_1",
    code: "K7QX2M",
    status: "pending",
    oddity: "none",
    amount: 900,
    topUpOf: null,
    short: null,
    usdcUnits: "900000000",
    merchant: "Juniper Court",
    payeeAddress: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B",
    payeeExplorerUrl: null,
    payeeProven: true,
    ...unpaid,
    description: "March rent",
    bill: null,
    aptNumber: null,
    createdAt: new Date(now).toISOString(),
    timeZone: "America/New_York",
    expiresAt: new Date(now + 600_000).toISOString(),
    serverTime: new Date(now).toISOString(),
    networkLabel: "Local",
    binding: `0x${"ab".repeat(32)}`,
    validAfter: 0,
    validBefore: Math.floor(now / 1_000) + 720,
    relayAvailable: true,
    relay: null,
    unrecognised: 0,
    roommates: [],
    parts: [],
    others: [],
    othersCount: 0,
    purchase: null,
    timeline: [{ type: "created", at: moment, note: null }],
    ...more,
  };
}

/** A tenant's lease that owes a month's rent, and a utility charge that is late. */
export function ownLease(more: Partial<Outputs["rent"]["mine"][number]> = {}): Outputs["rent"]["mine"][number] {
  return {
    _id: "lse_1",
    merchantId: "mer_1",
    merchant: "Juniper Homes",
    ...noCard,
    businessType: "apartment",
    property: "Juniper Court",
    unit: "4B",
    startsOn: "2025-01-01",
    endsOn: null,
    owed: 1510,
    late: 60,
    credit: 0,
    held: 0,
    isOver: false,
    settle: null,
    dueOn: "2026-11-05",
    daysLate: 17,
    charges: [
      { _id: "chg_1", kind: "utility", description: "Water", open: 60, dueOn: "2026-11-05" },
      { _id: "chg_2", kind: "rent", description: "Rent for December 2026", open: 1450, dueOn: "2026-12-01" },
    ],
    partPayments: true,
    terms: terms(),
    next: { amount: 1450, dueOn: "2027-01-01", description: "Rent for January 2027" },
    roommates: [],
    paidMonths: [],
    movedOutOn: null,
    hasLeft: false,
    ...more,
  };
}

/** The lease of `ownLease` as its landlord sees it. */
export function lease(more: Partial<Outputs["rent"]["lease"]> = {}): Outputs["rent"]["lease"] {
  const { next: _, businessType: __, roommates: ___, paidMonths: ____, movedOutOn: _____, hasLeft: ______, ...common } = ownLease();
  return {
    ...common,
    address: "2140 Juniper Court, Providence, RI 02906",
    timeZone: "America/Chicago",
    proration: "days",
    deposit: 1450,
    notes: "",
    tenants: [leaseTenant()],
    nextPeriod: "2027-01-01",
    terms: [terms()],
    reminded: null,
    undoneAt: null,
    updatedAt: "2026-11-20T09:00:00.000Z",
    ...more,
  };
}

/** A tenant who has joined, and lives there since the lease started. */
export function leaseTenant(more: Partial<Outputs["rent"]["lease"]["tenants"][number]> = {}): Outputs["rent"]["lease"]["tenants"][number] {
  const stay = { movedInOn: null, movedOutOn: null, hasLeft: false, accountClosedAt: null, invitation: null };
  return { _id: "ltn_1", name: "Maya Okafor", email: "maya@hearth.test", hasJoined: true, ...stay, ...more };
}

/** The lease of `ownLease` as a row of the landlord's tenant list. */
export function tenancy(more: Partial<Outputs["rent"]["tenants"]["items"][number]> = {}): Outputs["rent"]["tenants"]["items"][number] {
  const { _id, property, unit, endsOn, owed, late, credit, held, isOver, settle, dueOn, daysLate } = ownLease();
  const own = { _id, property, unit, endsOn, owed, late, credit, held, isOver, settle, dueOn, daysLate };
  const found = {
    propertyId: "prp_1",
    tenants: ["Maya Okafor"],
    startsOn: "2026-01-01",
    timeZone: "America/Chicago",
    rent: 1450,
    standing: "joined" as const,
    remindedOn: null,
    updatedAt: "2026-10-01T12:00:00.000Z",
  };
  return { ...own, ...found, lastPaid: { on: "2026-11-01", amount: 1450 }, autopay: false, ...more };
}

type UnitLease = NonNullable<Outputs["rent"]["properties"]["items"][number]["units"][number]["lease"]>;
/** The lease of `ownLease` as the lease of a unit in the landlord's list of properties. */
export function unitLease(more: Partial<UnitLease> = {}): UnitLease {
  const { _id, endsOn, owed, late } = ownLease();
  const found = { startsOn: "2026-01-01", tenants: ["Maya Okafor"], rent: 1450, standing: "joined" as const };
  return { _id, endsOn, pastDue: late, balance: owed, ...found, ...more };
}

/** The lease of `ownLease` as a row of the rent roll, for a month whose rent was paid in part. */
export function rollLine(more: Partial<Outputs["rent"]["roll"]["items"][number]> = {}): Outputs["rent"]["roll"]["items"][number] {
  const { _id, property, unit, startsOn, endsOn } = ownLease();
  const figures = { rent: 1450, before: 0, charged: 1510, paid: 1450, credited: 0, after: 60, depositHeld: 1450, cameLater: 0 };
  return { _id, property, unit, tenants: ["Maya Okafor"], startsOn, endsOn, ...figures, ...more };
}

/** A payment request as its recipient sees it. */
export function bill(more: Partial<Outputs["requests"]["bill"]> = {}): Outputs["requests"]["bill"] {
  const bill = { merchant: "Juniper Homes", amount: 60, description: "Parking", dueOn: "2026-12-01", state: "open" } as const;
  return { ...bill, ...noCard, returnUrl: null, ...more };
}

/** Sums of a rent roll with one lease. */
export function rollSums(more: Partial<Outputs["rent"]["rollSums"]> = {}): Outputs["rent"]["rollSums"] {
  const sums = { leases: 1, before: 0, charged: 1510, paid: 1450, credited: 0, after: 60, depositHeld: 1450, cameLater: 0 };
  const income = [{ property: "Juniper Court", month: "2026-11", received: 1450, deposits: 0, income: 1450 }];
  return { closed: null, ...sums, properties: [{ property: "Juniper Court", ...sums }], income, ...more };
}

/** A month's rent in a ledger. */
export function ledgerLine(more: Partial<Outputs["rent"]["ledger"]["items"][number]> = {}): Outputs["rent"]["ledger"]["items"][number] {
  return {
    _id: "1",
    kind: "charge",
    on: "2026-12-01",
    postedAt: "2026-11-16T06:00:00.000Z",
    description: "Rent for December 2026",
    note: null,
    amount: 1450,
    balance: 1450,
    charge: { _id: "chg_2", kind: "rent", dueOn: "2026-12-01", open: 1450, isVoided: false },
    withoutFees: [],
    creditId: null,
    paymentId: null,
    ...more,
  };
}
