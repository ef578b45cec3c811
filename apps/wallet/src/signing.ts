import { type Network, networks } from "@hearth/chain/networks";
import { cancelAuthorizationTypedData, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import type { Signable } from "@hearth/domain/passkey-wallet/messages";
import { isWalletProofText } from "@hearth/domain/passkey-wallet/proof";
import { formatUsdc } from "@hearth/domain/money";
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

/** False for a text that would prove a new passkey: such a proof is made with the passkey alone. */
export function maySign(item: Signable): boolean {
  return item.kind !== "text" || !isWalletProofText(item.text);
}

/** False for a send beside other items: its holder could take it for one of several payments. */
export function mayBeTogether(items: readonly Signable[]): boolean {
  return items.length === 1 || items.every(({ kind }) => kind !== "send");
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
  return { title, button: items[0]?.kind === "send" ? title : "Sign", items: shown };
}

function showItem(item: Signable, { label }: Network, timeZone: string, payee: Fact[] | null): Shown {
  if (item.kind === "text") return { act: "Sign a message", facts: [{ label: "Message", value: item.text }] };
  if (item.kind === "cancellation") {
    return { act: "Cancel a signed payment", facts: [{ label: "Number", value: item.nonce }] };
  }
  const day = (seconds: string) =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone }).format(new Date(Number(seconds) * 1_000));
  return {
    act: `${item.kind === "send" ? "Send" : "Pay"} ${dollars(BigInt(item.usdcUnits))}`,
    facts: [
      ...(payee ?? [{ label: "To", value: getAddress(item.to) }]),
      ...(item.kind === "send" ? [{ label: "Pays", value: "Nothing at Hearth, so no rent. No one can reverse it." }] : []),
      ...(Number(item.validAfter) > Date.now() / 1_000 ? [{ label: "Not before", value: day(item.validAfter) }] : []),
      { label: "Valid until", value: day(item.validBefore) },
      { label: "Network", value: label },
    ],
  };
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
