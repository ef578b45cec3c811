import type { Network } from "./networks.ts";

/** `balanceOf(address)`, the first four bytes of its hash. */
const balanceOf = "0x70a08231";

interface BalanceQuery {
  network: Pick<Network, "usdc">;
  rpcUrl: string;
  address: `0x${string}`;
}

/**
 * Returns an address's USDC in base units of 6 decimals, for pages without a wallet library. One call to the node. Throws if the answer is
 * not a number.
 */
export async function readUsdcBalance({ network, rpcUrl, address }: BalanceQuery): Promise<bigint> {
  const data = balanceOf + address.slice(2).toLowerCase().padStart(64, "0");
  const call = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [{ to: network.usdc.address, data }, "latest"] };
  const answer = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(call) });
  const body: unknown = await answer.json();
  const result = typeof body === "object" && body !== null && "result" in body ? body.result : undefined;
  if (typeof result !== "string" || !/^0x[\da-f]{1,64}$/i.test(result)) throw new Error("The node did not return a balance");
  return BigInt(result);
}
