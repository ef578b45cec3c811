import type { PasskeyWalletSupport } from "../../lib/passkey-wallet-support.ts";
import { passkeyWalletId } from "../../lib/wagmi-passkey-wallet.ts";

/** The fields of a wallet connector that the choice needs. */
export interface ConnectorInfo {
  id: string;
  type: string;
  name: string;
  icon?: string | undefined;
}

export type WalletKind = "passkey" | "test" | "browser" | "smart";

export interface WalletChoice<Connector extends ConnectorInfo> {
  connector: Connector;
  kind: WalletKind;
  name: string;
  detail: string;
  /** Only a data: URL. Anything else would cause a request to another server. */
  image: string | undefined;
  isPossible: boolean;
}

interface Surroundings {
  /** Use of a passkey wallet in this browser. */
  passkey: PasskeyWalletSupport;
  isLocal: boolean;
  isSignedIn: boolean;
  /** True if a wallet injected itself into the window without announcing itself. */
  hasUnnamedWallet: boolean;
}

const order: Record<"local" | "real", readonly WalletKind[]> = {
  local: ["passkey", "test", "browser", "smart"],
  real: ["passkey", "smart", "browser", "test"],
};

/** Returns the wallets that can be offered, best first. */
export function walletChoices<Connector extends ConnectorInfo>(
  connectors: readonly Connector[],
  around: Surroundings,
): WalletChoice<Connector>[] {
  const hasNamedWallet = connectors.some((connector) => connector.type === "injected" && connector.id !== "injected");
  const isOffered = ({ id }: ConnectorInfo) => {
    if (id === passkeyWalletId) return around.passkey === "possible" || around.passkey === "insideApp";
    return id !== "injected" || (around.hasUnnamedWallet && !hasNamedWallet);
  };
  const rank = (choice: WalletChoice<Connector>) => order[around.isLocal ? "local" : "real"].indexOf(choice.kind);
  return connectors
    .filter(isOffered)
    .map((connector) => describe(connector, around))
    .toSorted((left, right) => rank(left) - rank(right));
}

function describe<Connector extends ConnectorInfo>(connector: Connector, around: Surroundings): WalletChoice<Connector> {
  const kind = walletKind(connector);
  const name = nameOf(connector);
  const image = connector.icon?.trim().startsWith("data:image/") ? connector.icon.trim() : undefined;
  return { connector, kind, name, image, detail: detailOf(kind, around), isPossible: isPossible(kind, around) };
}

function nameOf({ id, name }: ConnectorInfo): string {
  if (id === passkeyWalletId) return "Continue with Face ID, fingerprint or PIN";
  return id === "injected" ? "Browser wallet" : name;
}

function isPossible(kind: WalletKind, { isSignedIn, passkey }: Surroundings): boolean {
  if (kind === "passkey") return isSignedIn && passkey === "possible";
  return kind !== "test" || isSignedIn;
}

export function walletKind({ type }: Pick<ConnectorInfo, "type">): WalletKind {
  if (type === passkeyWalletId) return "passkey";
  if (type === "baseAccount") return "smart";
  return type === "injected" ? "browser" : "test";
}

function detailOf(kind: WalletKind, { isLocal, isSignedIn, passkey }: Surroundings): string {
  switch (kind) {
    case "passkey":
      if (passkey === "insideApp") return "Not inside another app. Open this page in Safari or Chrome.";
      return isSignedIn ? "A wallet of your own, with nothing to install" : "Sign in to use it";
    case "test":
      return isSignedIn ? "Comes with test USDC and signs automatically" : "Sign in to use it";
    case "smart":
      return isLocal
        ? "A smart wallet with a passkey. It cannot pay on this local network."
        : "A smart wallet with a passkey, nothing to install";
    case "browser":
      return "Installed in this browser";
  }
}
