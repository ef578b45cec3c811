import type { Step } from "../../ui/steps.tsx";

/** The steps of the wallet setup, in their order. An account at an exchange brings more of them. */
const setupSteps = [
  { id: "choose", name: "Choose a wallet" },
  { id: "prove", name: "Prove it is yours" },
  { id: "connected", name: "Connected" },
] as const;
export type SetupStepId = (typeof setupSteps)[number]["id"];

interface SetupState {
  /** Whether the account has a wallet that its owner has proven, or an account at the exchange. */
  hasProvenWallet: boolean;
  /** Whether a wallet is connected to this page. */
  hasConnectedWallet: boolean;
  /** Whether its owner asked for another wallet in place of the linked one. */
  isChanging: boolean;
}

/** Where somebody stands in the wallet setup; it survives a reload because it is read from what is so. */
export function setupStep({ hasProvenWallet, hasConnectedWallet, isChanging }: SetupState): SetupStepId {
  if (hasProvenWallet && !isChanging) return "connected";
  return hasConnectedWallet ? "prove" : "choose";
}

/** The steps as the stepper shows them, and which one it is, counted from 1. */
export function stepperOf(current: SetupStepId): { steps: Step[]; number: number; total: number } {
  const at = setupSteps.findIndex(({ id }) => id === current);
  const isOver = at === setupSteps.length - 1;
  const stateOf = (index: number) => (index < at || isOver ? "done" : index === at ? "now" : "next");
  return { steps: setupSteps.map((step, index) => ({ ...step, state: stateOf(index) })), number: at + 1, total: setupSteps.length };
}
