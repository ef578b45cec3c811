import { inflateSync } from "node:zlib";

/** Lengths in bytes of what the two formats begin with, and of a line in their lists of tables. */
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

/**
 * A font of the format WOFF 1.0 as the TrueType or OpenType font that it wraps: what draws with it then finds each table as it is, where it would unpack
 * the outlines anew for each letter. https://www.w3.org/TR/WOFF/
 */
export function unpackWoff(packed: Buffer): Buffer {
  if (packed.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is no font of the format WOFF 1.0");
  const count = packed.readUInt16BE(12);
  const head = Buffer.alloc(sfnt.header + count * sfnt.entry);
  packed.copy(head, 0, 4, 8); // which of the two it is
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let place = 0; place < count; place += 1) {
    const from = woff.header + place * woff.entry;
    const to = sfnt.header + place * sfnt.entry;
    const [start, kept, length] = [packed.readUInt32BE(from + 4), packed.readUInt32BE(from + 8), packed.readUInt32BE(from + 12)];
    const bytes = packed.subarray(start, start + kept);
    const table = kept === length ? bytes : inflateSync(bytes);
    packed.copy(head, to, from, from + 4); // its name
    packed.copy(head, to + 4, from + 16, from + 20); // its checksum
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    tables.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat([head, ...tables]);
}
