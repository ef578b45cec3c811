import { publicId } from "@hearth/domain/ids";

/** An example and a description of a field by its name, which has the same meaning everywhere. */
interface FieldGuide {
  example?: unknown;
  words?: string;
}

const uuid = "0198c4e1-7a52-7c31-9d40-5b1e6f2a8c77";
const usdcWallet = "0x52908400098527886E0F7030069857D2E4169EE7";
const ownWallet = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
const hash = `0x${"4f1c9a7e".repeat(8)}`;
const moment = "2026-11-20T14:05:09.000Z";

const guides: Record<string, FieldGuide> = {
  after: { example: 1450, words: "What is owed after the period, in dollars; below zero what is prepaid." },
  address: { example: "14 Linden Street, Duluth, MN 55802" },
  ageDays: { example: 4, words: "Whole days since it was filed." },
  amount: { example: 1450, words: "Dollars, with at most 2 decimals." },
  amountUSD: { example: 1450, words: "The same as `amount`, under its other documented name." },
  allCharges: { example: false, words: "Utilities, fees and the rest, besides rent." },
  aptNumber: { example: "4B" },
  balance: { example: 1450, words: "What stands after it, in dollars: owed above zero, prepaid below." },
  before: { example: 0, words: "What was owed before the period, in dollars; below zero what was prepaid." },
  binding: { example: hash, words: "What travels with a transfer and ties it to its checkout." },
  blockchainNetwork: { example: "Base Sepolia" },
  blockchainTxHash: { example: hash, words: "The same as `transactionHash`, under its other documented name." },
  blockHash: { example: hash },
  blockNumber: { example: "12648430", words: "A decimal string." },
  businessType: {
    example: "apartment",
    words:
      "Decides words alone: pages, mails and files of a business that is neither an `apartment` nor in `real_estate` say customer, agreement and merchant for tenant, lease and landlord. Calls and fields keep their names.",
  },
  by: { example: "Maya Okafor", words: "Who did it; null for Hearth itself." },
  beyondLaw: {
    words: "Says that a late fee beyond what is known of the law of the property's state is meant so; it is written to the audit log.",
  },
  canBeSet: { words: "Whether the landlord has a proven wallet, to which alone it can be signed." },
  cameLater: {
    example: -100,
    words:
      "What came for the period's days after they were closed, in dollars: above zero more is owed by it. A later month counts it, and no other figure has it.",
  },
  chargebackAmount: {
    example: 1450,
    words: "Dollars, at most the disputed amount and what has not gone back of the payment. Belongs to `chargedBack` alone.",
  },
  chargedFrom: { example: "2026-12-01", words: "The first of the first month to charge, for a lease that ran elsewhere before." },
  checkoutURL: { example: `https://hearth.example/checkout/${"9b2e".repeat(16)}`, words: "Open it in a popup of 500 by 700." },
  code: { example: "H7Q4-K2MX", words: "A short code that people can read to each other." },
  coinbaseAccountConnected: { example: true },
  comment: { example: "The technician comes on Tuesday." },
  comments: { words: "The conversation, oldest first." },
  content: { words: "The file, in base64." },
  contactName: { example: "Ines Prado" },
  confirmations: { example: 12, words: "Blocks on top of the transfer's own." },
  csv: {
    example: "Property,Unit,Kind,What for,Amount,Due\nJuniper Court,4B,Utility,Water,31.20,2026-11-30\n",
    words: "A file as text, with the names of its columns in its first line.",
  },
  businessClosed: { example: false, words: "Whether the business that was paid has closed; then no dispute can be filed or reopened." },
  currentPassword: { example: "linden street 14" },
  currentPath: { example: "/payment", words: "Where the person comes back to; a path of this site." },
  cursor: { words: "Where the list goes on: the `X-Next-Cursor` of the page before." },
  daysBefore: { example: 5, words: "So many days before the due day tenants are reminded; null for not at all." },
  daysLate: { example: 3, words: "How many days `dueOn` is past; of reminders so many days after it, null for not at all." },
  deposit: { example: 1450, words: "Dollars." },
  depositHeld: { example: 1450, words: "What tenants have paid of deposits, in dollars, as it is today." },
  description: { example: "Rent for November" },
  balanceAfter: { example: -50, words: "What would stand on the lease if the payment were put to it, in dollars." },
  counts: { example: 200, words: "What of the payment has arrived and counts, in dollars." },
  dateRange: { words: "The month the figures are about, in the time zone asked for." },
  document: {
    words: "The text of the signed file, as JSON: the record, its EIP-712 signature, and a JWS copy. Anybody checks it at `/verify`.",
  },
  disputable: {
    example: 1450,
    words: "The largest amount that can be disputed now, in dollars: at most its amount, and what has not gone back.",
  },
  displayStatus: { example: "completed" },
  disputeResolution: { example: null },
  disputeStatus: { example: null },
  disputeId: { example: "K7M2-4QXR", words: "The short code that people read to each other. Calls take it in place of the `_id`." },
  dueDay: { example: 1, words: "1 to 28, or 31 for the month's last day." },
  dueOn: { example: "2026-12-01", words: "The day by which it is due, where the lease is; null where nothing is owed." },
  effectiveFrom: { example: "2027-01-01", words: "The first of the first month that it holds for." },
  email: { example: "maya@example.com" },
  endDate: { example: "2026-11-30", words: "The last day or moment inside: `2026-11-30`, or an ISO 8601 time." },
  endsOn: { example: "2027-11-30", words: "The last day; null for none." },
  error: { example: "access_denied", words: "Why there is no code." },
  fileName: { example: "receipt.pdf" },
  finalAt: { words: "Since when it can no longer be taken back." },
  fees: { example: "this", words: "Of a late fee to void: `this` alone, or `all` of its rent with no further ones." },
  firstName: { example: "Maya" },
  from: { example: ownWallet },
  grossAmount: { example: 1450, words: "What came in for it and counts, in dollars." },
  hasArrived: {
    example: false,
    words: "Whether its money is with the merchant and does not count yet: confirmations, or the onramp's word, are missing.",
  },
  hasBankAccount: { example: true },
  idempotencyKey: { example: "rent-2026-11-7f3a", words: "As the `Idempotency-Key` header." },
  invitation: { example: `hrm_${"q7Zk".repeat(10)}abc`, words: "What the link carries behind its `#`." },
  isComing: { words: "Whether it can still be paid in time." },
  isCounted: { words: "Whether this is the transfer that completed the payment." },
  isOver: { words: "Whether the last day of the lease is past." },
  isPaidByOther: { words: "Whether another tenant of the lease has signed for it." },
  isWalletProven: { words: "Whether its owner has signed for the wallet; null where there is none." },
  lastName: { example: "Okafor" },
  late: { example: 0, words: "What of it was due before today, in dollars." },
  lateFeeAmount: { example: 50, words: "Dollars where the kind is `fixed`, per cent of the unpaid rent where it is `percent`." },
  lateFeeCap: { example: 100, words: "The most for one month's rent, in dollars." },
  limit: { example: 100, words: "How many at most." },
  merchant: { example: "Lakeside Lofts" },
  merchantName: { example: "Lakeside Lofts", words: "Compared with the merchant you are enrolled with; never decides who is paid." },
  merchantWalletAddress: { example: usdcWallet, words: "Compared with the merchant's own; never decides who is paid." },
  message: { example: "Your changes are saved" },
  month: { example: "2026-11" },
  months: { example: 3, words: "How many of the next ones, 1 to 12." },
  movedInOn: { example: "2026-12-01", words: "The day on which a tenant moved in, where that is later than the lease's first." },
  movedOutOn: {
    example: "2026-12-31",
    words: "A tenant's last day, where they move out before the lease ends; null while they stay. Null in a request removes it.",
  },
  hasLeft: { example: false, words: "Whether the last day is over: the tenant then sees what was written until then, and nothing new." },
  accountClosedAt: { example: null, words: "When the account that had joined was closed; null again once another one joins." },
  mailProblem: { example: null, words: "Why the mail of the invitation did not arrive, where it came back or no mail server took it." },
  name: { example: "Lakeside Lofts" },
  netAmount: { example: 1350, words: "What came in less what went back, in dollars." },
  newPassword: { example: "a much longer sentence" },
  next: { words: "The rent that is charged next, as the lease stands; null where none is." },
  nextPeriod: { example: "2026-12-01", words: "The first day of the next month to charge." },
  nonce: { example: hash, words: "The nonce that is signed; a hash of the billed terms." },
  notes: { example: "The tenant called about it" },
  oddity: { words: "What was odd about the money: `late` after the checkout had ended, `over` more than asked." },
  mailedAt: { words: "When its link was last mailed." },
  metadata: { example: { order: "7" }, words: "Texts of your own by name, at most 20; nobody else reads them." },
  on: { example: "2026-11-02", words: "The day that it is about, where the lease is." },
  openAmount: { example: 1450, words: "What was open of the rent as the first of these days began, in dollars." },
  openDisputes: { example: 1 },
  order: { example: "newest", words: "Which end of the list comes first." },
  originalName: { example: "heating.pdf" },
  orphanedAt: { example: null, words: "When the chain took its block back." },
  outcome: {
    example: { kind: "short", by: 1 },
    words: "What the payment becomes when the transfer is attached, and by how many dollars it is then short or over.",
  },
  outsideId: { example: "order-7", words: "What your own software calls it; one of a kind with the merchant." },
  owed: { example: 1450, words: "All that is charged and not paid, in dollars." },
  partPayments: { words: "Whether tenants of the lease may pay a bill in parts; where not, a checkout pays bills whole." },
  password: { example: "linden street 14" },
  pastLateFees: {
    example: false,
    words: "Whether months that are late as the lease is entered bear its late fees; they do not without it.",
  },
  path: {
    example: `/api/disputes/${publicId("dispute", uuid)}/documents/${publicId("document", uuid)}`,
    words: "Where it is downloaded, with a token.",
  },
  payeeAddress: { example: usdcWallet },
  pendingWallet: { words: "Another wallet that payouts will go to at `takesEffectAt`, unless the owner stops it; null where none waits." },
  period: { example: "2026-11", words: "A month, `2026-11`, or a whole year, `2026`; of autopay the first day of a month, `2026-12-01`." },
  periods: { example: "2026-12-01", words: "Months by their first days; without them the next ones." },
  phoneNumber: { example: "+1 218 555 0123" },
  property: { example: "Juniper Court" },
  proven: { words: "Whether the owner has signed for the wallet." },
  reason: { example: "The heating was off for a week" },
  redirectPath: { example: "/dashboard" },
  redirectUrl: { example: "https://login.coinbase.com/oauth2/auth?state=6f1d", words: "Send the person there." },
  reference: { example: "9b2e".repeat(16), words: "The secret in a bill's link." },
  refunded: { example: "part", words: "Whether none, part or the whole of it went back to the payer." },
  refusal: { example: null, words: "Why it cannot be done, or null." },
  rent: { example: 1450, words: "A month's, in dollars." },
  seenAt: { example: moment, words: "The lease's `updatedAt` as you saw it; where somebody has changed it since, nothing is changed." },
  short: {
    example: { received: 400, missing: 500 },
    words:
      "What of an unpaid payment has arrived and what is missing, in dollars that add up to its amount; null where nothing has, or all of it.",
  },
  refundedAmount: { example: 100, words: "What went back to the payer, in dollars." },
  resultReason: { example: "The repair records confirm it" },
  returnUrl: { example: "https://shop.example/orders/7", words: "Where whoever has paid may go back to; an https address." },
  returnPath: { example: "/payment" },
  search: { example: "rent", words: "Words, an amount, an id, or the beginning of a hash." },
  selectedMerchantId: {
    example: publicId("merchant", uuid),
    words: "Whom a consumer pays, or what a merchant's account owns. It decides nothing about what the account may see.",
  },
  signature: { example: `0x${"5c".repeat(65)}`, words: "What the wallet answered." },
  smartWalletAddress: { example: ownWallet },
  startDate: { example: "2026-11-01", words: "The first day or moment inside: `2026-11-01`, or an ISO 8601 time." },
  startsOn: { example: "2026-11-15", words: "The first day." },
  state: { example: "6f1d0c2b7a9e4d51", words: "As the exchange sent it back; good once, for ten minutes." },
  status: { example: "completed" },
  stillOwed: { example: 64.2, words: "What of it has not reached the payer yet, in dollars." },
  strategy: { words: "Whether the person goes there in a window of its own or in this one." },
  timeZone: { example: "America/Chicago", words: "Whose days and months are meant: an IANA name." },
  to: { example: usdcWallet },
  token: { example: `hrt_${"q7Zk".repeat(10)}abc`, words: "Send it as `Authorization: Bearer ...`. It is shown once." },
  transactionHash: { example: hash, words: "Of the transfer that completed it." },
  transferId: { example: publicId("transfer", uuid), words: "The transfer's `_id`." },
  transactionId: { example: publicId("payment", uuid), words: "The payment's `_id`." },
  trouble: { example: null, words: "What the token would refuse it for, as it was last asked." },
  txHash: { example: hash },
  undoneAt: { example: null, words: "When the lease was undone because it had been entered by mistake; null while it was not." },
  unit: { example: "4B" },
  usdc: { example: "1450.00" },
  usdcUnits: { example: "1450000000", words: "USDC in its smallest units (6 decimals), as a decimal string." },
  urgency: { words: "By age: high from 7 days, medium from 3." },
  validAfter: { example: 1796104799, words: "Unix seconds, excluded." },
  validBefore: { example: 1796450400, words: "Unix seconds, excluded." },
  voidReason: { example: null, words: "Why it is worth nothing any more." },
  voidFees: {
    example: false,
    words: "Whether late fees that it makes wrong, because it is about a day before them, are voided in the same step.",
  },
  walletAddress: { example: usdcWallet },
  walletProven: { words: "Whether a signature, or the exchange it is at, has proven that the wallet is the merchant's." },
  wasSigned: { words: "Whether it was ever signed; what is erased can be cancelled on the chain too." },
};

/** Returns the description of a field with this name, or undefined where the name says enough. */
export function fieldWords(name: string): string | undefined {
  return guideOf(name)?.words;
}

/** Returns an example for a field with this name, or undefined. */
export function fieldExample(name: string): unknown {
  return guideOf(name)?.example;
}

/** An example time, in the format of every time. */
export const exampleMoment = moment;

/** Example ids by kind. */
export const exampleIds: Record<string, string> = {
  user: publicId("user", uuid),
  merchant: publicId("merchant", uuid),
  payment: publicId("payment", uuid),
  dispute: publicId("dispute", uuid),
  document: publicId("document", uuid),
  comment: publicId("comment", uuid),
  refund: publicId("refund", uuid),
  transfer: publicId("transfer", uuid),
};

function guideOf(name: string): FieldGuide | undefined {
  return Object.hasOwn(guides, name) ? guides[name] : undefined;
}
