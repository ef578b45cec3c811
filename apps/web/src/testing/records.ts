import type { Outputs } from "../lib/trpc.ts";

/** What the server answers in tests: whole records, of which a test names what it is about. */

const moment = "2026-03-02T12:00:00.000Z";
const wallet = "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B";

/** A tenant's account, enrolled with a merchant. */
export function account(more: Partial<Outputs["auth"]["me"]> = {}): Outputs["auth"]["me"] {
  return {
    _id: "usr_1",
    firstName: "Maya",
    lastName: "Okafor",
    email: "maya@hearth.test",
    role: "user",
    status: "active",
    address: "12 Hill Road, Austin, TX 78701",
    phoneNumber: "555 0100",
    aptNumber: "4B",
    selectedMerchantId: "mer_1",
    walletAddress: wallet,
    createdAt: moment,
    merchant: { _id: "mer_1", name: "Juniper Court", status: "active" },
    ...more,
  };
}

/** A business as its owner sees it. */
export function business(more: Partial<Outputs["merchant"]["business"]> = {}): Outputs["merchant"]["business"] {
  return {
    _id: "mer_1",
    name: "Juniper Court",
    businessType: "apartment",
    contactName: "Ada Lang",
    email: "office@juniper.test",
    phoneNumber: "555 0199",
    address: "1 Court Street, Austin, TX 78701, United States",
    description: "Forty homes",
    walletAddress: wallet,
    walletProven: true,
    status: "active",
    timeZone: "America/New_York",
    createdAt: moment,
    updatedAt: moment,
    transactionCount: 0,
    ...more,
  };
}

/** An account as an administrator sees it. */
export function adminUser(more: Partial<Outputs["admin"]["user"]> = {}): Outputs["admin"]["user"] {
  const { merchant, ...own } = account();
  return { ...own, isWalletProven: true, merchantName: merchant?.name ?? null, disputes: [], updatedAt: moment, ...more };
}

/** A merchant as an administrator sees it. */
export function adminMerchant(more: Partial<Outputs["admin"]["merchant"]> = {}): Outputs["admin"]["merchant"] {
  const { walletProven: _, timeZone: __, ...own } = business();
  return { ...own, owner: { _id: "usr_2", firstName: "Ada", lastName: "Lang", email: "landlord@hearth.test" }, ...more };
}

/** A merchant as everybody who is signed in sees it. */
export function listedMerchant(
  more: Partial<Outputs["merchant"]["listAll"]["items"][number]> = {},
): Outputs["merchant"]["listAll"]["items"][number] {
  return { _id: "mer_1", name: "Juniper Court", businessType: "apartment", walletAddress: wallet, status: "active", ...more };
}

/** The chain as browsers are told. */
export function network(more: Partial<Outputs["payments"]["network"]> = {}): Outputs["payments"]["network"] {
  const offers = { faucetUrl: null, hasExchange: true, hasOnramp: true };
  return { name: "local", chainId: 84_532, label: "Local chain", rpcUrl: "http://127.0.0.1:8545", ...offers, ...more };
}

/** An open dispute with its life, as an administrator sees it. */
export function dispute(more: Partial<Outputs["disputes"]["getForAdmin"]> = {}): Outputs["disputes"]["getForAdmin"] {
  return {
    _id: "dsp_1",
    disputeId: "D-7K2M",
    userId: { _id: "usr_1", firstName: "Maya", lastName: "Okafor", email: "maya@hearth.test", phoneNumber: null },
    merchantId: { _id: "mer_1", name: "Juniper Court", businessType: "apartment" },
    paymentId: { _id: "pay_1", amount: 900, createdAt: moment, description: "March rent", status: "completed", transactionHash: null },
    reason: "The heating was off",
    description: null,
    notes: null,
    amount: 120,
    status: "open",
    createdAt: moment,
    updatedAt: moment,
    documents: [],
    comments: [],
    resolution: null,
    refund: null,
    timeline: [{ type: "filed", at: moment, by: null }],
    ...more,
  };
}

/** Money in a merchant's wallet that fits no payment. */
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
    meantFor: null,
    suggestion: null,
    setAsideAt: null,
    ...more,
  };
}
