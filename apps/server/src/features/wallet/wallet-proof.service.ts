import { randomBytes } from "node:crypto";
import { sameAddress } from "@hearth/chain/addresses";
import { createLoginMessage, type LoginMessage, parseLoginMessage } from "@hearth/chain/siwe";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import type { ProveWalletInput, WalletChallengeInput } from "@hearth/domain/wallet/inputs";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { requireOpenSession } from "../auth/sessions/sessions.service.ts";
import {
  type ChallengeRow,
  findLinkedWallet,
  findOpenChallenge,
  insertChallenge,
  listLinkedWallets,
  lockAccount,
  markChallengeUsed,
  markProven,
  unlinkClaims,
} from "./wallet.repo.ts";
import { type LinkedAddress, linkWallet, readAddress, unlinkWallet, type WalletOwner } from "./wallet.service.ts";
import { type ChallengeView, viewWalletStatus, type WalletStatusView } from "./wallet.view.ts";

/** Lifetime of a challenge, enough to find the phone with the wallet. */
const challengeMs = 10 * 60_000;

/**
 * Creates the text whose signature proves an address, or agrees to another payout wallet. Valid for this account, once, for ten minutes, and
 * until the account has created ten newer ones.
 */
export async function challengeWallet(deps: Deps, actor: Actor, input: WalletChallengeInput): Promise<ChallengeView> {
  const issuedAt = deps.clock.now();
  const expiresAt = new Date(issuedAt.getTime() + challengeMs);
  const address = readAddress(input.address, "address");
  const nonce = randomBytes(16).toString("hex");
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    await insertChallenge(tx, { nonce, userId: actor.userId, address, createdAt: issuedAt, expiresAt });
  });
  const payoutAddress = input.payoutAddress === undefined ? null : readAddress(input.payoutAddress, "payoutAddress");
  const message = createLoginMessage({ ...expected(deps), address, nonce, issuedAt, expiresAt, payoutAddress });
  return { message, nonce, expiresAt: expiresAt.toISOString() };
}

/**
 * Links the wallet that signed a challenge as proven, replacing the account's previous one of its kind. A wallet already linked becomes
 * proven in place. The next settlement matches its earlier payments. Verifying a contract wallet calls the chain.
 *
 * @throws HearthError UNAUTHENTICATED where the session ended meanwhile, WALLET_PROOF_INVALID, WALLET_PROOF_EXPIRED, WALLET_ALREADY_USED,
 * CHAIN_UNAVAILABLE.
 */
export async function proveWallet(deps: Deps, origin: CallOrigin, actor: Actor, input: ProveWalletInput): Promise<WalletStatusView> {
  const proof = await verifyProof(deps, actor, input);
  if (proof.payoutAddress !== null) throw new HearthError("WALLET_PROOF_INVALID");
  return deps.db.transaction(async (tx) => {
    // Taking an account back locks it before it ends the sessions.
    await lockAccount(tx, actor.userId);
    await requireOpenSession(tx, actor);
    await consumeProof(deps, tx, actor, proof);
    await linkProven(deps, tx, origin, actor, { kind: input.kind, address: proof.address });
    return viewWalletStatus(await listLinkedWallets(tx, actor.userId));
  });
}

/** A challenge with a valid signature, not yet used up. */
export interface VerifiedProof extends Pick<ChallengeRow, "address" | "nonce"> {
  /** The payout wallet that the address's owner agreed to; null when the text only proves the address. */
  payoutAddress: `0x${string}` | null;
}

/** Verifies a signed challenge of the account; may call the chain. @throws HearthError WALLET_PROOF_INVALID, WALLET_PROOF_EXPIRED. */
export async function verifyProof(deps: Deps, actor: Actor, input: { message: string; signature: string }): Promise<VerifiedProof> {
  const challenge = await readProof(deps, actor, input.message);
  const { address } = challenge;
  const signature = toHex(input.signature);
  if (!(await deps.chain.verifyMessage({ address, message: input.message, signature }))) throw new HearthError("WALLET_PROOF_INVALID");
  return challenge;
}

/** Uses up a verified proof. @throws HearthError WALLET_PROOF_EXPIRED when it was already used. */
export async function consumeProof(deps: Deps, tx: Transaction, actor: Actor, { nonce }: VerifiedProof): Promise<void> {
  if (!(await markChallengeUsed(tx, actor.userId, nonce, deps.clock.now()))) throw new HearthError("WALLET_PROOF_EXPIRED");
}

/** Finds the account's open challenge that the message answers, comparing every field. */
async function readProof(deps: Deps, actor: Actor, text: string): Promise<VerifiedProof> {
  const message = parseLoginMessage(text);
  const now = deps.clock.now();
  if (message === null || !isForUs(message, expected(deps))) throw new HearthError("WALLET_PROOF_INVALID");
  if (message.issuedAt > now) throw new HearthError("WALLET_PROOF_INVALID");
  if (message.expiresAt <= now) throw new HearthError("WALLET_PROOF_EXPIRED");
  const challenge = await findOpenChallenge(deps.db, actor.userId, message.nonce, now);
  if (challenge === null) throw new HearthError("WALLET_PROOF_EXPIRED");
  if (!sameAddress(challenge.address, message.address)) throw new HearthError("WALLET_PROOF_INVALID");
  return { address: challenge.address, nonce: challenge.nonce, payoutAddress: message.payoutAddress };
}

function expected(deps: Deps): Pick<LoginMessage, "domain" | "uri" | "chainId"> {
  const { host, origin } = new URL(deps.env.publicOrigin);
  return { domain: host, uri: origin, chainId: deps.network.chainId };
}

function isForUs(message: LoginMessage, expectedFields: Pick<LoginMessage, "domain" | "uri" | "chainId">): boolean {
  return message.domain === expectedFields.domain && message.uri === expectedFields.uri && message.chainId === expectedFields.chainId;
}

/** Links a proven address, replacing the account's earlier one of that kind. Requires the account's lock. */
export async function linkProven(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin | null,
  actor: WalletOwner,
  wallet: LinkedAddress,
): Promise<void> {
  const now = deps.clock.now();
  const linked = await findLinkedWallet(tx, actor.userId, wallet.address);
  // Anybody can enter an address, but only its owner can prove it. A proof displaces unproven links.
  if ((await unlinkClaims(tx, wallet.address, actor.userId, now)) > 0) {
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "wallet.claimDisplaced", subject: wallet.address });
  }
  if (linked === null) {
    await unlinkWallet(deps, tx, origin, actor, wallet.kind);
    return linkWallet(deps, tx, origin, actor, { ...wallet, provenAt: now });
  }
  if (!(await markProven(tx, linked.id, now))) return;
  await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "wallet.proven", subject: linked.address });
}

function toHex(signature: string): `0x${string}` {
  return `0x${signature.slice(2)}`;
}
