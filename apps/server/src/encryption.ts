import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const version = "v1";

/** Encrypts what the product has to keep and nobody may read. */
export interface Encryption {
  /** `context` says what the text is and whose; it is decrypted in no other place. */
  encrypt(text: string, context: string): string;
  /** @throws Error for what this key did not encrypt, or not for this context. */
  decrypt(encrypted: string, context: string): string;
}

/** AES-256-GCM with a fresh nonce for each text. `key` has 32 bytes. */
export function createEncryption(key: Buffer): Encryption {
  return {
    encrypt: (text, context) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    decrypt: (encrypted, context) => {
      const [mark, text = ""] = encrypted.split(".");
      const bytes = Buffer.from(text, "base64url");
      if (mark !== version || bytes.length < 28) throw new Error("This was not encrypted here");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
  };
}
