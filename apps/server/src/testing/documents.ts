/** Files as small as their kind allows, for tests of uploads; each is recognised by its content. */

/** A PDF of exactly that many bytes. */
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

/** A compound file; with the stream that makes it a Word document unless told otherwise. */
export function makeDoc(stream = "WordDocument"): Buffer {
  const head = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(504)]);
  return Buffer.concat([head, Buffer.from(stream, "utf16le"), Buffer.alloc(600)]);
}

/** A program for Windows, as far as its first bytes go. */
export function makeExe(): Buffer {
  return Buffer.concat([Buffer.from("MZ"), Buffer.alloc(510)]);
}

/** A Word document of the new kind, with other entries where given. */
export function makeDocx(more: ZipEntry[] = []): Buffer {
  return makeZip([{ name: "[Content_Types].xml" }, { name: "word/document.xml" }, ...more]);
}

export interface ZipEntry {
  name: string;
  /** What the directory says the entry holds; nothing is really in it. */
  unpackedBytes?: number;
}

/** A zip file of empty entries whose directory says what it is told to. */
export function makeZip(entries: ZipEntry[]): Buffer {
  const local = Buffer.concat(entries.map(({ name }) => Buffer.concat([localHeader(name), Buffer.from(name)])));
  const directory = Buffer.concat(entries.map((entry) => Buffer.concat([directoryEntry(entry), Buffer.from(entry.name)])));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

function localHeader(name: string): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(name.length, 26);
  return header;
}

function directoryEntry({ name, unpackedBytes = 0 }: ZipEntry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt32LE(unpackedBytes, 24);
  header.writeUInt16LE(name.length, 28);
  return header;
}
