import { isIPv6 } from "node:net";

/**
 * Returns the key that limits count an address by: an IPv4 address itself, or the /64 network of an IPv6 address. A customer usually gets a
 * whole /64, and could otherwise appear as any number of visitors.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [left = [], right] =
    ip
      .split("%", 1)[0]
      ?.split("::")
      .map((half) => half.split(":").filter(Boolean)) ?? [];
  const zeros = right === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const groups = [...left, ...zeros, ...(right ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
