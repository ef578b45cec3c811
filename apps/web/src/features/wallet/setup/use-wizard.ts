import { safePath } from "@hearth/domain/redirect";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useConfig } from "wagmi";
import { getConnection } from "wagmi/actions";
import { trpc } from "../../../lib/trpc.ts";
import { linkOutcome } from "../link/link-outcome.ts";
import { type LinkKind, useLinkExchange } from "../link/use-link-exchange.ts";
import { useLatch } from "../../../lib/use-latch.ts";
import { useWalletStatus } from "../use-wallet-status.ts";
import { useConnectedWallet } from "../use-wallet.ts";
import type { WalletKind } from "../wallet-choices.ts";
import { useWalletContext } from "../wallet-context.ts";
import type { WizardSearch } from "./wizard-search.ts";
import { wizardStep } from "./wizard-step.ts";

const pollMs = 3_000;

/** A position in the setup, without the page that the user came from. */
export type WizardPlace = Pick<WizardSearch, "step" | "way">;
export type Go = (place: WizardPlace, replace?: boolean) => void;

/** State of the wallet setup: the current step, what is linked, and the progress of linking. */
export function useWizard(search: WizardSearch, go: Go) {
  const { hasExchange } = useWalletContext().info;
  const linked = useWalletStatus();
  const wallet = useConnectedWallet();
  const [isFresh, setFresh] = useState(search.oauth_success !== undefined);
  const utils = trpc.useUtils();
  const config = useConfig();
  // The URL changes before the refetch, so that a late answer does not bring back a user who has moved on.
  const finish = () => {
    setFresh(true);
    go({ step: 5, ...(search.way && { way: search.way }) }, true);
    void utils.wallet.invalidate();
    void utils.exchange.invalidate();
  };
  /** Goes on with a wallet that was connected. A passkey wallet that was just made is proven already, so there is nothing to sign. */
  const takeWallet = async (kind: WalletKind) => {
    const { address } = getConnection(config);
    const status = kind === "passkey" ? await utils.wallet.status.fetch(undefined, { staleTime: 0 }).catch(() => null) : null;
    if (status?.proven === true && status.walletAddress === address) finish();
    else go({ step: 3, way: "wallet" });
  };
  const { link, linkProblem, forget } = useLinking(search, go, finish);
  const isAway = link.other.state !== "none";
  const verification = useVerification(hasExchange, isAway || search.step === 4 || search.step === undefined, finish);
  const { status = "none", message = null } = verification.data ?? {};
  const isLinked = linked.kind === "linked" && (linked.status.proven || linked.status.coinbaseAccountConnected);
  const isSettled = linked.kind !== "loading" && !(hasExchange && verification.isPending);
  const facts = {
    isLinked,
    verification: status,
    isAway,
    hasProblem: linkProblem !== null,
    isFresh,
    hasConnectedWallet: wallet !== null,
    hasExchange,
  };
  return {
    linked,
    isLinked,
    wallet,
    link,
    verification,
    linkProblem,
    isFresh,
    finish,
    takeWallet,
    isLoading: !useLatch(isSettled),
    step: wizardStep(search, facts),
    to: safePath(search.from),
    lastProblem: status === "failed" ? message : null,
    go: (place: WizardPlace, replace = false) => {
      forget();
      setFresh(false);
      go(place, replace);
    },
  };
}
export type Wizard = ReturnType<typeof useWizard>;

/** Links at the exchange, and keeps the last outcome. */
function useLinking(search: WizardSearch, go: Go, onLinked: () => void) {
  const [linkProblem, setLinkProblem] = useState(linkOutcome(search)?.problem ?? null);
  const link = useLinkExchange({
    page: pageOf(search),
    onLeave: (kind) => {
      setLinkProblem(null);
      go({ step: 4, way: wayOf(kind, search) }, search.step === 4);
    },
    onOutcome: (problem) => (problem === null ? onLinked() : setLinkProblem(problem)),
  });
  const forget = () => {
    setLinkProblem(null);
    link.other.forget();
  };
  return { link, linkProblem, forget };
}

/**
 * Polls the server for the linking status while it is awaited. Calls `onVerified` when it becomes verified.
 * Stops if the user got the outcome in another way or went to another step.
 */
function useVerification(isOn: boolean, isWatched: boolean, onVerified: () => void) {
  const query = trpc.exchange.checkWallet.useQuery(undefined, {
    enabled: isOn,
    refetchInterval: ({ state }) => (isWatched && state.data?.status === "pending" ? pollMs : false),
  });
  const notify = useEffectEvent(onVerified);
  const before = useRef(query.data?.status);
  const status = query.data?.status;
  useEffect(() => {
    const hasBecome = before.current === "pending" && status === "verified";
    before.current = status;
    if (hasBecome && isWatched) notify();
  }, [status, isWatched]);
  return query;
}

/** Path to return to from the exchange. */
function pageOf({ from, way }: WizardSearch): string {
  const query = new URLSearchParams({ ...(way && { way }), ...(from !== undefined && { from }) });
  return `/smart-wallet-setup?${query}`;
}

function wayOf(kind: LinkKind, { way }: WizardSearch) {
  return kind === "new" || way === "new" ? "new" : "existing";
}
