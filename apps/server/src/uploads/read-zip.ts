import type { Readable } from "node:stream";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

const maxEntries = 2_000;
const maxUnpackedBytes = 50 * 1024 * 1024;
/** Limit of a kept part that is not XML. */
const maxPartBytes = 1024 * 1024;

export interface ZipContent {
  names: string[];
  /** Contents of XML entries and of smaller other ones, by name. */
  parts: Map<string, Buffer>;
}

/**
 * Reads a well-formed zip file. Keeps large entries only if they are XML, so pictures are not kept. `bomb`: over 2,000 entries, over 50 MB, or an entry whose size differs from
 * the directory's. Null for anything that is not a plain zip file.
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

/** Reads an entry to its end, and returns its content, or null when it is large and no XML. Fails when it exceeds its declared size. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer | null> {
  const stream: Readable = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let isKept = entry.uncompressedSize <= maxPartBytes;
  let isFirst = true;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (isFirst) isKept ||= beginsAsXml(chunk);
      isFirst = false;
      if (isKept) chunks.push(chunk);
    }
  } catch (cause) {
    // The library identifies a wrong size only by its message.
    const isWrongSize = cause instanceof Error && /(too many|not enough) bytes/.test(cause.message);
    throw isWrongSize ? new WrongSize(cause.message, { cause }) : cause;
  }
  return isKept ? Buffer.concat(chunks) : null;
}

/** True for XML in UTF-8 or UTF-16, with or without a byte order mark. */
function beginsAsXml(chunk: Buffer): boolean {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(chunk.subarray(0, 1024).toString("latin1"));
}
