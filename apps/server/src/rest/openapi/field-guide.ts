import { publicId } from "@hearth/domain/ids";

/** The example and the description that every field of this name gets. */
interface FieldGuide {
  example?: unknown;
  description?: string;
}

const uuid = "0198c4e1-7a52-7c31-9d40-5b1e6f2a8c77";
const usdcWallet = "0x52908400098527886E0F7030069857D2E4169EE7";
const ownWallet = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
const hash = `0x${"4f1c9a7e".repeat(8)}`;
const moment = "2026-11-20T14:05:09.000Z";

const guides: Record<string, FieldGuide> = {
  after: { example: 1450, description: "The balance at the end of the period, in dollars: positive is owed, negative is prepaid." },
  address: { example: "14 Linden Street, Duluth, MN 55802" },
  ageDays: { example: 4, description: "Whole days since the dispute was filed." },
  amount: { example: 1450, description: "Dollars, with at most 2 decimals." },
  amountUSD: { example: 1450, description: "The same value as `amount`." },
  allCharges: { example: false, description: "Includes utilities, fees and other charges, not only rent." },
  aptNumber: { example: "4B" },
  balance: {
    example: 1450,
    description: "The balance in dollars: positive is owed, negative is prepaid. On a ledger line: the balance after it.",
  },
  before: { example: 0, description: "The balance at the start of the period, in dollars: positive is owed, negative is prepaid." },
  binding: { example: hash, description: "The value that is sent with a transfer and identifies its checkout." },
  blockchainNetwork: { example: "Base Sepolia" },
  blockchainTxHash: { example: hash, description: "The same value as `transactionHash`." },
  blockHash: { example: hash },
  blockNumber: { example: "12648430", description: "A decimal string." },
  businessType: {
    example: "apartment",
    description:
      "Selects only the wording. Pages, emails and files of an `apartment` or `real_estate` business say tenant, lease and landlord; those of other businesses say customer, agreement and merchant. Calls and fields keep their names.",
  },
  by: {
    example: "Maya Okafor",
    description: "Who did it; null if Hearth did it automatically. For signed terms: the wallet. In `outcome`: dollars short or over.",
  },
  beyondLaw: {
    description:
      "Confirms that a late fee above the known limits of the law of the property's state is intended. Recorded in the audit log.",
  },
  canBeSet: { description: "True if autopay can be set up: the landlord is active and has a proven wallet." },
  cameLater: {
    example: -100,
    description:
      "Sum of the lines for this period that were added after its close, in dollars: positive means that more is owed. A later month includes them; no other figure of this period does.",
  },
  chargebackAmount: {
    example: 1450,
    description:
      "Dollars, at most the disputed amount and the part of the payment that has not been returned. Only for the result `chargedBack`.",
  },
  chargedFrom: { example: "2026-12-01", description: "First day of the first month to charge, if the lease was managed elsewhere before." },
  checkoutURL: {
    example: `https://hearth.example/checkout/${"9b2e".repeat(16)}`,
    description: "Open this URL in a popup of 500 by 700 pixels.",
  },
  code: {
    example: "H7Q4-K2MX",
    description:
      "A short code that people can read out to each other. In a sign-in or step-up: the code of the second factor. In the exchange's callback: its authorization code.",
  },
  coinbaseAccountConnected: { example: true },
  comment: { example: "The technician comes on Tuesday." },
  comments: { description: "The comments, oldest first." },
  content: { description: "The content of the file, in base64." },
  contactName: { example: "Ines Prado" },
  confirmations: { example: 12, description: "Number of blocks after the block of the transfer." },
  csv: {
    example: "Property,Unit,Kind,Description,Amount,Due\nJuniper Court,4B,Utility,Water,31.20,2026-11-30\n",
    description: "A CSV file as text. The first line contains the column names.",
  },
  businessClosed: {
    example: false,
    description: "Whether the business that was paid has closed; then no dispute can be filed, reopened or approved.",
  },
  currentPassword: { example: "linden street 14" },
  currentPath: { example: "/payment", description: "The path on this site to return the person to." },
  cursor: { description: "Where the next page starts: the `X-Next-Cursor` of the previous page." },
  daysBefore: { example: 5, description: "Number of days before the due date on which tenants are reminded; null for no such reminder." },
  daysLate: {
    example: 3,
    description:
      "Number of days past `dueOn`. In a reminder rule: number of days after the due date on which tenants are reminded; null for no such reminder.",
  },
  deposit: { example: 1450, description: "The deposit, in dollars. In terms to sign: in cents." },
  depositHeld: { example: 1450, description: "The part of deposits that tenants have paid, in dollars, as of today." },
  description: { example: "Rent for November" },
  balanceAfter: {
    example: -50,
    description: "The balance of the lease if the payment were assigned to it, in dollars: positive is owed, negative is prepaid.",
  },
  counts: { example: 200, description: "The part of the payment that has arrived and counts, in dollars." },
  dateRange: { description: "The month of the figures, in the requested time zone." },
  document: {
    description:
      "The text of the signed file, as JSON: the record, its EIP-712 signature, and a JWS copy. Anyone can verify it at `/verify`.",
  },
  disputable: {
    example: 1450,
    description: "The largest amount that can be disputed now, in dollars: at most the part of the payment that has not been returned.",
  },
  displayStatus: { example: "completed" },
  disputeResolution: { example: null },
  disputeStatus: { example: null },
  disputeId: {
    example: "K7M2-4QXR",
    description: "The short code that people read out to each other. Calls accept it instead of the `_id`.",
  },
  dueDay: { example: 1, description: "1 to 28, or 31 for the last day of the month." },
  dueOn: { example: "2026-12-01", description: "The due date, in the lease's time zone; null if nothing is owed." },
  effectiveFrom: { example: "2027-01-01", description: "The first day of the first month to which these terms apply." },
  email: { example: "maya@example.com" },
  endDate: { example: "2026-11-30", description: "The end of the range, inclusive: a date such as `2026-11-30`, or an ISO 8601 time." },
  endsOn: { example: "2027-11-30", description: "The last day of the lease; null if it has no end." },
  error: { example: "access_denied", description: "The reason why the exchange gave no result." },
  fileName: { example: "receipt.pdf" },
  finalAt: { description: "When the transfer became final: the chain can no longer remove it." },
  fees: {
    example: "this",
    description:
      "When you void a late fee: `this` voids only this fee; `all` voids every late fee of the same rent and prevents further ones.",
  },
  firstName: { example: "Maya" },
  from: { example: ownWallet },
  grossAmount: { example: 1450, description: "The money that came in and counts, in dollars." },
  hasArrived: {
    example: false,
    description:
      "True if the merchant has received the money but it does not count yet, because confirmations or the onramp provider's report are missing.",
  },
  hasBankAccount: { example: true },
  idempotencyKey: { example: "rent-2026-11-7f3a", description: "The same as the `Idempotency-Key` header." },
  invitation: { example: `hrm_${"q7Zk".repeat(10)}abc`, description: "The part of the invitation link after the `#`." },
  isComing: { description: "True if the month can still be paid in time." },
  isCounted: {
    description: "True if the transfer counts for the payment: it completed the payment alone, or is one of the parts that did.",
  },
  isOver: { description: "True if the last day of the lease has passed." },
  isPaidByOther: { description: "True if another tenant of the lease has signed a scheduled payment for the month." },
  isWalletProven: { description: "True if the wallet's owner has proven it with a signature; null if there is no wallet." },
  lastName: { example: "Okafor" },
  late: { example: 0, description: "The part that was due before today, in dollars." },
  lateFeeAmount: { example: 50, description: "In dollars if the kind is `fixed`; in percent of the unpaid rent if it is `percent`." },
  lateFeeCap: { example: 100, description: "Maximum late fees for one month's rent, in dollars. In terms to sign: in cents." },
  limit: { example: 100, description: "Maximum number of items." },
  merchant: { example: "Lakeside Lofts" },
  merchantName: {
    example: "Lakeside Lofts",
    description: "Compared with the merchant you are enrolled with. It never decides who is paid.",
  },
  merchantWalletAddress: {
    example: usdcWallet,
    description: "Compared with the wallet that is stored for the merchant. It never decides who is paid.",
  },
  message: { example: "Your changes are saved" },
  month: { example: "2026-11" },
  months: { example: 3, description: "Number of the next months, 1 to 12." },
  movedInOn: { example: "2026-12-01", description: "The day on which the tenant moved in, if later than the first day of the lease." },
  movedOutOn: {
    example: "2026-12-31",
    description: "The tenant's last day, if they move out before the lease ends; null while they stay. In a request, null removes the day.",
  },
  hasLeft: {
    example: false,
    description: "True if the tenant's last day has passed. The tenant then sees only entries written up to that day.",
  },
  accountClosedAt: { example: null, description: "When the account that had joined was closed; null again after another account joins." },
  mailProblem: { example: null, description: "Why the invitation's email was not delivered: it bounced, or no mail server accepted it." },
  name: { example: "Lakeside Lofts" },
  netAmount: { example: 1350, description: "Money received minus money returned, in dollars." },
  newPassword: { example: "a much longer sentence" },
  next: { description: "The next rent that will be charged under the current terms; null if there is none." },
  nextPeriod: { example: "2026-12-01", description: "The first day of the next month that will be charged." },
  nonce: { example: hash, description: "The nonce to sign: a hash of the billed terms." },
  notes: { example: "The tenant called about it" },
  oddity: {
    description:
      "What was unusual about the money: `late` if it arrived after the checkout had ended, `over` if it was more than the amount.",
  },
  mailedAt: { description: "When the link was last emailed." },
  metadata: { example: { order: "7" }, description: "Your own key-value pairs of text, at most 20. No one else can read them." },
  on: { example: "2026-11-02", description: "The day to which it applies, in the lease's time zone." },
  openAmount: { example: 1450, description: "The unpaid part of the rent at the start of the first of these days, in dollars." },
  openDisputes: { example: 1 },
  order: { example: "newest", description: "The sort order of the list." },
  originalName: { example: "heating.pdf" },
  orphanedAt: { example: null, description: "When a reorganization of the chain removed the block of the transfer." },
  outcome: {
    example: { kind: "short", by: 1 },
    description: "The state of the payment if this transfer is attached, and the number of dollars by which it is then short or over.",
  },
  outsideId: { example: "order-7", description: "The ID in your own software, unique for each merchant." },
  owed: { example: 1450, description: "The sum of all unpaid charges, in dollars." },
  partPayments: { description: "True if tenants of the lease may make partial payments. If false, a checkout always pays bills in full." },
  password: { example: "linden street 14" },
  pastLateFees: {
    example: false,
    description:
      "Set to true to charge late fees for rent that is already late when the lease is entered. By default such rent has no late fees.",
  },
  path: {
    example: `/api/disputes/${publicId("dispute", uuid)}/documents/${publicId("document", uuid)}`,
    description: "The path for downloading the document, with a token.",
  },
  pastDue: { example: 0, description: "The part of the balance that was due before today, in dollars." },
  pastDueLeases: { example: 2, description: "Number of leases with a past due amount." },
  payeeAddress: { example: usdcWallet },
  payeeWords: {
    example: "amber-river-seven-cloud-oak",
    description:
      "Five words for the signed payee card that names the wallet, by which a payer recognizes the business; null without such a card.",
  },
  pendingWallet: {
    description:
      "The wallet that will receive payouts from `takesEffectAt` on, unless the owner cancels the change; null if no change is pending.",
  },
  period: {
    example: "2026-11",
    description: "A month (`2026-11`) or a whole year (`2026`). For autopay: the first day of a month (`2026-12-01`).",
  },
  periods: { example: "2026-12-01", description: "Months, each by its first day. By default, the next months." },
  phoneNumber: { example: "+1 218 555 0123" },
  property: { example: "Juniper Court" },
  proven: { description: "True if the owner has proven the wallet with a signature." },
  reason: { example: "The heating was off for a week" },
  redirectPath: { example: "/dashboard" },
  redirectUrl: { example: "https://login.coinbase.com/oauth2/auth?state=6f1d", description: "Redirect the person to this URL." },
  reference: { example: "9b2e".repeat(16), description: "The secret in the link of a bill." },
  refunded: { example: "part", description: "How much of the payment was returned to the payer: `none`, `part` or `whole`." },
  refusal: { example: null, description: "The reason why it cannot be done, or null." },
  remindedOn: { example: "2026-11-20", description: "The day of the last reminder in the time zone of the lease; null if there was none." },
  rent: { example: 1450, description: "The rent of one month, in dollars. In terms to sign: in cents." },
  seen: {
    example: {},
    description: "What you saw of the object when you read it. If it is different by now, your change is rejected. Optional.",
  },
  seenAt: {
    example: moment,
    description:
      "In a request: the `updatedAt` of the lease when you read it; if someone has changed the lease since, your change is rejected. On a transfer: when Hearth first saw it.",
  },
  short: {
    example: { received: 400, missing: 500 },
    description: "Received and missing dollars of an unpaid payment. They add up to its amount. Null if nothing has arrived, or enough.",
  },
  refundedAmount: { example: 100, description: "The amount that was returned to the payer, in dollars." },
  resultReason: { example: "The repair records confirm it" },
  returnUrl: { example: "https://shop.example/orders/7", description: "An https address that the payer can return to after paying." },
  returnPath: { example: "/payment" },
  search: { example: "rent", description: "Search terms: words, an amount, an ID, or the beginning of a hash." },
  selectedMerchantId: {
    example: publicId("merchant", uuid),
    description:
      "The merchant that a consumer pays, or the business that a merchant's account owns. It does not affect what the account may access.",
  },
  signature: { example: `0x${"5c".repeat(65)}`, description: "The signature that the wallet returned." },
  smartWalletAddress: { example: ownWallet },
  startDate: { example: "2026-11-01", description: "The start of the range, inclusive: a date such as `2026-11-01`, or an ISO 8601 time." },
  sort: {
    example: "unit",
    description: "What the list is sorted by. Without an `order`, amounts are descending and everything else is ascending.",
  },
  standing: {
    example: "joined",
    description:
      "The furthest step of any present tenant: `notInvited`, `invited` by an open invitation, `joined` with an account, or `autopay` with signed payments.",
  },
  startsOn: { example: "2026-11-15", description: "The first day of the lease." },
  state: {
    example: "6f1d0c2b7a9e4d51",
    description:
      "The state of the object. In the exchange's callback: the `state` that the exchange sent back; it works once, within ten minutes.",
  },
  status: { example: "completed" },
  stillOwed: { example: 64.2, description: "The part that has not reached the payer yet, in dollars." },
  strategy: { description: "Tells whether to open `redirectUrl` in a separate window or in the current one." },
  home: {
    example: "Juniper Court 4B",
    description: "The property and unit of the lease that the payment counts for. Null without a lease.",
  },
  timeZone: { example: "America/Chicago", description: "The time zone in which days, months and times are shown, as an IANA name." },
  to: { example: usdcWallet },
  token: { example: `hrt_${"q7Zk".repeat(10)}abc`, description: "Send it as `Authorization: Bearer ...`. It is returned only once." },
  seenTransactionHash: { example: hash, description: "The refund's transfer, seen on the chain and not deep enough to count yet." },
  transactionHash: { example: hash, description: "The transaction of the transfer that completed the payment." },
  transferId: { example: publicId("transfer", uuid), description: "The `_id` of the transfer." },
  transactionId: { example: publicId("payment", uuid), description: "The `_id` of the payment." },
  trouble: { example: null, description: "Why USDC would reject the payment, as of the last check; null if it would not." },
  txHash: { example: hash },
  undoneAt: { example: null, description: "When the lease was undone because it had been entered by mistake; otherwise null." },
  unit: { example: "4B" },
  usdc: { example: "1450.00" },
  usdcUnits: { example: "1450000000", description: "USDC in its smallest units (6 decimals), as a decimal string." },
  urgency: { description: "Derived from the age: high from 7 days, medium from 3 days." },
  validAfter: { example: 1796104799, description: "Unix seconds, exclusive." },
  validBefore: { example: 1796450400, description: "Unix seconds, exclusive." },
  voidReason: { example: null, description: "Why the scheduled payment was voided." },
  voidFees: {
    example: false,
    description: "Set to true to also void late fees that become wrong because the credit applies to an earlier day.",
  },
  walletAddress: { example: usdcWallet },
  walletProven: { description: "True if a signature, or the exchange that holds the wallet, has proven that it belongs to the merchant." },
  wasSigned: { description: "True if the scheduled payment was ever signed. An erased signature can also be cancelled on the chain." },
};

/** Returns the description of a field with this name, or undefined if the name needs none. */
export function fieldWords(name: string): string | undefined {
  return guideOf(name)?.description;
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
