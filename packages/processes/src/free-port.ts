import { randomInt } from "node:crypto";
import getPort from "get-port";

/** Systems give ports above these to connections that go out, and one of those could have it before whoever asked listens at it. */
const [first, end] = [20_000, 32_768];

/** A port of this machine that nothing listens at; the preferred one where that is free. */
export async function freePort(preferred?: number): Promise<number> {
  const others = Array.from({ length: 20 }, () => randomInt(first, end));
  return getPort({ port: preferred === undefined ? others : [preferred, ...others] });
}
