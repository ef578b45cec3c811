import type { BusinessType } from "@hearth/domain/merchants/business-types";
import { useQuery } from "@tanstack/react-query";
import { isSettled } from "../../../lib/loading/is-settled.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { useLatch } from "../../../lib/use-latch.ts";
import { namedMerchants } from "../../enrollment/merchant-lists.ts";
import { useWalletStatus } from "../../wallet/use-wallet-status.ts";
import type { OwnLease } from "./pay-choices.ts";
import { type Account, isEnrolled } from "../../enrollment/require-enrollment.ts";

/** The account's merchant, as the payment screens need it. */
export interface Payee {
  merchantId: string;
  name: string;
  businessType: BusinessType;
  isActive: boolean;
  /** Null until the merchant has set one up, and where its signed payee card does not name it. */
  walletAddress: string | null;
  /** True where the signed payee card does not name the merchant's wallet, so that nothing is paid there. */
  isHeld: boolean;
  aptNumber: string | null;
}

/** Loads the account's merchant, and whether any merchant is active. */
export function usePayee() {
  const account = trpc.auth.me.useQuery();
  const merchants = useQuery(namedMerchants);
  const active = merchants.data?.filter(({ status }) => status === "active");
  const payee = account.data && merchants.data ? findPayee(account.data, merchants.data) : undefined;
  return {
    payee,
    hasMerchants: active === undefined || active.length > 0,
    isError: (account.isError && !account.data) || (merchants.isError && !merchants.data),
    isFetching: account.isFetching || merchants.isFetching,
    refetch: () => void Promise.all([account.refetch(), merchants.refetch()]),
  };
}

/**
 * Loads the account's merchant for a payment form. Returns it only after everything shown near the form's buttons has loaded or failed.
 * Content that appears later would shift the buttons under the user's finger.
 */
export function usePayeeOfForm() {
  const read = usePayee();
  const merchantId = read.payee?.merchantId;
  const merchantStanding = trpc.merchant.standing.useQuery({ selectedMerchantId: merchantId ?? "" }, { enabled: merchantId !== undefined });
  const wallet = useWalletStatus();
  const leases = trpc.rent.mine.useQuery(undefined, { refetchOnMount: "always" });
  const hasStanding = read.payee === null || (read.payee !== undefined && isSettled(merchantStanding));
  const isComplete = useLatch(hasStanding && isSettled(leases) && wallet.kind !== "loading");
  const payee = read.payee && { ...read.payee, isHeld: merchantStanding.data?.payeeHeld === true };
  return { ...read, payee: isComplete ? payee : undefined };
}

/** Says why a merchant without a payable wallet cannot be paid, and what to do. */
export function missingWalletWords({ name, isHeld }: Pick<Payee, "name" | "isHeld">): { title: string; detail: string } {
  return isHeld
    ? {
        title: `Payments to ${name} are stopped, because its wallet is not the one that it signed for`,
        detail:
          "Please do not pay another way before you have called them. If they changed their wallet, payments start again in some days.",
      }
    : { title: `${name} has not set up their wallet address yet`, detail: "As soon as they have, you can pay here." };
}

/**
 * Finds the lease that a payment to this payee is for: the named one, or else the only one that runs, as the server does. Undefined if there
 * is none or several.
 */
export function usePaidLease(payee: Pick<Payee, "merchantId">, leaseId: string | undefined): OwnLease | undefined {
  const { data: leases = [] } = trpc.rent.mine.useQuery();
  if (leaseId !== undefined) return leases.find(({ _id }) => _id === leaseId);
  const running = leases.filter(({ merchantId, isOver, hasLeft }) => merchantId === payee.merchantId && !isOver && !hasLeft);
  return running.length === 1 ? running[0] : undefined;
}

/** Returns null if the account is not enrolled. A suspended merchant is in no list, but is still named. */
function findPayee(account: Account, merchants: Outputs["merchant"]["listAll"]["items"]): Payee | null {
  if (!isEnrolled(account)) return null;
  const { merchant, aptNumber } = account;
  const listed = merchants.find(({ _id }) => _id === merchant._id);
  return {
    merchantId: merchant._id,
    name: merchant.name,
    businessType: merchant.businessType,
    isActive: merchant.status === "active",
    walletAddress: listed?.walletAddress ?? null,
    isHeld: false,
    aptNumber,
  };
}
