import { randomInt } from "node:crypto";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";

/**
 * Ports below the range that systems use for outgoing connections. Above it, such a connection could take the port before the caller
 * listens.
 */
const [first, end] = [20_000, 32_768];

/** Time that a caller has to listen at its port, in milliseconds. After it another process may be given the same port. */
const reservedMs = 120_000;

/** Finds a free port of this machine: the preferred one, if it is free. No other process is given it for two minutes. */
export async function freePort(preferred?: number): Promise<number> {
  for (;;) {
    const others = Array.from({ length: 20 }, () => randomInt(first, end));
    const port = await getPort({ port: preferred === undefined ? others : [preferred, ...others] });
    if (port === preferred || reserve(port)) return port;
  }
}

/** Reserves a port among the processes of this machine by a file named after it. Returns false if another process holds it. */
export function reserve(port: number): boolean {
  const file = join(tmpdir(), `hearth-port-${port}`);
  try {
    if (Date.now() - statSync(file).mtimeMs < reservedMs) return false;
    rmSync(file);
  } catch {
    // Nobody holds it, or another process has just removed the old file.
  }
  try {
    writeFileSync(file, "", { flag: "wx" });
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EEXIST");
  }
}
