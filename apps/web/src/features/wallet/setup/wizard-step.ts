import type { Step } from "../../../ui/steps.tsx";
import type { WalletStatus } from "../../../kit/status/status-map.ts";
import { type WizardSearch, type WizardStep, type WizardWay } from "./wizard-search.ts";

/** Facts that decide the step independently of the URL. */
export interface WizardFacts {
  /** True if the account can pay: it has a proven wallet or an exchange account. */
  isLinked: boolean;
  verification: WalletStatus;
  /** True while the user is at the exchange, sent there by this page. */
  isAway: boolean;
  /** True if the exchange's popup just reported a failure. */
  hasProblem: boolean;
  /** True if something was linked just now. */
  isFresh: boolean;
  hasConnectedWallet: boolean;
  hasExchange: boolean;
}

/** Determines the current step: the one in the URL if it is possible, otherwise the one that the facts require. */
export function wizardStep(search: WizardSearch, facts: WizardFacts): WizardStep {
  const { isLinked, verification, isAway, hasExchange } = facts;
  if (search.oauth_error !== undefined && hasExchange) return 4;
  switch (search.step) {
    case 1:
      return 1;
    case 2:
    case 2.5:
      return hasExchange ? search.step : 1;
    case 3:
      return (search.way === "wallet" ? facts.hasConnectedWallet : hasExchange) ? 3 : 1;
    case 4:
      if (isAway || facts.hasProblem || verification === "failed") return 4;
      break;
    case 5:
    case undefined:
  }
  if (isLinked) return 5;
  if (verification === "pending" || (facts.isFresh && verification === "verified")) return 4; // Until the linked wallet is loaded as well
  return isWalletWaiting(search, facts) ? 3 : 1;
}

/** True if a connected, unproven wallet should sign and the URL names no step. */
function isWalletWaiting(search: WizardSearch, { hasConnectedWallet }: WizardFacts): boolean {
  return search.step === undefined && hasConnectedWallet;
}

const names = { 1: "Account check", 2: "Create account", 3: "Link account", 4: "Verifying", 5: "Connected" } as const;
const numbers = [1, 2, 3, 4, 5] as const;

const checkDetails: Record<WizardWay, string> = {
  existing: "You have a Coinbase account",
  new: "You have no Coinbase account yet",
  wallet: "You use a wallet of your own",
};

/** Returns the steps of the stepper, the number of the current one (from 1) and the total. If linking failed, that step is not done. */
export function stepperOf(
  step: WizardStep,
  way: WizardWay | undefined,
  hasFailed = false,
): { steps: Step[]; number: number; total: number } {
  const current = Math.floor(step);
  const stateOf = (number: number): Step["state"] => {
    if (number === 2 && current > 2 && way !== "new") return "skipped";
    if (hasFailed && number === 3) return "next";
    if (number < current || step === 5) return "done";
    return number === current ? "now" : "next";
  };
  const steps = numbers.map((number): Step => {
    const detail = detailOf(number, step, way);
    return { id: String(number), name: nameOf(number, way), state: stateOf(number), ...(detail !== null && { detail }) };
  });
  return { steps, number: current, total: numbers.length };
}

function nameOf(number: (typeof numbers)[number], way: WizardWay | undefined): string {
  return number === 3 && way === "wallet" ? "Link wallet" : names[number];
}

function detailOf(number: (typeof numbers)[number], step: WizardStep, way: WizardWay | undefined): string | null {
  if (number === 1) return step > 1 && way !== undefined ? checkDetails[way] : null;
  if (number !== 2) return null;
  if (step === 2.5) return "Sign-up options";
  return step > 2.5 && way !== "new" ? "Not needed" : null;
}
