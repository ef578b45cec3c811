import { networks } from "@hearth/chain/networks";
import { encodeTransfer } from "@hearth/chain/usdc";
import type { LocalChain } from "@hearth/simulator/local-chain";
import {
  type Address,
  concatHex,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  getAddress,
  type Hex,
  http,
  type PrivateKeyAccount,
} from "viem";

/**
 * A contract that calls a token `times` times with the same calldata. Its own calldata is `abi.encode(token, times)`, then 68 bytes for the token.
 *
 *     copy the data; n = times; while (n) { if (!token.call(data)) revert; n = n - 1 }
 */
const repeater: Hex = `0x${[
  "604460406000" + "37", // memory[0..68] = calldata[64..132]
  "602035", // n
  "5b" + "8015602a57", // 0x0a: to the end when nothing is left
  "60006000604460006000600035" + "5af1", // call(gas, token, 0, 0, 68, 0, 0)
  "15602c57",
  "6001900360" + "0a56", // n - 1, and again
  "5b00", // 0x2a: the end
  "5b60006000fd", // 0x2c: it failed
].join("")}`;

const address = getAddress("0x00000000000000000000000000000000c0ffee00");

/** Sends many transfers of USDC in one transaction, each with a log of its own. */
export interface Crowd {
  address: Address;
  /** Sends a transaction to the pool; it is mined by the next block. */
  send(transfers: { to: Address; usdcUnits: bigint; times: number }): Promise<Hex>;
}

/** Approximate gas of one transfer of the token, and of the transaction around them. */
const gasEach = 40_000n;
const gasAround = 100_000n;

/** Deploys the contract on a local chain and gives it enough USDC. `sender` pays the gas. Raises the block gas limit for the rest of the chain. */
export async function gatherCrowd(chain: LocalChain, sender: PrivateKeyAccount): Promise<Crowd> {
  const transport = http(chain.rpcUrl);
  const anvil = createTestClient({ mode: "anvil", transport });
  await anvil.setCode({ address, bytecode: repeater });
  await anvil.setBlockGasLimit({ gasLimit: 2_000_000_000n });
  await chain.mintUsdc(address, 1_000_000_000_000_000n);
  const wallet = createWalletClient({ account: sender, transport });
  const token = networks.local.usdc.address;
  return {
    address,
    send: ({ to, usdcUnits, times }) => {
      const encoded = encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [token, BigInt(times)]);
      const data = concatHex([encoded, encodeTransfer({ to, usdcUnits })]);
      return wallet.sendTransaction({ chain: null, to: address, data, gas: gasAround + gasEach * BigInt(times) });
    },
  };
}
