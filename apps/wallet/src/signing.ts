import { type Network, networks } from "@hearth/chain/networks";
import { cardTypedData, cardWords } from "@hearth/chain/payee-card";
import { termsTypedData } from "@hearth/chain/terms-typed-data";
import { cancelAuthorizationTypedData, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import type { Signable } from "@hearth/domain/passkey-wallet/messages";
import { isWalletProofText } from "@hearth/domain/passkey-wallet/proof";
import { centsToDecimal, formatUsd, formatUsdc } from "@hearth/domain/money";
import type { PayeeCard } from "@hearth/domain/payee-card";
import { dueDayWords } from "@hearth/domain/rent/due-day";
import type { LeaseTerms } from "@hearth/domain/rent/lease-terms";
import { dayName } from "@hearth/domain/rent/periods";
import { getAddress, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** A fact of what is signed, with its label. */
export interface Fact {
  label: string;
  value: string;
}

/** One line of what is signed, as the wallet shows it. */
export interface Shown {
  /** The act of signing, such as `Pay $1,450.00`. */
  act: string;
  /** The facts behind it, in reading order. */
  facts: Fact[];
}

/** A whole request in words: its heading with the total where it pays, its button, and each item. */
export interface ShownRequest {
  title: string;
  button: string;
  items: Shown[];
}

/** Returns the network of a chain id. Null for one that Hearth does not run on, so that nothing is signed for it. */
export function networkOf(chainId: number): Network | null {
  return Object.values(networks).find((network) => network.chainId === chainId) ?? null;
}

/** False for a text that would prove a new passkey, which is made with the passkey alone, and for a card of another network or token. */
export function maySign(item: Signable, network: Network): boolean {
  if (item.kind === "payeeCard") return isOfNetwork(item.card, network);
  return item.kind !== "text" || !isWalletProofText(item.text);
}

function isOfNetwork({ chainId, token }: PayeeCard, network: Network): boolean {
  return chainId === network.chainId && token.toLowerCase() === network.usdc.address.toLowerCase();
}

const severalTogether: readonly Signable["kind"][] = ["transfer", "cancellation", "text"];

/** False for a send, a refund, a card or terms beside other items: the holder could take them for one of several payments. */
export function mayBeTogether(items: readonly Signable[]): boolean {
  return items.length === 1 || items.every(({ kind }) => severalTogether.includes(kind));
}

/** Returns sentences to read before the items: where a card sends the business's payments to another wallet than the one that signs. */
export function warnings(items: readonly Signable[], address: string): string[] {
  const isElsewhere = items.some((item) => item.kind === "payeeCard" && item.card.wallet.toLowerCase() !== address.toLowerCase());
  const words =
    "From now on your tenants pay another wallet, not this one. Sign only if that wallet is yours. If someone asked you to, stop.";
  return isElsewhere ? [words] : [];
}

/**
 * Says what these items do, read from the same fields that are signed. `timeZone` is the reader's (IANA). `payees` has for each item the facts
 * that say to whom it pays, where they are known. Otherwise its address says so.
 */
export function showItems(
  items: readonly Signable[],
  network: Network,
  timeZone: string,
  payees: readonly (Fact[] | null)[] = [],
): ShownRequest {
  const shown = items.map((item, index) => showItem(item, network, timeZone, payees[index] ?? null));
  const transfers = items.filter((item) => item.kind === "transfer");
  const total = transfers.reduce((sum, { usdcUnits }) => sum + BigInt(usdcUnits), 0n);
  if (transfers.length === items.length) {
    const title = items.length === 1 ? `Pay ${dollars(total)}` : `Sign ${items.length} payments, ${dollars(total)} in all`;
    return { title, button: title, items: shown };
  }
  const [first] = shown;
  const title = shown.length === 1 && first !== undefined ? first.act : `Sign ${shown.length} items`;
  const movesMoney = items[0]?.kind === "send" || items[0]?.kind === "refund";
  return { title, button: movesMoney ? title : "Sign", items: shown };
}

const acts = { transfer: "Pay", send: "Send", refund: "Refund" } as const;

/** The facts that say what a transfer is for, where its payee does not. */
const purposes = {
  transfer: [],
  send: [{ label: "Pays", value: "Nothing at Hearth, so no rent. No one can reverse it." }],
  refund: [{ label: "Returns", value: "Money that your business received. No one can reverse it." }],
} as const;

function showItem(item: Signable, { label }: Network, timeZone: string, payee: Fact[] | null): Shown {
  if (item.kind === "payeeCard") return showCard(item.card, label, timeZone);
  if (item.kind === "leaseTerms") return showTerms(item.terms, label, timeZone);
  if (item.kind === "text") return { act: "Sign a message", facts: [{ label: "Message", value: item.text }] };
  if (item.kind === "cancellation") {
    return { act: "Cancel a signed payment", facts: [{ label: "Number", value: item.nonce }] };
  }
  return {
    act: `${acts[item.kind]} ${dollars(BigInt(item.usdcUnits))}`,
    facts: [
      ...(payee ?? [{ label: "To", value: getAddress(item.to) }]),
      ...purposes[item.kind],
      ...laterThanNow("Not before", item.validAfter, timeZone),
      { label: "Valid until", value: moment(item.validBefore, timeZone) },
      { label: "Network", value: label },
    ],
  };
}

/** Formats Unix seconds as a day and time of the reader. */
function moment(seconds: string | number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone });
  return format.format(new Date(Number(seconds) * 1_000));
}

