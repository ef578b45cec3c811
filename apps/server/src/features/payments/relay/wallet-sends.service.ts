import { parseAddress, sameAddress } from "@hearth/chain/addresses";
import { mostTogether } from "@hearth/chain/authorization-batch";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import { formatUsdc } from "@hearth/domain/money";
import type { SendFromWalletInput } from "@hearth/domain/passkey-wallet/inputs";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { findBusinessPaidAt } from "../../businesses/merchants.service.ts";
import { countSends, findSend, insertRelay, listSends, type WalletSend } from "../../ledger/relays.repo.ts";
import { notify } from "../../notifications/notify.ts";
import { withChain } from "../../settlement/reading/with-chain.ts";
import { findPasskeyWalletAddress, holdWallet, noWallet } from "../../wallet/passkey-wallet/passkey-wallet.service.ts";
import { authorizationErrors } from "./authorize-payment.ts";
import { isInTime } from "./queue-place.ts";
import { viewWalletSend, type WalletSendsView, type WalletSendView } from "./wallet-sends.view.ts";

const dayMs = 86_400_000;

/** Returns the newest sends of an account, and how many more it may make today. */
export async function readSends({ db, env, clock }: Deps, { userId }: Actor): Promise<WalletSendsView> {
  const fromAddress = await findPasskeyWalletAddress(db, userId);
  const sends = await listSends(db, userId, limits.walletSendsShown);
  const mostADay = env.walletSendsADay;
  const since = new Date(clock.now().getTime() - dayMs);
  const made = fromAddress === null ? 0 : await countSends(db, { userId, fromAddress, since });
  return { sends: sends.map(viewWalletSend), leftToday: Math.max(0, mostADay - made), mostADay };
}

/**
 * Queues money that the account's passkey wallet sends to any address but a business's. The relayer pays the gas. It pays for nothing: only
 * transfers to a business's wallet are read, and those are refused here. The same signature again returns what was queued first.
 *
 * @throws HearthError VALIDATION for an address that money must not go to. RATE_LIMITED above the day's number. CONFLICT for a nonce that signed
 * something else. RELAY_UNAVAILABLE, RELAY_BUSY, or the token's reason.
 */
export async function sendFromWallet(deps: Deps, origin: CallOrigin, actor: Actor, input: SendFromWalletInput): Promise<WalletSendView> {
  const { db, network, env } = deps;
  const { userId } = actor;
  const { relayerAddress } = env;
  const fromAddress = await findPasskeyWalletAddress(db, userId);
  if (fromAddress === null) throw noWallet();
  const to = await readReceiver(deps, input.to, fromAddress);
  const usdcUnits = BigInt(input.usdcUnits);
  const nonce = `0x${input.nonce.slice(2)}` as const;
  const send = { chainId: network.chainId, fromAddress, toAddress: to, usdcUnits, nonce, senderId: userId };
  const earlier = await findSame(db, send);
  if (earlier !== null) return viewWalletSend(earlier);
  if (relayerAddress === null) throw new HearthError("RELAY_UNAVAILABLE", { message: noRelayer });
  requireWindow(input, deps.clock.now());
  const signature = `0x${input.signature.slice(2)}` as const;
  const times = { validAfter: BigInt(input.validAfter), validBefore: BigInt(input.validBefore) };
  const simulation = await withChain(() =>
    deps.chain.simulateAuthorization({ from: fromAddress, to, usdcUnits, ...times, nonce, signature }),
  );
  if (!simulation.ok) throw refusedSend(authorizationErrors[simulation.reason]);
  return db.transaction(async (tx) => {
    const { address } = await holdWallet(tx, actor);
    if (!sameAddress(address, fromAddress)) throw new HearthError("CONFLICT");
    const now = deps.clock.now();
    const since = new Date(now.getTime() - dayMs);
    const isNew = (await findSame(tx, send)) === null;
    if (isNew && (await countSends(tx, { userId, fromAddress: address, since })) >= env.walletSendsADay)
      throw new HearthError("RATE_LIMITED", { message: dayIsUsedUp(env.walletSendsADay) });
    const relay = await insertRelay(tx, {
      ...send,
      signature,
      relayerAddress,
      mostTogether: mostTogether.keys,
      validAfter: input.validAfter,
      validBefore: input.validBefore,
      createdAt: now,
      updatedAt: now,
    });
    if (relay === null) {
      const first = await findSame(tx, send);
      if (first === null) throw new Error("A send that exists was not found");
      return viewWalletSend(first);
    }
    if (!(await isInTime(tx, relay, now))) throw new HearthError("RELAY_BUSY", { message: busy });
    const usdc = formatUsdc(usdcUnits);
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "passkeyWallet.sent", subject: address, data: { usdc, to } });
    const event = { kind: "walletSent", usdc, to, at: now.toISOString() } as const;
    await notify(tx, { userIds: [userId], key: `wallet-sent:${relay.id}`, event, now });
    return viewWalletSend({ ...relay, txHash: null });
  });
}

