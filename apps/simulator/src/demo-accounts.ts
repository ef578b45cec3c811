import { type Address, bytesToHex, type Hex } from "viem";
import { mnemonicToAccount } from "viem/accounts";

/** The mnemonic of every development chain. Anything sent to its accounts on a real network is stolen at once. */
export const demoMnemonic = "test test test test test test test test test test test junk";

/** One account of the local chain. */
export interface DemoAccount {
  name: string;
  address: Address;
  /** Publicly known. For the local chain only. */
  privateKey: Hex;
}

/** Indexes in the mnemonic. Others are free to use. */
const places = { relayer: 0, firstMerchant: 1, secondMerchant: 2, thirdMerchant: 3, spare: 4, faucet: 9 } as const;

/** The accounts of the local chain: the relayer pays gas, merchants are paid, the faucet mints, and one is spare for experiments. */
export const demoAccounts = {
  relayer: accountAt("Relayer", places.relayer),
  merchants: [
    accountAt("First merchant", places.firstMerchant),
    accountAt("Second merchant", places.secondMerchant),
    accountAt("Third merchant", places.thirdMerchant),
  ],
  spare: accountAt("Spare", places.spare),
  faucet: accountAt("Faucet", places.faucet),
} as const;

function accountAt(name: string, addressIndex: number): DemoAccount {
  const account = mnemonicToAccount(demoMnemonic, { addressIndex });
  const { privateKey } = account.getHdKey();
  if (privateKey === null) throw new Error(`The demo mnemonic has no key at ${addressIndex}.`);
  return { name, address: account.address, privateKey: bytesToHex(privateKey) };
}
