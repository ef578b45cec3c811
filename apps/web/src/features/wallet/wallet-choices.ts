/** The fields of a wallet connector that the choice needs. */
export interface ConnectorInfo {
  id: string;
  type: string;
  name: string;
  icon?: string | undefined;
}

export type WalletKind = "test" | "browser" | "smart";

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
  isLocal: boolean;
  isSignedIn: boolean;
  /** True if a wallet injected itself into the window without announcing itself. */
  hasUnnamedWallet: boolean;
}

const order: Record<"local" | "real", readonly WalletKind[]> = {
  local: ["test", "browser", "smart"],
  real: ["smart", "browser", "test"],
};

/** Returns the wallets that can be offered, best first. */
export function walletChoices<Connector extends ConnectorInfo>(
  connectors: readonly Connector[],
  around: Surroundings,
): WalletChoice<Connector>[] {
  const hasNamedWallet = connectors.some((connector) => connector.type === "injected" && connector.id !== "injected");
  const isOffered = ({ id }: ConnectorInfo) => id !== "injected" || (around.hasUnnamedWallet && !hasNamedWallet);
  const rank = (choice: WalletChoice<Connector>) => order[around.isLocal ? "local" : "real"].indexOf(choice.kind);
  return connectors
    .filter(isOffered)
    .map((connector) => describe(connector, around))
    .toSorted((left, right) => rank(left) - rank(right));
}

function describe<Connector extends ConnectorInfo>(connector: Connector, around: Surroundings): WalletChoice<Connector> {
  const kind = walletKind(connector);
  const name = connector.id === "injected" ? "Browser wallet" : connector.name;
  const image = connector.icon?.trim().startsWith("data:image/") ? connector.icon.trim() : undefined;
  return { connector, kind, name, image, detail: detailOf(kind, around), isPossible: kind !== "test" || around.isSignedIn };
}

export function walletKind({ type }: Pick<ConnectorInfo, "type">): WalletKind {
  if (type === "baseAccount") return "smart";
  return type === "injected" ? "browser" : "test";
}

function detailOf(kind: WalletKind, { isLocal, isSignedIn }: Surroundings): string {
  switch (kind) {
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
