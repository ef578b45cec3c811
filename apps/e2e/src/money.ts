import { networks } from "@hearth/chain/networks";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { encodeTransfer } from "@hearth/chain/usdc";
import { createHearthClient, type HearthClient, type Outputs } from "@hearth/client/hearth-client";
import { expect } from "@playwright/test";
import { type Address, createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { system } from "./hearth.ts";

/** Money that somebody sends outside the product. */
export interface SentTransfer {
  to: Address;
  usdcUnits: bigint;
  /** What ties it to its checkout. */
  binding?: Hex;
}

const walletOf = (ownerId: string) => privateKeyToAccount(testWalletKey(ownerId));

/** Puts USDC into a test wallet, and ETH for its gas. */
export async function fillWallet(ownerId: string): Promise<void> {
  const filled = await fetch(`${system.simulatorUrl}/faucet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address: walletOf(ownerId).address }),
  });
  expect(filled.ok, "the faucet gives").toBe(true);
}

/** Sends USDC from a test wallet that has some, outside the product: as a scanned code does. */
export async function sendFrom(ownerId: string, { to, usdcUnits, binding }: SentTransfer): Promise<Hex> {
  return createWalletClient({ account: walletOf(ownerId), transport: http(system.chainUrl) }).sendTransaction({
    chain: null,
    to: networks.local.usdc.address,
    data: encodeTransfer({ to, usdcUnits, ...(binding && { binding }) }),
  });
}

/** Sends USDC from a wallet that nobody has linked. */
export async function sendAsStranger(transfer: SentTransfer): Promise<Hex> {
  const stranger = `stranger ${Date.now()} ${Math.random()}`;
  await fillWallet(stranger);
  return sendFrom(stranger, transfer);
}

/** What a checkout shows to whoever pays by hand. */
export async function readCheckout(checkoutUrl: string): Promise<SentTransfer & { binding: Hex; paymentId: string }> {
  const reference = new URL(checkoutUrl).pathname.split("/").at(-1) ?? "";
  const checkout = await createHearthClient({ url: system.url }).payments.checkout.query({ reference });
  return {
    to: checkout.payeeAddress,
    usdcUnits: BigInt(checkout.usdcUnits),
    binding: checkout.binding,
    paymentId: checkout.paymentId,
  };
}

/** Pays from a tenant's wallet without a screen, and waits until the server has counted the money; answers the payment's id. */
export async function payByCalls(
  { id, client }: { id: string; client: HearthClient },
  amount: string,
  description: string,
): Promise<string> {
  const { checkoutURL } = await client.payments.createCheckout.mutate({ amount, description });
  const { paymentId, ...transfer } = await readCheckout(checkoutURL);
  await sendFrom(id, transfer);
  await untilCompleted(client, paymentId);
  return paymentId;
}

async function untilCompleted(client: HearthClient, paymentId: string): Promise<void> {
  const status = async (): Promise<Outputs["payments"]["status"]["status"]> => (await client.payments.status.query({ paymentId })).status;
  await expect.poll(status, { timeout: 120_000, intervals: [250] }).toBe("completed");
}
