/**
 * True if a return address may be offered to a payer: https, with a host name and not a number, and without a user name or password. Those
 * would let one host look like another.
 */
export function isReturnUrl(address: string): boolean {
  if (address.length > 2_000 || !URL.canParse(address)) return false;
  const { protocol, username, password, hostname } = new URL(address);
  return protocol === "https:" && username === "" && password === "" && /^(?!.*\.$)[^[\]]+\.[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(hostname);
}
