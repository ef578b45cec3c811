import { mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { bytesToHex, type Hex, hexToBytes } from "viem";

/** An empty block that the chain no longer keeps. */
export interface ArchivedBlock {
  number: bigint;
  hash: Hex;
  parentHash: Hex;
  /** Unix seconds. */
  timestamp: bigint;
}

/** Two hashes and the timestamp, at an offset computed from the block number. Unwritten records read as zeros. */
const recordBytes = 32 + 32 + 8;

/** Adds blocks to the file at `path`, which is created if missing. They are on disk when the promise resolves. */
export async function archiveBlocks(path: string, blocks: ArchivedBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "r+").catch(() => open(path, "w+"));
  try {
    for (const block of blocks) await file.write(recordOf(block), 0, recordBytes, Number(block.number) * recordBytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Reads a block by number, or null if the file does not contain it. */
export async function readArchivedBlock(path: string, number: bigint): Promise<ArchivedBlock | null> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return null;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(recordBytes), 0, recordBytes, Number(number) * recordBytes);
    const timestamp = buffer.readBigUInt64BE(64);
    if (bytesRead < recordBytes || timestamp === 0n) return null;
    return { number, hash: bytesToHex(buffer.subarray(0, 32)), parentHash: bytesToHex(buffer.subarray(32, 64)), timestamp };
  } finally {
    await file.close();
  }
}

export async function removeArchive(path: string): Promise<void> {
  await rm(path, { force: true });
}

function recordOf({ hash, parentHash, timestamp }: ArchivedBlock): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(timestamp);
  return Buffer.concat([hexToBytes(hash), hexToBytes(parentHash), time]);
}
