import { deflateSync } from "node:zlib";

/** An indirect object of a test's PDF. */
export interface TestObject {
  /** The object's source: a dictionary, unless the test says otherwise. */
  value: string;
  /** The data of a stream, with the filters' names for its dictionary. */
  stream?: Packed;
  /** The keyword before the data, with the end of its line. */
  keyword?: string;
  /** The text between `N 0` and `obj`. */
  beforeObj?: string;
}

/** Data of a stream after its filters. */
export interface Packed {
  data: Buffer;
  /** The value of the key Filter, empty without filters. */
  filter: string;
}

interface Shape {
  version?: string;
  /** Objects in object streams, as `number: [stream, index]`. The file then ends with a cross-reference stream instead of a table. */
  packed?: Record<number, [stream: number, index: number]>;
  /** Bytes before the header and after the end. */
  before?: string | Buffer;
  after?: string | Buffer;
  trailer?: string;
}

/** A script as an action, in its usual spelling. */
export const script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";

/** The objects of a document of one empty page; further keys of its catalog and its page may be given. */
export function onePage(catalog = "", page = ""): TestObject[] {
  return [
    { value: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>` },
    { value: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>" },
    { value: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${page} >>` },
  ];
}

/** Writes a PDF whose objects are numbered from 1, with a table of their places. */
export function writePdf(
  objects: TestObject[],
  { version = "1.7", packed = {}, before = "", after = "", trailer = "" }: Shape = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from(before), Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, "latin1")];
  const places: number[] = [];
  let at = 0;
  const add = (...more: (string | Buffer)[]) => {
    for (const part of more) parts.push(typeof part === "string" ? Buffer.from(part, "latin1") : part);
  };
  const here = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [index, object] of objects.entries()) {
    places[index + 1] = here();
    add(`${index + 1} 0${object.beforeObj ?? " "}obj\n`, ...sourceOf(object), "\nendobj\n");
  }
  at = here();
  if (Object.keys(packed).length === 0) {
    const rows = objects.map((_, index) => `${`${places[index + 1] ?? 0}`.padStart(10, "0")} 00000 n \n`);
    add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}`);
    add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`);
  } else {
    const highest = Math.max(objects.length + 1, ...Object.keys(packed).map(Number));
    places[objects.length + 1] = at;
    const rows = Array.from({ length: highest + 1 }, (_, number) => rowOf(places[number], packed[number]));
    const table = {
      value: `<< /Type /XRef /Size ${highest + 1} /W [1 4 2] /Root 1 0 R ${trailer} >>`,
      stream: deflated(Buffer.concat(rows)),
    };
    add(`${objects.length + 1} 0 obj\n`, ...sourceOf(table), `\nendobj\nstartxref\n${at}\n%%EOF\n`);
  }
  add(after);
  return Buffer.concat(parts);
}

function rowOf(place: number | undefined, packed: [stream: number, index: number] | undefined): Buffer {
  const row = Buffer.alloc(7);
  row.writeUInt8(packed === undefined ? (place === undefined ? 0 : 1) : 2, 0);
  row.writeUInt32BE(packed?.[0] ?? place ?? 0, 1);
  row.writeUInt16BE(packed?.[1] ?? 0, 5);
  return row;
}

function sourceOf({ value, stream, keyword = "stream\n" }: TestObject): (string | Buffer)[] {
  if (stream === undefined) return [value];
  const keys = `${stream.filter === "" ? "" : `/Filter ${stream.filter} `}${value.includes("/Length") ? "" : `/Length ${stream.data.length} `}`;
  return [value.replace(/>>$/, `${keys}>>`), keyword, stream.data, "\nendstream"];
}

/** A stream of objects, as PDF 1.5 packs them. Further keys of its dictionary may be given. */
export function objectStream(objects: Record<number, string>, pack: (content: Buffer) => Packed = deflated, keys = ""): TestObject {
  let offset = 0;
  const heads = Object.entries(objects).map(([number, value]) => {
    const head = `${number} ${offset}`;
    offset += value.length + 1;
    return head;
  });
  const head = `${heads.join(" ")} `;
  const content = Buffer.from(`${head}${Object.values(objects).join(" ")} `, "latin1");
  return { value: `<< /Type /ObjStm /N ${heads.length} /First ${head.length} ${keys} >>`, stream: pack(content) };
}

export const plain = (content: string | Buffer): Packed => ({ data: Buffer.from(content), filter: "" });
export const deflated = (content: string | Buffer): Packed => ({ data: deflateSync(content), filter: "/FlateDecode" });
export const inHex = (content: string | Buffer): Packed => ({
  data: Buffer.from(`${Buffer.from(content).toString("hex")}>`),
  filter: "/ASCIIHexDecode",
});

export function inAscii85(content: string | Buffer): Packed {
  const bytes = Buffer.from(content);
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const group = Buffer.alloc(4);
    const length = bytes.copy(group, 0, at, at + 4);
    let number = group.readUInt32BE();
    let digits = "";
    for (let digit = 0; digit < 5; digit += 1) {
      digits = String.fromCharCode(33 + (number % 85)) + digits;
      number = Math.floor(number / 85);
    }
    text += digits.slice(0, length + 1);
  }
  return { data: Buffer.from(`${text}~>`), filter: "/ASCII85Decode" };
}

/** Runs of at most 128 literal bytes. */
export function inRuns(content: string | Buffer): Packed {
  const bytes = Buffer.from(content);
  const runs: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 128) {
    const run = bytes.subarray(at, at + 128);
    runs.push(Buffer.from([run.length - 1]), run);
  }
  return { data: Buffer.concat([...runs, Buffer.from([128])]), filter: "/RunLengthDecode" };
}

/** LZW codes of 9 bits; the table is cleared before it would need longer ones. */
export function inLzw(content: string | Buffer): Packed {
  const codes = [...Buffer.from(content)].flatMap((byte, index) => (index % 200 === 0 ? [256, byte] : [byte]));
  const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, "0")).join("");
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return { data: Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2))), filter: "/LZWDecode" };
}

/** Packs with one filter after the other; a reader undoes them in the order of the names. */
export function packedWith(...packs: ((content: Buffer) => Packed)[]): (content: Buffer) => Packed {
  return (content) => {
    let data = content;
    const names: string[] = [];
    for (const pack of packs) {
      const packed = pack(data);
      data = packed.data;
      names.unshift(packed.filter);
    }
    return { data, filter: `[${names.join(" ")}]` };
  };
}
