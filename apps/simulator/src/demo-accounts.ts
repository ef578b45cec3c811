import { type Address, bytesToHex, type Hex } from "viem";
import { mnemonicToAccount } from "viem/accounts";

/** The mnemonic that every development chain in the world uses. Whatever is sent to its accounts on a real network is stolen at once. */
export const demoMnemonic = "test test test test test test test test test test test junk";

/** One account of the local chain. */
export interface DemoAccount {
  name: string;
  address: Address;
  /** Known to everybody. For the local chain only. */
  privateKey: Hex;
}

/** Places in the mnemonic; others may use the ones that are left. */
const places = { relayer: 0, firstMerchant: 1, secondMerchant: 2, thirdMerchant: 3, spare: 4, faucet: 9 } as const;

/** Who is who on the local chain: the relayer pays gas, merchants are paid, the faucet mints, and one is left for experiments. */
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
