/** The lists that background jobs work through, by the name under which an item of one is set aside, each with what cannot be done where one fails. */
export const workLists = {
  payment: "The money of a payment cannot be counted",
  transfer: "A transfer cannot be counted, or what it caused cannot be taken back",
  block: "The transfers of a block cannot be sealed as final",
  wallet: "The money that a wallet had sent before it was proven cannot be matched",
  log: "A log of the chain cannot be recorded",
  "charge-rent": "The rent of a lease cannot be charged",
  "allocate-rent": "The money of a lease cannot be put to its charges",
  "late-fees": "The late fees of a lease cannot be charged",
  "remind-business": "The tenants of a business cannot be reminded",
  "remind-lease": "The tenants of a lease cannot be reminded",
  "send-cheque": "A scheduled payment cannot be sent or followed",
  "check-cheque": "A scheduled payment cannot be checked",
} as const;
export type WorkListName = keyof typeof workLists;

export const workListNames = Object.keys(workLists).filter((name): name is WorkListName => name in workLists);
