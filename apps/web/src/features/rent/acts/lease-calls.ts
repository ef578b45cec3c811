import { createContext, use } from "react";
import { errorCode } from "../../../lib/api-error.ts";
import { type Inputs, type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";

type Rent = Inputs["rent"];

/** What can be done to a lease and its ledger, by the calls of whoever does it. */
export interface LeaseCalls {
  addCharge: (input: Rent["addCharge"]) => Promise<unknown>;
  voidCharge: (input: Rent["voidCharge"]) => Promise<unknown>;
  addCredit: (input: Rent["addCredit"]) => Promise<unknown>;
  /** Answers how many late fees a credit would make wrong, and what they come to. */
  wrongFees: (input: Rent["wrongFees"]) => Promise<{ count: number; amount: number }>;
  reverseCredit: (input: Rent["reverseCredit"]) => Promise<unknown>;
  changeLease: (input: Rent["changeLease"]) => Promise<unknown>;
  endLease: (input: Rent["endLease"]) => Promise<unknown>;
  renewLease: (input: Rent["renewLease"]) => Promise<unknown>;
  undoLease: (input: Rent["undoLease"]) => Promise<unknown>;
  setPartPayments: (input: Rent["setPartPayments"]) => Promise<unknown>;
  /** Answers how many get the mail, and how many have switched it off. */
  remind: (input: Rent["remind"]) => Promise<Outputs["rent"]["remind"]>;
}

const landlordCalls: LeaseCalls = {
  addCharge: (input) => trpcClient.rent.addCharge.mutate(input),
  voidCharge: (input) => trpcClient.rent.voidCharge.mutate(input),
  addCredit: (input) => trpcClient.rent.addCredit.mutate(input),
  wrongFees: (input) => trpcClient.rent.wrongFees.query(input),
  reverseCredit: (input) => trpcClient.rent.reverseCredit.mutate(input),
  changeLease: (input) => trpcClient.rent.changeLease.mutate(input),
  endLease: (input) => trpcClient.rent.endLease.mutate(input),
  renewLease: (input) => trpcClient.rent.renewLease.mutate(input),
  undoLease: (input) => trpcClient.rent.undoLease.mutate(input),
  setPartPayments: (input) => trpcClient.rent.setPartPayments.mutate(input),
  remind: (input) => trpcClient.rent.remind.mutate(input),
};

/** What a landlord does to a lease, done by an administrator, on anybody's. */
export const adminLeaseCalls: LeaseCalls = {
  addCharge: (input) => trpcClient.rent.addChargeForAdmin.mutate(input),
  voidCharge: (input) => trpcClient.rent.voidChargeForAdmin.mutate(input),
  addCredit: (input) => trpcClient.rent.addCreditForAdmin.mutate(input),
  wrongFees: (input) => trpcClient.rent.wrongFeesForAdmin.query(input),
  reverseCredit: (input) => trpcClient.rent.reverseCreditForAdmin.mutate(input),
  changeLease: (input) => trpcClient.rent.changeLeaseForAdmin.mutate(input),
  endLease: (input) => trpcClient.rent.endLeaseForAdmin.mutate(input),
  renewLease: (input) => trpcClient.rent.renewLeaseForAdmin.mutate(input),
  undoLease: (input) => trpcClient.rent.undoLeaseForAdmin.mutate(input),
  setPartPayments: (input) => trpcClient.rent.setPartPaymentsForAdmin.mutate(input),
  remind: (input) => trpcClient.rent.remindForAdmin.mutate(input),
};

/** The calls of the area that the reader is in; a landlord's without one. */
export const LeaseCallsContext = createContext(landlordCalls);

export function useLeaseCalls(): LeaseCalls {
  return use(LeaseCallsContext);
}

/** Loads the lease again where somebody else has changed it meanwhile, so that the next press is about what stands now. */
export function useConflictReload(): (error: unknown) => void {
  const utils = trpc.useUtils();
  return (error) => {
    if (errorCode(error) === "CONFLICT") void utils.rent.invalidate();
  };
}
