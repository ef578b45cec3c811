import { isIPv6 } from "node:net";

/**
 * What of an address limits count by: an IPv4 address itself, and of an IPv6 address its network of 64 bits, because that is what one
 * customer gets, who could otherwise be as many visitors as there are addresses in it.
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
