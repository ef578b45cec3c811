import type { Address, Hex } from "viem";

/** The names a network can be configured by. */
export type NetworkName = "local" | "base-sepolia" | "base";

/** Condition for a transfer to count: a number of blocks, or the network's own `safe` block. */
export type ConfirmationRule = { kind: "depth"; blocks: number } | { kind: "safe" };

/** USDC on one network; `name` and `version` are those of its EIP-712 domain. */
export interface UsdcToken {
  address: Address;
  name: string;
  version: string;
  decimals: 6;
}

/** Upper limits of the relayer's gas fee. */
export interface RelayFeePolicy {
  /** Wei per gas, whatever the market price. */
  mostPerGas: bigint;
  /** Multiple of the newest block's base fee. The first offer is three times the base fee. */
  mostBaseFees: bigint;
}

/** A network that the product can run on, with its policy. Holds no connection, so browsers may import it. */
export interface Network {
  name: NetworkName;
  chainId: number;
  /** Shown to people. */
  label: string;
  /** The public endpoint (rate limited), or the local node's. */
  rpcUrl: string;
  usdc: UsdcToken;
  /** Without a trailing slash; null if there is no explorer. */
  explorerUrl: string | null;
  blockTimeSeconds: 2;
  /** The rule for a payment of this many US cents. */
  confirmations(amountCents: number): ConfirmationRule;
  /**
   * Transfers below this many base units without a reference are added up instead of stored one by one. Strangers can send any number of
   * them.
   */
  dustFloorUnits: bigint;
  /** Number of providers that must confirm a payment of this many US cents, if that many are configured. */
  vouchers(amountCents: number): number;
  /** Minimum number of blocks between `finalized` and the newest block, whatever a provider reports. */
  finalityDepth: bigint;
  /** When the newest block read is older than this, reading has stalled and an operator must be alerted. */
  standstillSeconds: number;
  /** Delay of a payout wallet's change that was requested with only a password, so that the owner can stop it. */
  payoutChangeHours: number;
  relayFees: RelayFeePolicy;
}

const gwei = 1_000_000_000n;

/**
 * Base charges some 0.01 gwei, and more only under very high demand. Two gwei limit a relay of 100,000 gas to 0.0002 ETH. Above that,
 * payers send their transfers themselves.
 */
const publicRelayFees: RelayFeePolicy = { mostPerGas: 2n * gwei, mostBaseFees: 12n };

/** Up to and including this many cents, five blocks and one provider are enough: only one Base block has ever been reorganised. */
const depthLimitCents = 50_000;

/**
 * Ten minutes of blocks. The `finalized` block lags about twenty minutes, and never much less than the thirteen that Ethereum takes to
 * finalise.
 */
const publicFinalityDepth = 300n;

/**
 * Five blocks up to and including $500.00, above that the `safe` block (posted to Ethereum, about two minutes). Source:
 * https://docs.base.org/base-chain/network-information/transaction-finality
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
    finalityDepth: 64n, // anvil's own finalized depth
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

/** The explorer's page of a transaction, or null without an explorer. */
export function explorerTxUrl(network: Network, hash: Hex): string | null {
  return network.explorerUrl === null ? null : `${network.explorerUrl}/tx/${hash}`;
}

/** The explorer's page of an address, or null without an explorer. */
export function explorerAddressUrl(network: Network, address: Address): string | null {
  return network.explorerUrl === null ? null : `${network.explorerUrl}/address/${address}`;
}
