import type { Address, Hex } from "viem";

/** The names a network can be configured by. */
export type NetworkName = "local" | "base-sepolia" | "base";

/** What it takes for a transfer to count: a number of blocks, or the network's own `safe` mark. */
export type ConfirmationRule = { kind: "depth"; blocks: number } | { kind: "safe" };

/** USDC on one network; `name` and `version` are those of its EIP-712 domain. */
export interface UsdcToken {
  address: Address;
  name: string;
  version: string;
  decimals: 6;
}

/** The most that the relayer offers for gas. */
export interface RelayFeePolicy {
  /** Wei per gas, whatever the market asks. */
  mostPerGas: bigint;
  /** As a multiple of the newest block's base fee; three of them are offered at first. */
  mostBaseFees: bigint;
}

/** One network the product can run on, with its policy. Holds no connection, so browsers may import it. */
export interface Network {
  name: NetworkName;
  chainId: number;
  /** Shown to people. */
  label: string;
  /** The public endpoint (rate limited), or the local node's. */
  rpcUrl: string;
  usdc: UsdcToken;
  /** Without a slash at its end; null where nobody can look. */
  explorerUrl: string | null;
  blockTimeSeconds: 2;
  /** The rule for a payment of this many US cents. */
  confirmations(amountCents: number): ConfirmationRule;
  /** Money below this many base units that no reference binds is added up, and not kept one by one: strangers make as much of it as they like. */
  dustFloorUnits: bigint;
  /** How many providers have to vouch for a payment of this many US cents, where as many are configured. */
  vouchers(amountCents: number): number;
  /** `finalized` is never believed to be nearer to the newest block than this many blocks. */
  finalityDepth: bigint;
  /** When the newest block that was read is older than this, reading stands still and somebody has to be told. */
  standstillSeconds: number;
  /** How long a change of a payout wallet waits that a password alone asks for, so that the owner can stop it. */
  payoutChangeHours: number;
  relayFees: RelayFeePolicy;
}

const gwei = 1_000_000_000n;

/**
 * Base asks some 0.01 gwei, and more only when very many want in. Two gwei make a relay of 100,000 gas cost 0.0002 ETH at most; beyond that
 * payers send by themselves.
 */
const publicRelayFees: RelayFeePolicy = { mostPerGas: 2n * gwei, mostBaseFees: 12n };

/** Up to and including this many cents five blocks and one provider are enough: one Base block has ever been reorganised. */
const depthLimitCents = 50_000;

/** Ten minutes of blocks; the mark lies about twenty behind, and never much less than the thirteen that Ethereum takes to finalise. */
const publicFinalityDepth = 300n;

/**
 * Five blocks up to and including $500.00, above that the `safe` block (posted to Ethereum, about two minutes).
 * Source: https://docs.base.org/base-chain/network-information/transaction-finality
 */
function publicPolicy(amountCents: number): ConfirmationRule {
  return amountCents <= depthLimitCents ? { kind: "depth", blocks: 5 } : { kind: "safe" };
}

function vouchers(amountCents: number): number {
  return amountCents <= depthLimitCents ? 1 : 2;
}

/** A cent. No payment and no refund asks for less. */
const dustFloorUnits = 10_000n;

/** Every network, by its name. Addresses: https://developers.circle.com/stablecoins/usdc-contract-addresses */
export const networks: Record<NetworkName, Network> = {
  local: {
    name: "local",
    chainId: 84532,
    label: "Base (local)",
    rpcUrl: "http://127.0.0.1:8545",
    usdc: { address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e", name: "USDC", version: "2", decimals: 6 },
    explorerUrl: null,
    blockTimeSeconds: 2,
    confirmations: () => ({ kind: "depth", blocks: 2 }),
    dustFloorUnits,
    vouchers,
    finalityDepth: 64n, // where anvil has the mark
    standstillSeconds: 60,
    payoutChangeHours: 0,
    relayFees: { mostPerGas: 100n * gwei, mostBaseFees: 12n },
  },
  "base-sepolia": {
    name: "base-sepolia",
    chainId: 84532,
    label: "Base Sepolia",
    rpcUrl: "https://sepolia.base.org",
    usdc: { address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e", name: "USDC", version: "2", decimals: 6 },
    explorerUrl: "https://sepolia.basescan.org",
    blockTimeSeconds: 2,
    confirmations: publicPolicy,
    dustFloorUnits,
    vouchers,
    finalityDepth: publicFinalityDepth,
    standstillSeconds: 60,
    payoutChangeHours: 24,
    relayFees: publicRelayFees,
  },
  base: {
    name: "base",
    chainId: 8453,
    label: "Base",
    rpcUrl: "https://mainnet.base.org",
    usdc: { address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", name: "USD Coin", version: "2", decimals: 6 },
    explorerUrl: "https://basescan.org",
    blockTimeSeconds: 2,
    confirmations: publicPolicy,
    dustFloorUnits,
    vouchers,
    finalityDepth: publicFinalityDepth,
    standstillSeconds: 60,
    payoutChangeHours: 24,
    relayFees: publicRelayFees,
  },
};

/** Where a person can look a transaction up, or null where there is no explorer. */
export function explorerTxUrl(network: Network, hash: Hex): string | null {
  return network.explorerUrl === null ? null : `${network.explorerUrl}/tx/${hash}`;
}

/** Where a person can look an address up, or null where there is no explorer. */
export function explorerAddressUrl(network: Network, address: Address): string | null {
  return network.explorerUrl === null ? null : `${network.explorerUrl}/address/${address}`;
}
