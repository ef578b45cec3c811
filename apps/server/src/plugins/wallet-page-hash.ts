import { createHash } from "node:crypto";

/**
 * Returns the hash of the passkey wallet's page. It lets anybody compare what a server serves with what the sources build. It is the SHA-256 of a line for each
 * file, as `sha256sum` prints it, sorted by path. Compressed copies are left out. Null where the page is not built.
 */
export function hashWalletPage(files: ReadonlyMap<string, Buffer>): string | null {
  const paths = [...files.keys()].filter((path) => !/\.(br|gz)$/.test(path)).toSorted();
  if (paths.length === 0) return null;
  const lines = paths.map((path) => `${sha256(files.get(path) ?? "")}  .${path}\n`);
  return sha256(lines.join(""));
}

function sha256(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}
