import { networks } from "@hearth/chain/networks";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { encodeTransfer } from "@hearth/chain/usdc";
import { createHearthClient, type HearthClient, type Outputs } from "@hearth/client/hearth-client";
import { expect } from "@playwright/test";
import { type Address, createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { system } from "./hearth.ts";

/** A transfer that somebody sends outside the product. */
export interface SentTransfer {
  to: Address;
  usdcUnits: bigint;
  /** The checkout's binding. */
  binding?: Hex;
}

const walletOf = (ownerId: string) => privateKeyToAccount(testWalletKey(ownerId));

/** Fills a test wallet with USDC, and ETH for its gas. */
export async function fillWallet(ownerId: string): Promise<void> {
  const filled = await fetch(`${system.simulatorUrl}/faucet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address: walletOf(ownerId).address }),
  });
  expect(filled.ok, "the faucet pays out").toBe(true);
}

/** Sends USDC from a funded test wallet outside the product, like a scanned code. */
export async function sendFrom(ownerId: string, { to, usdcUnits, binding }: SentTransfer): Promise<Hex> {
  return createWalletClient({ account: walletOf(ownerId), transport: http(system.chainUrl) }).sendTransaction({
    chain: null,
    to: networks.local.usdc.address,
    data: encodeTransfer({ to, usdcUnits, ...(binding && { binding }) }),
  });
}

/** Sends USDC from a wallet that is not linked to any account. */
export async function sendAsStranger(transfer: SentTransfer): Promise<Hex> {
  const stranger = `stranger ${Date.now()} ${Math.random()}`;
  await fillWallet(stranger);
  return sendFrom(stranger, transfer);
}

/** Returns a checkout's facts for paying outside the page. */
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

/** Pays from a tenant's wallet by API calls, and waits until the server has counted the money. Returns the payment's id. */
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
