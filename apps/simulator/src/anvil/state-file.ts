import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Hex } from "viem";
import { archiveBlocks, removeArchive } from "./block-archive.ts";
import { thinState } from "./thin-state.ts";

const unzip = promisify(gunzip);

/**
 * Writes what `anvil_dumpState` answered. Whoever is killed in the middle leaves the file of before, never half of one.
 *
 * anvil's own `--state` writes over the file in place, and only when it ends in order.
 */
export async function writeStateFile(path: string, dump: Hex): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.new`;
  const file = await open(fresh, "w");
  try {
    await file.writeFile(Buffer.from(dump.slice(2), "hex"));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}

/** Where the blocks are that `openStateFile` takes out of the state. */
export function archivePath(path: string): string {
  return join(dirname(path), "blocks.bin");
}

/**
 * Unpacks the file for anvil's `--load-state`, and answers the unpacked one's path and how to remove it; null when there is none. Of the blocks that
 * nothing happened in, the newest `keptBlocks` stay in it, and the others move to the archive.
 *
 * Rejects with a sentence that says what to do when the file is not one that this program wrote.
 */
export async function openStateFile(path: string, keptBlocks: number): Promise<{ unpacked: string; remove: () => Promise<void> } | null> {
  const packed = await readFile(path).catch(() => null);
  if (packed === null) {
    await removeArchive(archivePath(path)); // of another chain
    return null;
  }
  const unpacked = `${path}.loading.json`;
  const { state, dropped } = await unzip(packed)
    .then((dump) => thinState(dump.toString("utf8"), keptBlocks))
    .catch((cause: unknown) => {
      throw new Error(`The local chain's state in ${path} cannot be read. Delete the file to begin with an empty chain.`, { cause });
    });
  await archiveBlocks(archivePath(path), dropped);
  await writeFile(unpacked, state);
  return { unpacked, remove: () => rm(unpacked, { force: true }) };
}
