import { promisify } from "node:util";
import { inflate } from "node:zlib";
import type { DocumentDanger } from "@hearth/domain/disputes/documents";

const unpack = promisify(inflate);
const maxUnpackedBytes = 50 * 1024 * 1024;
const maxStreams = 20_000;

/** Scripts in a PDF, and actions that start a program or send data. */
const active = nameOf("JavaScript", "Launch", "RichMedia", "ImportData", "SubmitForm");
const encrypted = nameOf("Encrypt");
const objectStream = nameOf("ObjStm");
const filter = nameOf("Filter");
const plainFilter = /\/Filter\s*(\/FlateDecode|\[\s*\/FlateDecode\s*\])/;
const parameters = nameOf("DecodeParms", "DP");

/**
 * Returns the danger of opening a PDF. Searches for names of scripts and actions, plain or escaped, outside streams and in each deflated
 * stream. `unpacks`: the streams exceed 50 MB. `sealed`: it is encrypted, or its objects are compressed in another way, so it cannot be
 * searched.
 */
export async function dangerOfPdf(file: Buffer): Promise<DocumentDanger | null> {
  const text = file.toString("latin1");
  if (active.test(text)) return "active";
  if (encrypted.test(text)) return "sealed";
  let remainingBytes = maxUnpackedBytes;
  let streams = 0;
  for (const { index, 0: word } of text.matchAll(/stream\r?\n/g)) {
    if (text.startsWith("end", index - 3)) continue;
    streams += 1;
    if (streams > maxStreams) return "unpacks";
    if (isSealed(text.slice(Math.max(0, index - 1_000), index))) return "sealed";
    const packed = file.subarray(index + word.length);
    if (!isPacked(packed)) continue;
    const content = await unpackWithin(packed, remainingBytes);
    if (content === "too much") return "unpacks";
    remainingBytes -= content.length;
    if (active.test(content.toString("latin1"))) return "active";
  }
  return null;
}

/** Matches any of these names as a PDF reader would: each letter may be hex-escaped, and the name must end there. */
function nameOf(...names: string[]): RegExp {
  const spelled = names.map((name) => [...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join(""));
  return new RegExp(String.raw`\/(?:${spelled.join("|")})(?=[\s\0()<>[\]{}/%]|$)`.replaceAll(/#([0-9a-f]{2})/g, hexOfEitherCase));
}

function hexOfEitherCase(_: string, digits: string): string {
  return `#${[...digits].map((digit) => (digit > "9" ? `[${digit}${digit.toUpperCase()}]` : digit)).join("")}`;
}

/** Returns true when the dictionary before a stream says that it holds objects compressed in an unusual way. */
function isSealed(before: string): boolean {
  const dictionary = before.slice(before.lastIndexOf("obj") + 1);
  if (!objectStream.test(dictionary)) return false;
  return (filter.test(dictionary) && !plainFilter.test(dictionary)) || parameters.test(dictionary);
}

/** Returns true when the content begins with a zlib header. */
function isPacked(content: Buffer): boolean {
  return content.length > 2 && (content.readUInt8(0) & 0x0f) === 8 && content.readUInt16BE(0) % 31 === 0;
}

/** Unpacks as much as possible, because readers tolerate a broken end. */
async function unpackWithin(packed: Buffer, maxOutputLength: number): Promise<Buffer | "too much"> {
  if (maxOutputLength <= 0) return "too much";
  try {
    return await unpack(packed, { maxOutputLength, finishFlush: 2 });
  } catch (error) {
    const isTooMuch = error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isTooMuch ? "too much" : Buffer.alloc(0);
  }
}
