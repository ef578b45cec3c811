import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Hex } from "viem";

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

/**
 * Unpacks the file for anvil's `--load-state`, and answers the unpacked one's path and how to remove it; null when there is none.
 *
 * Rejects with a sentence that says what to do when the file is not one that this program wrote.
 */
export async function openStateFile(path: string): Promise<{ unpacked: string; remove: () => Promise<void> } | null> {
  const packed = await readFile(path).catch(() => null);
  if (packed === null) return null;
  const unpacked = `${path}.loading.json`;
  const state = await unzip(packed).catch((cause: unknown) => {
    throw new Error(`The local chain's state in ${path} cannot be read. Delete the file to begin with an empty chain.`, { cause });
  });
  await writeFile(unpacked, state);
  return { unpacked, remove: () => rm(unpacked, { force: true }) };
}
