import type { Database } from "@hearth/db/client";
import type { Encryption } from "../../encryption.ts";
import { encryptedColumns } from "./encrypted-columns.ts";
import { listOlder, replaceEncrypted } from "./rotate-keys.repo.ts";

const pageSize = 500;

/** The result of a rotation: the number of texts re-encrypted, and of texts that no key decrypts, by column. */
export interface Rotation {
  rotated: number;
  unreadable: { column: string; count: number }[];
}

/**
 * Re-encrypts with the newest key everything that an older key had encrypted. The product can run meanwhile: a text that changes
 * concurrently is left alone. Can be stopped and restarted at any time.
 */
export async function rotateKeys(db: Database, encryption: Encryption): Promise<Rotation> {
  const done: Rotation = { rotated: 0, unreadable: [] };
  for (const column of encryptedColumns) {
    let [after, unreadable] = ["", 0];
    for (let isMore = true; isMore;) {
      const page = await listOlder(db, column, encryption.newest, after, pageSize);
      for (const { owner, encrypted } of page) {
        after = encrypted;
        const to = encryptAnew(encryption, encrypted, column.contextOf(owner));
        if (to === null) unreadable += 1;
        else if (await replaceEncrypted(db, column, { owner, from: encrypted, to })) done.rotated += 1;
      }
      isMore = page.length === pageSize;
    }
    if (unreadable > 0) done.unreadable.push({ column: `${column.table}.${column.column}`, count: unreadable });
  }
  return done;
}

function encryptAnew(encryption: Encryption, encrypted: string, context: string): string | null {
  let text: string;
  try {
    text = encryption.decrypt(encrypted, context);
  } catch {
    return null; // encrypted with an unknown key; reported to the operator
  }
  return encryption.encrypt(text, context);
}
