/**
 * Whether an address may be offered to whoever has paid: another site's, by https, by name and not by number, and without a name or password in it,
 * which would let one host look like another.
 */
export function isReturnUrl(address: string): boolean {
  if (address.length > 2_000 || !URL.canParse(address)) return false;
  const { protocol, username, password, hostname } = new URL(address);
  return protocol === "https:" && username === "" && password === "" && /^(?!.*\.$)[^[\]]+\.[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(hostname);
}
