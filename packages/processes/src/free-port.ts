import { randomInt } from "node:crypto";
import getPort from "get-port";

/**
 * Ports below the range that systems use for outgoing connections. Above it, such a connection could take the port before the caller
 * listens.
 */
const [first, end] = [20_000, 32_768];

/** Finds a free port of this machine: the preferred one, if it is free. */
export async function freePort(preferred?: number): Promise<number> {
  const others = Array.from({ length: 20 }, () => randomInt(first, end));
  return getPort({ port: preferred === undefined ? others : [preferred, ...others] });
}