const noRelayer = "Sending money is not possible at the moment. Please try again later. Nothing left your wallet.";
const busy = "Too many payments are waiting to be sent. Please try again in some minutes. Nothing left your wallet.";
const dayIsUsedUp = (most: number) =>
  most === 0
    ? "Sending money from this wallet is switched off at the moment."
    : `You can send money ${most === 1 ? "once" : `${most} times`} in 24 hours, and you have. Please send it later. Nothing left your wallet.`;

/**
 * Finds an identical send of the same account that is stored already. @throws HearthError CONFLICT where the nonce sent something else: the
 * token takes it once.
 */
async function findSame(
  db: DatabaseOrTransaction,
  send: Pick<WalletSend, "chainId" | "fromAddress" | "toAddress" | "usdcUnits" | "nonce" | "senderId">,
): Promise<WalletSend | null> {
  const earlier = await findSend(db, send);
  if (earlier === null) return null;
  const isSame =
    earlier.senderId === send.senderId && earlier.usdcUnits === send.usdcUnits && sameAddress(earlier.toAddress, send.toAddress);
  if (!isSame) throw new HearthError("CONFLICT", { message: "This signature has sent something else. Please sign again." });
  return earlier;
}

/**
 * Parses the address that money goes to. @throws HearthError VALIDATION for a typing mistake, an address at which USDC is lost, the wallet's
 * own, and the wallet of a business, where the money would count for nothing.
 */
async function readReceiver({ db, network }: Deps, text: string, own: `0x${string}`): Promise<`0x${string}`> {
  const to = parseAddress(text);
  if (to === null) throw refusedReceiver("This address has a typing mistake. Please copy it again.");
  if (sameAddress(to, own)) throw refusedReceiver("This is the address of your own wallet.");
  if (/^0x0+$/.test(to) || sameAddress(to, network.usdc.address)) throw refusedReceiver("USDC that is sent to this address is lost.");
  const business = await findBusinessPaidAt(db, to);
  if (business === null) return to;
  throw refusedReceiver(`${business} is paid at this address. Pay ${business} in a checkout instead, so that it counts for your rent.`);
}

function refusedReceiver(message: string): HearthError {
  return new HearthError("VALIDATION", { message, fields: { to: message } });
}

/** Requires that a signature is valid now and for minutes. @throws HearthError AUTHORIZATION_INVALID, AUTHORIZATION_EXPIRED. */
export function requireWindow({ validAfter, validBefore }: Pick<SendFromWalletInput, "validAfter" | "validBefore">, now: Date): void {
  const seconds = Math.floor(now.getTime() / 1_000);
  if (validAfter !== 0 || validBefore > seconds + limits.walletSendMaxSeconds) throw refusedSend("AUTHORIZATION_INVALID");
  if (validBefore <= seconds) throw refusedSend("AUTHORIZATION_EXPIRED");
}

/** The product's sentences for these codes speak of a payment. */
const words: Partial<Record<(typeof authorizationErrors)[keyof typeof authorizationErrors], string>> = {
  INSUFFICIENT_FUNDS: "Your wallet holds less than this amount.",
  AUTHORIZATION_INVALID: "The signature does not match what you are sending. Please sign again.",
  AUTHORIZATION_USED: "This signature was used before. Please see what you have sent before you sign again.",
  PAYER_BLACKLISTED: "The issuer of USDC has blocked this wallet or the address that you send to.",
};

/** Returns the error of a signature that moves money out of a wallet, in words that speak of no payment. */
export function refusedSend(code: (typeof authorizationErrors)[keyof typeof authorizationErrors]): HearthError {
  const message = words[code];
  return new HearthError(code, message === undefined ? {} : { message });
}
