import { inflateSync } from "node:zlib";

/** Byte lengths of both formats' headers and table directory entries. */
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

/**
 * Unpacks a WOFF 1.0 font into the TrueType or OpenType font that it contains. The PDF library then reads each table directly, instead of
 * unpacking the outlines again for each glyph. https://www.w3.org/TR/WOFF/
 */
export function unpackWoff(packed: Buffer): Buffer {
  if (packed.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is not a WOFF 1.0 font");
  const count = packed.readUInt16BE(12);
  const head = Buffer.alloc(sfnt.header + count * sfnt.entry);
  packed.copy(head, 0, 4, 8); // TrueType or OpenType
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
    const [start, storedLength, length] = [packed.readUInt32BE(from + 4), packed.readUInt32BE(from + 8), packed.readUInt32BE(from + 12)];
    const bytes = packed.subarray(start, start + storedLength);
    const table = storedLength === length ? bytes : inflateSync(bytes);
    packed.copy(head, to, from, from + 4); // table name
    packed.copy(head, to + 4, from + 16, from + 20); // checksum
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    tables.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat([head, ...tables]);
}
