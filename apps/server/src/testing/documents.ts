import { crc32, deflateRawSync } from "node:zlib";

/** The smallest files of their kinds for tests of uploads. Each is recognised by its content. */

/** A PDF of exactly this many bytes. */
export function makePdf(sizeBytes = 400): Buffer {
  const head = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n");
  return Buffer.concat([head, Buffer.alloc(sizeBytes - head.length, " ")]);
}

/** A PNG of one transparent pixel. */
export function makePng(): Buffer {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  return Buffer.from(pixel, "base64");
}

/** The beginning of a JPEG. */
export function makeJpg(): Buffer {
  return Buffer.concat([Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"), Buffer.alloc(200), Buffer.from("ffd9", "hex")]);
}

/** A PDF like `makePdf` with these objects. */
export function makePdfWith(objects: string | Buffer): Buffer {
  return Buffer.concat([makePdf(50), Buffer.from(objects), Buffer.from("\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n")]);
}

/** A compound file, by default with the stream that makes it a Word document. */
export function makeDoc(stream = "WordDocument"): Buffer {
  const head = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(504)]);
  return Buffer.concat([head, Buffer.from(stream, "utf16le"), Buffer.alloc(600)]);
}

/** The first bytes of a Windows program. */
export function makeExe(): Buffer {
  return Buffer.concat([Buffer.from("MZ"), Buffer.alloc(510)]);
}

const contentTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`;

/** A DOCX file, with further entries where given. */
export function makeDocx(more: ZipEntry[] = [], types = contentTypes): Buffer {
  return makeZip([{ name: "[Content_Types].xml", content: types }, { name: "word/document.xml", content: "<document/>" }, ...more]);
}

/** The part of a Word document that lists its relations to other files. */
export function makeRelations(type: string, target: string, mode = "External"): ZipEntry {
  const relation = `<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/>`;
  const content = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`;
  return { name: "word/_rels/settings.xml.rels", content };
}

export interface ZipEntry {
  name: string;
  content?: string | Buffer;
  /** The entry's size in the directory, where it differs from the real one. */
  claimedBytes?: number;
}

/** A zip file with these entries, deflated. */
export function makeZip(entries: ZipEntry[]): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = "", claimedBytes } of entries) {
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0); // the version needed to unpack it
    facts.writeUInt16LE(8, 4); // deflated
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claimedBytes ?? Buffer.byteLength(content), 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), facts, Buffer.from(name), packed]);
    local.push(entry);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, place, Buffer.from(name));
    at += entry.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, ...directory, end]);
}
