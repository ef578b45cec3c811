/** The keys of a record of known keys, in their order and with their type; `Object.keys` alone forgets it. */
export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record).filter((key): key is Key => Object.hasOwn(record, key));
}
