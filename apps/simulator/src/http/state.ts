import type { Address } from "viem";
import { formatEther, formatUnits } from "viem";
import { type DemoAccount, demoAccounts } from "../demo-accounts.ts";
import type { LocalChain } from "../local-chain.ts";
import type { MailFaults } from "../mail/mail-faults.ts";
import { awaySeconds, type RpcFaults } from "./rpc-faults.ts";

/** An account on the home page. */
export interface AccountState {
  name: string;
  address: Address;
  /** With at least two decimals. */
  usdc: string;
  /** With at most four decimals, cut off. */
  eth: string;
  blacklisted: boolean;
}

/** The state on the home page and in `GET /state`. */
export interface SimulatorState {
  head: number;
  accounts: AccountState[];
  faults: {
    rpcAwaySeconds: number;
    rpcDelayMs: number;
    rpcLagBlocks: number;
    usdcPaused: boolean;
    relayerWithoutGas: boolean;
    mailAwaySeconds: number;
    mailDelayMs: number;
    mailRefused: boolean;
  };
}

/** Accounts on the home page: the demo's, and the last ones that people used. */
export interface KnownAccounts {
  list(): readonly Pick<DemoAccount, "name" | "address">[];
  add(address: Address): void;
}

const maxVisitors = 12;

/** Creates the list of known accounts. It includes the last 12 addresses that were funded or blacklisted in this run. */
export function createKnownAccounts(): KnownAccounts {
  const funded = [demoAccounts.relayer, ...demoAccounts.merchants, demoAccounts.spare, demoAccounts.faucet];
  const visitors: Address[] = [];
  return {
    list: () => [...funded, ...visitors.map((address) => ({ name: "Visitor", address }))],
    add: (address) => {
      const isKnown = funded.some((account) => account.address === address) || visitors.includes(address);
      if (!isKnown) visitors.unshift(address);
      visitors.splice(maxVisitors);
    },
  };
}

/** The sources of the state. */
export interface World {
  chain: LocalChain;
  faults: RpcFaults;
  mailFaults: MailFaults;
  known: KnownAccounts;
}

/** Reads the state from the chain itself, so that it is correct after a restart. */
export async function readState({ chain, faults, mailFaults, known }: World): Promise<SimulatorState> {
  const [head, usdcPaused, relayerGas, accounts] = await Promise.all([
    chain.head(),
    chain.isUsdcPaused(),
    chain.gasBalance(demoAccounts.relayer.address),
    Promise.all(known.list().map((account) => readAccount(chain, account))),
  ]);
  return {
    head: Number(head),
    accounts,
    faults: {
      rpcAwaySeconds: awaySeconds(faults, Date.now()),
      rpcDelayMs: faults.delayMs,
      rpcLagBlocks: faults.lagBlocks,
      usdcPaused,
      relayerWithoutGas: relayerGas === 0n,
      mailAwaySeconds: awaySeconds(mailFaults, Date.now()),
      mailDelayMs: mailFaults.delayMs,
      mailRefused: mailFaults.refuses,
    },
  };
}

async function readAccount(chain: LocalChain, { name, address }: Pick<DemoAccount, "name" | "address">): Promise<AccountState> {
  const [units, wei, blacklisted] = await Promise.all([
    chain.usdcBalance(address),
    chain.gasBalance(address),
    chain.isBlacklisted(address),
  ]);
  return { name, address, usdc: grouped(formatUnits(units, 6)), eth: shorten(formatEther(wei)), blacklisted };
}

function shorten(text: string): string {
  const [whole = "0", decimals = ""] = text.split(".");
  return grouped(`${whole}.${decimals.slice(0, 4)}`);
}

function grouped(text: string): string {
  const [whole = "0", decimals = ""] = text.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals.padEnd(2, "0")}`;
}
