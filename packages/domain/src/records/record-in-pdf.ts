/** Key of the signed record among the properties of a PDF (its information dictionary). */
export const recordProperty = "HearthRecord";

/** Begins the property's value, so that it is found wherever the PDF's writer puts it. */
const mark = "hearth-record:";

/** Longest base64 of a record that is read from a PDF. */
const maxLength = 4_000_000;

/** Encodes a record as a property of a PDF: base64 of its UTF-8 JSON, because such text needs no escapes in a PDF. */
export function toPdfProperty(document: object): string {
  return mark + btoa(Array.from(new TextEncoder().encode(JSON.stringify(document)), (byte) => String.fromCodePoint(byte)).join(""));
}

/** True if a file begins as a PDF does. */
export function isPdf(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 5)) === "%PDF-";
}

/**
 * Returns the JSON of the record that a PDF of Hearth's carries; null without one. Later versions of a PDF follow earlier ones, so the last
 * record counts. The page around the record is not signed.
 */
export function findRecordInPdf(bytes: Uint8Array): string | null {
  const found = [...latin1(bytes).matchAll(/\(hearth-record:([A-Za-z0-9+/]+={0,2})\)/g)].at(-1)?.[1];
  if (found === undefined || found.length > maxLength) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(found), (character) => character.codePointAt(0) ?? 0));
  } catch {
    return null;
  }
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);
