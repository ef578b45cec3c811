import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Hex } from "viem";
import { archiveBlocks, removeArchive } from "./block-archive.ts";
import { thinState } from "./thin-state.ts";

const unzip = promisify(gunzip);

/**
 * Writes a dump from `anvil_dumpState` atomically. If the process is killed, the previous file remains.
 *
 * anvil's own `--state` overwrites the file in place, and only on a regular exit.
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

/** The archive for blocks that `openStateFile` removes from a state. */
export function archivePath(path: string): string {
  return join(dirname(path), "blocks.bin");
}

/**
 * Unpacks the file for anvil's `--load-state`. Returns the unpacked file and how to remove it, or null if there is no state. Of the empty
 * blocks, the newest `keptBlocks` stay in the state; the others move to the archive.
 *
 * Rejects with a message that says what to do if the file was not written by this program.
 */
export async function openStateFile(path: string, keptBlocks: number): Promise<{ unpacked: string; remove: () => Promise<void> } | null> {
  const packed = await readFile(path).catch(() => null);
  if (packed === null) {
    await removeArchive(archivePath(path)); // it belongs to another chain
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
