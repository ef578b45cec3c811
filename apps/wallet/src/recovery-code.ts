/** Crockford's base 32: no I, L, O and U, which people misread. Source: https://www.crockford.com/base32.html */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 130 random bits. */
const randomLength = 26;
const groupLength = 4;

/** A recovery code as 28 characters: 26 random ones, and two that reveal a typing mistake. */
export async function makeRecoveryCode(): Promise<string> {
  const random = crypto.getRandomValues(new Uint8Array(randomLength));
  const code = Array.from(random, (byte) => alphabet[byte % 32]).join("");
  return code + (await checkOf(code));
}

/** Splits a code into seven groups of four, for people to write down. */
export function groupsOf(code: string): string[] {
  return Array.from({ length: code.length / groupLength }, (_, index) => code.slice(index * groupLength, (index + 1) * groupLength));
}

/** Reads letters of a code as people type them: in any case, with spaces or dashes, O for 0, I and L for 1. */
export function readTyped(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

/** Reads a whole code. Null where it has a mistake. */
export async function readRecoveryCode(text: string): Promise<string | null> {
  const typed = readTyped(text);
  const code = typed.slice(0, randomLength);
  const isWellFormed = typed.length === randomLength + 2 && [...typed].every((character) => alphabet.includes(character));
  return isWellFormed && typed === code + (await checkOf(code)) ? typed : null;
}

/** The characters as the secret that opens a wrap. */
export function secretOf(code: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(code.slice(0, randomLength));
}

async function checkOf(code: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code)));
  return Array.from(digest.subarray(0, 2), (byte) => alphabet[byte % 32]).join("");
}
