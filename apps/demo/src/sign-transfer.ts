import { networks } from "@hearth/chain/networks";
import { encodeAuthorization, encodeTransfer, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import { type Address, encodeFunctionData, type Hex, parseGwei, type PrivateKeyAccount } from "viem";
import { authorizationWindow } from "@hearth/server/features/payments/relay/authorize-payment";
import type { PaymentPlan, RefundPlan, TransferPlan } from "./plan.ts";

const network = networks.local;
const fees = { gas: 200_000n, maxFeePerGas: parseGwei("20"), maxPriorityFeePerGas: parseGwei("0.01") };

/** An account with the nonce of its next transaction. */
export interface Sender {
  account: PrivateKeyAccount;
  nextNonce: number;
}

/** Signs the transaction of a transfer: the payer's own, or the relayer's with the payer's authorization. */
export async function signTransfer(transfer: TransferPlan, to: Address, payer: Sender, relayer: Sender): Promise<Hex> {
  const { payment, usdcUnits, method } = transfer;
  if (method === "authorization" && payment) {
    return signCall(relayer, await authorizationCall(payer.account, payment, { to, usdcUnits }));
  }
  const reference = method === "calldata" && payment ? { binding: payment.binding } : {};
  return signCall(payer, encodeTransfer({ to, usdcUnits, ...reference }));
}

/** Signs the merchant's own refund transaction. */
export function signRefund({ usdcUnits, binding }: RefundPlan, merchant: Sender, to: Address): Promise<Hex> {
  return signCall(merchant, encodeTransfer({ to, usdcUnits, binding }));
}

async function authorizationCall(
  account: PrivateKeyAccount,
  payment: PaymentPlan,
  money: { to: Address; usdcUnits: bigint },
): Promise<Hex> {
  const { validAfter, validBefore } = authorizationWindow(payment);
  const window = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
  const auth = { from: account.address, ...money, ...window, nonce: payment.binding };
  return encodeAuthorization({ ...auth, signature: await account.signTypedData(transferAuthorizationTypedData({ network, ...auth })) });
}

/** Signs minting USDC, which everybody may do on the local chain. */
export function signMint(sender: Sender, to: Address, usdcUnits: bigint): Promise<Hex> {
  return signCall(sender, encodeFunctionData({ abi: usdcAbi, functionName: "mint", args: [to, usdcUnits] }));
}

function signCall(sender: Sender, data: Hex): Promise<Hex> {
  const nonce = sender.nextNonce;
  sender.nextNonce += 1;
  return sender.account.signTransaction({ type: "eip1559", chainId: network.chainId, nonce, to: network.usdc.address, data, ...fees });
}
