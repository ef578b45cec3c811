import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const version = "v2";
/** The version of texts encrypted before keys had names. */
const nameless = "v1";

/** Encrypts secrets that the product has to store. */
export interface Encryption {
  /** `context` names the purpose and owner of the text; decrypting requires the same context. */
  encrypt(text: string, context: string): string;
  /** Decrypts a text. @throws Error where none of the keys encrypted it, or the context differs. */
  decrypt(encrypted: string, context: string): string;
  /** The prefix of every text that the newest key encrypted. */
  newest: string;
}

/**
 * Uses AES-256-GCM with a fresh nonce for each text. Keys have 32 bytes. The first key encrypts; a text is decrypted by the key that it
 * names.
 */
export function createEncryption(keys: [Buffer, ...Buffer[]]): Encryption {
  const [key] = keys;
  const byName = new Map(keys.map((each) => [nameOf(each), each]));
  const newest = `${version}.${nameOf(key)}.`;
  return {
    newest,
    encrypt: (text, context) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return newest + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    decrypt: (encrypted, context) => {
      const [mark, ...rest] = encrypted.split(".");
      if (mark === nameless && rest.length === 1) return tryAll(keys, rest[0] ?? "", context);
      const [name = "", text = ""] = rest;
      const named = byName.get(name);
      if (mark !== version || named === undefined) throw new Error("None of the configured keys decrypts this text");
      return open(named, text, context);
    },
  };
}

/** Names a key by a hash that reveals nothing of it and is the same in every process. */
function nameOf(key: Buffer): string {
  return createHash("sha256").update("name of a key").update(key).digest("hex").slice(0, 8);
}

function tryAll(keys: Buffer[], text: string, context: string): string {
  for (const key of keys) {
    try {
      return open(key, text, context);
    } catch {
      continue; // a text without a key name may be any key's
    }
  }
  throw new Error("None of the configured keys decrypts this text");
}

function open(key: Buffer, text: string, context: string): string {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length < 28) throw new Error("This text is too short to be encrypted");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
