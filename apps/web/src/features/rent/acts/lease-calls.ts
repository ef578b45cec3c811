import { createContext, use } from "react";
import { type Inputs, type Outputs, trpcClient } from "../../../lib/trpc.ts";

type Rent = Inputs["rent"];

/** API calls that change a lease and its ledger. Landlords and administrators use different ones. */
export interface LeaseCalls {
  addCharge: (input: Rent["addCharge"]) => Promise<unknown>;
  voidCharge: (input: Rent["voidCharge"]) => Promise<unknown>;
  addCredit: (input: Rent["addCredit"]) => Promise<unknown>;
  /** Returns the number and the sum of the late fees that a credit would make wrong. */
  wrongFees: (input: Rent["wrongFees"]) => Promise<{ count: number; amount: number }>;
  reverseCredit: (input: Rent["reverseCredit"]) => Promise<unknown>;
  changeLease: (input: Rent["changeLease"]) => Promise<unknown>;
  endLease: (input: Rent["endLease"]) => Promise<unknown>;
  renewLease: (input: Rent["renewLease"]) => Promise<unknown>;
  undoLease: (input: Rent["undoLease"]) => Promise<unknown>;
  setPartPayments: (input: Rent["setPartPayments"]) => Promise<unknown>;
  /** Returns how many tenants get the mail, and how many have switched it off. */
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

/** Calls of an administrator, for the lease of any landlord. */
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

/** The calls of the current area. Default: the landlord's. */
export const LeaseCallsContext = createContext(landlordCalls);

export function useLeaseCalls(): LeaseCalls {
  return use(LeaseCallsContext);
}
