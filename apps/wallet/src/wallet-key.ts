import { bytesToHex, type Hex, hexToBytes } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import type { KeyWrap } from "@hearth/domain/passkey-wallet/key-wrap";

/**
 * Secrets that can open a key: the 32 bytes that a passkey's PRF gives, or the characters of the recovery code. The text is the `info` of HKDF. It never
 * changes, because a wrap made with another text could not be opened again. A new derivation gets a new version.
 */
const infos = {
  passkey: "hearth wallet 1: key wrapped for a passkey",
  recoveryCode: "hearth wallet 1: key wrapped for a recovery code",
} as const;

/** A secret that wraps or opens the wallet's key. At least 128 bits of randomness: HKDF adds none. */
export interface Opener {
  kind: keyof typeof infos;
  secret: Uint8Array<ArrayBuffer>;
}

/** The secret does not open this wrap: it is another passkey or code, or the wrap is of another wallet or was changed. */
export class WrongOpener extends Error {
  override name = "WrongOpener";
}

/** Makes the key of a new wallet at random, as 0x and 64 hexadecimal digits. */
export function makeKey(): Hex {
  return generatePrivateKey();
}

/** Wraps a key with AES-256-GCM. The wrap is bound to the key's address, so that it cannot be passed off as another wallet's. */
export async function wrapKey(key: Hex, opener: Opener): Promise<KeyWrap> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const cipher = await cipherOf(opener, iv, privateKeyToAddress(key));
  const data = await crypto.subtle.encrypt(cipher.algorithm, cipher.key, new Uint8Array(hexToBytes(key)));
  return { version: 1, iv: toBase64Url(iv), data: toBase64Url(new Uint8Array(data)) };
}

/** Opens a wrap of this address's key. @throws WrongOpener. */
export async function openKey(wrap: KeyWrap, opener: Opener, address: Hex): Promise<Hex> {
  const cipher = await cipherOf(opener, fromBase64Url(wrap.iv), address);
  const data = fromBase64Url(wrap.data);
  const opened = await crypto.subtle.decrypt(cipher.algorithm, cipher.key, data).catch((cause: unknown) => {
    throw new WrongOpener("The secret does not open this key.", { cause });
  });
  const key = bytesToHex(new Uint8Array(opened));
  // Whoever made the wrap knew the secret, and could have put another key into it.
  if (privateKeyToAddress(key).toLowerCase() !== address.toLowerCase()) throw new WrongOpener("The key is not of this address.");
  return key;
}

async function cipherOf({ kind, secret }: Opener, iv: Uint8Array<ArrayBuffer>, address: Hex) {
  const encode = (text: string) => new TextEncoder().encode(text);
  const material = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info: encode(infos[kind]) };
  const key = await crypto.subtle.deriveKey(hkdf, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  return { key, algorithm: { name: "AES-GCM", iv, additionalData: encode(address.toLowerCase()) } };
}

/** Encodes bytes as base64url without padding (RFC 4648). */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Decodes base64url. @throws where the text is none. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
