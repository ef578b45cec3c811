import { safePath } from "@hearth/domain/redirect";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { linkOutcome } from "../link/link-outcome.ts";
import { type LinkKind, useLinkExchange } from "../link/use-link-exchange.ts";
import { useWasKnown } from "../../../lib/use-was-known.ts";
import { useWalletStatus } from "../use-wallet-status.ts";
import { useConnectedWallet } from "../use-wallet.ts";
import { useWalletContext } from "../wallet-context.ts";
import type { WizardSearch } from "./wizard-search.ts";
import { wizardStep } from "./wizard-step.ts";

const pollMs = 3_000;

/** A place in the setup; where its visitor came from is kept by itself. */
export type WizardPlace = Pick<WizardSearch, "step" | "way">;
export type Go = (place: WizardPlace, replace?: boolean) => void;

/** Everything the wallet setup knows: where its visitor stands, what is linked, and how linking goes. */
export function useWizard(search: WizardSearch, go: Go) {
  const { hasExchange } = useWalletContext().info;
  const linked = useWalletStatus();
  const wallet = useConnectedWallet();
  const [isFresh, setFresh] = useState(search.oauth_success !== undefined);
  const utils = trpc.useUtils();
  // The address changes before anything is asked for: an answer that comes late must not take somebody back who has gone on.
  const finish = () => {
    setFresh(true);
    go({ step: 5, ...(search.way && { way: search.way }) }, true);
    void utils.wallet.invalidate();
    void utils.exchange.invalidate();
  };
  const { link, told, forget } = useLinking(search, go, finish);
  const isAway = link.other.state !== "none";
  const verification = useVerification(hasExchange, isAway || search.step === 4 || search.step === undefined, finish);
  const { status = "none", message = null } = verification.data ?? {};
  const isLinked = linked.kind === "linked" && (linked.status.proven || linked.status.coinbaseAccountConnected);
  const isSettled = linked.kind !== "loading" && !(hasExchange && verification.isPending);
  const facts = {
    isLinked,
    verification: status,
    isAway,
    hasProblem: told !== null,
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
    told,
    isFresh,
    finish,
    isLoading: !useWasKnown(isSettled),
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

/** Linking at the exchange, and what was last said of how it ended. */
function useLinking(search: WizardSearch, go: Go, onLinked: () => void) {
  const [told, setTold] = useState(linkOutcome(search)?.problem ?? null);
  const link = useLinkExchange({
    page: pageOf(search),
    onLeave: (kind) => {
      setTold(null);
      go({ step: 4, way: wayOf(kind, search) }, search.step === 4);
    },
    onTold: (problem) => (problem === null ? onLinked() : setTold(problem)),
  });
  const forget = () => {
    setTold(null);
    link.other.forget();
  };
  return { link, told, forget };
}

/**
 * Where linking stands on the server, asked again and again while it is waited for; `onVerified` when that has just become so.
 * Whoever has been told in another way, or has turned to another step, waits no longer.
 */
function useVerification(isOn: boolean, isWatched: boolean, onVerified: () => void) {
  const query = trpc.exchange.checkWallet.useQuery(undefined, {
    enabled: isOn,
    refetchInterval: ({ state }) => (isWatched && state.data?.status === "pending" ? pollMs : false),
  });
  const tell = useEffectEvent(onVerified);
  const before = useRef(query.data?.status);
  const status = query.data?.status;
  useEffect(() => {
    const hasBecome = before.current === "pending" && status === "verified";
    before.current = status;
    if (hasBecome && isWatched) tell();
  }, [status, isWatched]);
  return query;
}

/** The page as it is to be come back to, over the exchange's pages. */
function pageOf({ from, way }: WizardSearch): string {
  const query = new URLSearchParams({ ...(way && { way }), ...(from !== undefined && { from }) });
  return `/smart-wallet-setup?${query}`;
}

function wayOf(kind: LinkKind, { way }: WizardSearch) {
  return kind === "new" || way === "new" ? "new" : "existing";
}