function laterThanNow(label: string, seconds: string, timeZone: string): Fact[] {
  return Number(seconds) > Date.now() / 1_000 ? [{ label, value: moment(seconds, timeZone) }] : [];
}

function showCard(card: PayeeCard, network: string, timeZone: string): Shown {
  return {
    act: "Sign your payee card",
    facts: [
      { label: "Business", value: card.name },
      { label: "Is paid at", value: getAddress(card.wallet) },
      { label: "Five words", value: cardWords(card) },
      ...laterThanNow("Counts from", card.validFrom, timeZone),
      { label: "Card number", value: String(card.sequence) },
      { label: "Business id", value: card.business },
      { label: "Network", value: network },
    ],
  };
}

const prorationWords = { days: "By days in a partial month", none: "Full rent in a partial month" } as const;

function showTerms(terms: LeaseTerms, network: string, timeZone: string): Shown {
  const { leaseId, from, saidAt, startsOn, rent, dueDay, graceDays, deposit, proration } = terms;
  return {
    act: "Sign the terms of a lease",
    facts: [
      { label: "Monthly rent", value: `${formatUsd(rent)}, due ${dueDayWords(dueDay)}` },
      { label: "From", value: dayName(from) },
      { label: "Deposit", value: formatUsd(deposit) },
      { label: "Late fee", value: lateFeeWords(terms) },
      { label: "Days of grace", value: String(graceDays) },
      { label: "Lease starts", value: dayName(startsOn) },
      { label: "Partial months", value: prorationWords[proration] },
      { label: "Days begin in", value: terms.timeZone },
      { label: "Written", value: moment(saidAt, timeZone) },
      { label: "Lease id", value: leaseId },
      { label: "Network", value: network },
    ],
  };
}

function lateFeeWords({ lateFeeKind, lateFee, lateFeeRepeats, lateFeeCap }: LeaseTerms): string {
  if (lateFeeKind === "none") return "None";
  const fee = lateFeeKind === "fixed" ? formatUsd(lateFee) : `${centsToDecimal(lateFee)}% of the unpaid rent`;
  return `${fee}, ${lateFeeRepeats === "daily" ? "every day" : "once"}${lateFeeCap === 0 ? "" : `, at most ${formatUsd(lateFeeCap)}`}`;
}

/** Formats USDC units (6 decimals) as dollars, with all decimals where there are fractions of a cent. */
function dollars(units: bigint): string {
  return `$${formatUsdc(units)}`;
}

/** Signs each item with the key, in order. Signs only the types that are built here, on this network's USDC. */
export async function signItems(items: readonly Signable[], key: Hex, network: Network): Promise<Hex[]> {
  const account = privateKeyToAccount(key);
  const { address } = account;
  return Promise.all(
    items.map((item) => {
      if (item.kind === "text") return account.signMessage({ message: item.text });
      if (item.kind === "payeeCard") return account.signTypedData(cardTypedData(item.card));
      if (item.kind === "leaseTerms") return account.signTypedData(termsTypedData(item.terms, network.chainId));
      if (item.kind === "cancellation") {
        return account.signTypedData(cancelAuthorizationTypedData({ network, authorizer: address, nonce: hex(item.nonce) }));
      }
      const { to, nonce, usdcUnits, validAfter, validBefore } = item;
      const times = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
      const auth = { from: address, to: getAddress(to), usdcUnits: BigInt(usdcUnits), nonce: hex(nonce), ...times };
      return account.signTypedData(transferAuthorizationTypedData({ network, ...auth }));
    }),
  );
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
