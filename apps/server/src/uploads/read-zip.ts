import type { Readable } from "node:stream";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

const maxEntries = 2_000;
const maxUnpackedBytes = 50 * 1024 * 1024;
/** Of one part that is looked into; the parts that say what a document holds are far smaller. */
const maxPartBytes = 1024 * 1024;

/** What is in a zip file. */
export interface ZipContent {
  names: string[];
  /** What the smaller entries hold, by name. */
  parts: Map<string, Buffer>;
}

/**
 * Unpacks a zip file as far as it is well-formed, without keeping what is large. `bomb` for one of more than 2,000 entries, for one that holds more
 * than 50 MB, whatever its directory says, and for an entry that is not as large as it says; null for what is no plain zip file.
 */
export async function readZip(file: Buffer): Promise<ZipContent | "bomb" | null> {
  const zip = await fromBufferPromise(file).catch(() => null);
  if (zip === null) return null;
  if (zip.entryCount > maxEntries) return "bomb";
  const content: ZipContent = { names: [], parts: new Map() };
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      if (unpacked > maxUnpackedBytes) return "bomb";
      if (entry.isEncrypted() || !entry.canDecodeFileData() || content.names.includes(entry.fileName)) return null;
      content.names.push(entry.fileName);
      const part = await readEntry(zip, entry);
      if (part !== null) content.parts.set(entry.fileName, part);
    }
  } catch (error) {
    return error instanceof WrongSize ? "bomb" : null;
  }
  return content;
}

class WrongSize extends Error {
  override name = "WrongSize";
}

/** What an entry holds, or null where that is large. It is read to its end either way, and never beyond the size that it says. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer | null> {
  const stream: Readable = await zip.openReadStreamPromise(entry);
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (entry.uncompressedSize <= maxPartBytes) kept.push(chunk);
    }
  } catch (cause) {
    // The library tells a wrong size apart by its words alone.
    const isWrongSize = cause instanceof Error && /(too many|not enough) bytes/.test(cause.message);
    throw isWrongSize ? new WrongSize(cause.message, { cause }) : cause;
  }
  return size <= maxPartBytes ? Buffer.concat(kept) : null;
}
