/** Lists of items that background jobs process. Each has the failure that is reported when one of its items is set aside. */
export const workLists = {
  payment: "The money of a payment cannot be counted",
  transfer: "A transfer cannot be counted, or what it caused cannot be reversed",
  block: "The transfers of a block cannot be sealed as final",
  wallet: "The money that a wallet had sent before it was proven cannot be matched",
  log: "A log of the chain cannot be recorded",
  "charge-rent": "The rent of a lease cannot be charged",
  "allocate-rent": "The money of a lease cannot be applied to its charges",
  "count-past-due": "What is past due on a lease cannot be counted again",
  "late-fees": "The late fees of a lease cannot be charged",
  "remind-business": "The tenants of a business cannot be reminded",
  "remind-lease": "The tenants of a lease cannot be reminded",
  "send-scheduled-payment": "A scheduled payment cannot be sent or followed",
  "check-scheduled-payment": "A scheduled payment cannot be checked",
  "expire-payment": "A checkout whose time is over cannot be ended",
  "expire-top-up": "The second checkout of a payment cannot be ended",
  "follow-order": "A purchase by card or bank cannot be followed",
  "carry-relay": "A payment that its payer signed cannot be sent",
  "recheck-relay": "A signed payment that was sent cannot be looked at again",
  "former-key": "A transaction of another relayer key cannot be followed",
  "send-invitation": "An invitation that waited cannot be emailed",
  "send-mail": "An email cannot be tried",
  "send-webhook": "The webhook cannot be told of an alarm",
  "payout-change": "A change of a payout wallet cannot be made",
  "notify-payers": "The payers of a business cannot be notified of its new payout wallet",
  "review-refund": "The open refund of a payment cannot be reviewed",
  "daily-summary": "A business cannot be told what waits for it today",
  "remove-upload": "An uploaded file that belongs to nothing cannot be removed",
} as const;
export type WorkListName = keyof typeof workLists;

export const workListNames = Object.keys(workLists).filter((name): name is WorkListName => name in workLists);
