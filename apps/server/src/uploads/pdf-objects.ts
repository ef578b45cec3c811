import { constants, inflateSync } from "node:zlib";
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
} from "@cantoo/pdf-lib";

/** A dictionary of a PDF that is followed by data. */
export interface PdfStream {
  dictionary: PDFDict;
  /** The dictionary's source, in which a repeated key can be seen. */
  source: string;
  /** Place of the keyword `stream`. */
  at: number;
}

/** A PDF that the library cannot read, or that exceeds the limits of an honest one. */
export class UnreadablePdf extends Error {
  override name = "UnreadablePdf";
}

/** Limit of the distinct names in a file, because the library keeps each until the thread ends. */
const maxNames = 20_000;
/** Stands for every reference, because the library keeps each as well. */
const anyReference = PDFRef.of(0);
/** No program writes longer numbers, and the library would warn about each in the log. */
const longNumber = /[+-]?\d{16}/y;

/**
 * Parses the dictionary at any place of a PDF. A reader finds objects by tables that a file may fill in as it likes, so all places where an
 * object can begin have to be read.
 */
class DictionaryParser extends PDFParser {
  readonly #text: string;
  readonly #names = new Set<PDFName>();

  constructor(file: Buffer, text: string) {
    super(file);
    this.#text = text;
  }

  /** Returns the dictionary at this place, null for an object of another kind, and the place to which it was read. */
  parseAt(place: number): { dictionary: PDFDict | null; end: number } {
    this.bytes.moveTo(place);
    this.skipWhitespaceAndComments();
    if (!this.#text.startsWith("<<", this.bytes.offset())) return { dictionary: null, end: this.bytes.offset() };
    const dictionary = this.parseDict();
    this.skipWhitespaceAndComments();
    return { dictionary, end: this.bytes.offset() };
  }

  protected override parseName(): PDFName {
    const name = super.parseName();
    if (this.#names.add(name).size > maxNames) throw new UnreadablePdf("It has too many names");
    return name;
  }

  protected override parseNumberOrRef(): PDFNumber | PDFRef {
    const number = this.parseRawNumber();
    this.skipWhitespaceAndComments();
    const end = this.bytes.offset();
    if (/\d/.test(this.#text.charAt(end))) {
      this.parseRawNumber();
      this.skipWhitespaceAndComments();
      if (this.#text.charAt(this.bytes.offset()) === "R") {
        this.bytes.next();
        return anyReference;
      }
    }
    this.bytes.moveTo(end);
    return PDFNumber.of(number);
  }

  protected override parseRawNumber(): number {
    longNumber.lastIndex = this.bytes.offset();
    if (longNumber.test(this.#text)) throw new UnreadablePdf("It has a number of too many digits");
    return super.parseRawNumber();
  }

  /** A dictionary within another is followed by no data. */
  protected override parseDictOrStream(): PDFDict {
    return this.parseDict();
  }
}

/** Finds every stream of a PDF, wherever a reader may look for one. @throws UnreadablePdf for a dictionary that the library cannot parse. */
export function* streamsOf(file: Buffer, text: string): Generator<PdfStream> {
  const parser = new DictionaryParser(file, text);
  let parsedBytes = 0;
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)obj\d*/g)) {
    if (!followsNumber(text, index)) continue;
    const place = index + keyword.length;
    const { dictionary, end } = parse(parser, place);
    parsedBytes += end - place;
    // Objects and comments that overlap are read again and again, and no program writes them.
    if (parsedBytes > file.length) throw new UnreadablePdf("Its objects overlap");
    if (dictionary === null || !text.startsWith("stream", end)) continue;
    const source = text.slice(place, end);
    if (source.includes("#23")) throw new UnreadablePdf("The library unescapes an escaped escape, which readers do not");
    yield { dictionary, source, at: end };
  }
}

function parse(parser: DictionaryParser, place: number) {
  try {
    return parser.parseAt(place);
  } catch (cause) {
    throw cause instanceof UnreadablePdf ? cause : new UnreadablePdf("The library cannot parse it", { cause });
  }
}

/** Longest line that is searched for a comment. */
const maxLine = 4_096;

/** True when `obj` at this place ends an object's header: a number comes before it, possibly with comments between. */
function followsNumber(text: string, place: number): boolean {
  let end = place;
  while (end > 0 && "\0\t\n\f\r ".includes(text.charAt(end - 1))) end -= 1;
  if (/\d/.test(text.charAt(end - 1))) return true;
  if (!/[\r\n]/.test(text.slice(end, place))) return false;
  const line =
    text
      .slice(Math.max(0, end - maxLine), end)
      .split(/[\r\n]/)
      .at(-1) ?? "";
  return line.includes("%") || line.length === maxLine;
}

const filterKey = nameOf("Filter");

/** Filters by their long and short names. Other filters hold pictures, or need a password. */
const filterNames: Record<string, string> = {
  FlateDecode: "FlateDecode",
  Fl: "FlateDecode",
  LZWDecode: "LZWDecode",
  LZW: "LZWDecode",
  ASCII85Decode: "ASCII85Decode",
  A85: "ASCII85Decode",
  ASCIIHexDecode: "ASCIIHexDecode",
  AHx: "ASCIIHexDecode",
  RunLengthDecode: "RunLengthDecode",
  RL: "RunLengthDecode",
};
const afterKeyword = /stream[ \t]*(?:\r\n|\n|\r|)/y;

/** The bytes that all streams of a file may still unpack to, also those of filters in between. */
export interface Budget {
  bytes: number;
}

/** The streams of a file unpack to more than its budget. */
export class TooMuchUnpacked extends Error {
  override name = "TooMuchUnpacked";
}

/**
 * Returns a stream's data after all of its filters, and nothing for one without filters; null when it cannot be told exactly. Reads on to the
 * end of the file, because readers disagree about the end of a stream, and each filter's data marks its own end. @throws TooMuchUnpacked.
 */
export function unpack(file: Buffer, text: string, { dictionary, at }: PdfStream, budget: Budget): Buffer | null {
  const filters = filtersOf(dictionary);
  if (filters === null) return null;
  afterKeyword.lastIndex = at;
  let data: Buffer = file.subarray(at + (afterKeyword.exec(text)?.[0].length ?? 0));
  for (const filter of filters) {
    const unpacked = filter === "FlateDecode" ? inflate(data, budget) : decode(filter, data, budget);
    if (unpacked === null) return null;
    data = unpacked;
  }
  return filters.length === 0 ? Buffer.alloc(0) : data;
}

/** True for a stream that a reader may search for objects. Readers do not insist on its type. */
export function mayHoldObjects({ dictionary }: PdfStream): boolean {
  return valueOf(dictionary, "Type") === PDFName.of("ObjStm") || valueOf(dictionary, "N", "First") !== undefined;
}

/** True where readers may disagree about a stream's data: about its beginning, its filters or the parameters of a filter. */
export function isAmbiguous(text: string, { dictionary, source, at }: PdfStream): boolean {
  const hasUsualStart = text.startsWith("stream\n", at) || text.startsWith("stream\r\n", at);
  const isRepeated = source.split(filterKey).length > 2 || dictionary.has(PDFName.of("F"));
  return !hasUsualStart || isRepeated || valueOf(dictionary, "DecodeParms", "DP") !== undefined;
}

/** True for a stream whose data is in another file. Its filter may be named by the same key. */
export function isElsewhere({ dictionary }: PdfStream): boolean {
  const file = dictionary.get(PDFName.of("F"));
  return file !== undefined && !(file instanceof PDFName) && !(file instanceof PDFArray);
}

const valueOf = (dictionary: PDFDict, ...keys: string[]): PDFObject | undefined =>
  keys.map((key) => dictionary.get(PDFName.of(key))).find((value) => value !== undefined);

/** Returns the filters in their order; null for one that is not known, or that another object names. */
function filtersOf(dictionary: PDFDict): string[] | null {
  const value = valueOf(dictionary, "Filter", "F");
  const list = value === undefined ? [] : value instanceof PDFArray ? value.asArray() : [value];
  const names = list.map((name) => (name instanceof PDFName ? filterNames[name.decodeText()] : undefined));
  return names.every((name) => name !== undefined) ? names : null;
}

/** Unpacks as much as there is, because readers tolerate a missing end, but not a wrong one. */
function inflate(packed: Buffer, budget: Budget): Buffer | null {
  if (budget.bytes <= 0) throw new TooMuchUnpacked();
  try {
    const unpacked = inflateSync(packed, { maxOutputLength: budget.bytes, finishFlush: constants.Z_SYNC_FLUSH });
    budget.bytes -= unpacked.length;
    return unpacked;
  } catch (cause) {
    if (cause instanceof RangeError && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE") throw new TooMuchUnpacked("", { cause });
    return null;
  }
}

const context = PDFContext.create();
const stepBytes = 4_096;

function decode(filter: string, packed: Buffer, budget: Budget): Buffer | null {
  const dictionary = PDFDict.withContext(context);
  dictionary.set(PDFName.of("Filter"), PDFName.of(filter));
  // Reads only up to the end of the digits: without it, thousands of such streams would each be read to the end of the file.
  const end = filter === "ASCIIHexDecode" ? packed.indexOf(">") + 1 : 0;
  const parts: Buffer[] = [];
  try {
    const stream = decodePDFRawStream(PDFRawStream.of(dictionary, end > 0 ? packed.subarray(0, end) : packed));
    for (let part = stream.getBytes(stepBytes); part.length > 0; part = stream.getBytes(stepBytes)) {
      budget.bytes -= part.length;
      if (budget.bytes < 0) throw new TooMuchUnpacked();
      parts.push(Buffer.from(part)); // a copy, because the library may use its buffer again
    }
  } catch (error) {
    if (error instanceof TooMuchUnpacked) throw error;
    return null;
  }
  return Buffer.concat(parts);
}

/** Matches any of these names as a reader would: each letter may be hex-escaped, and the name must end there. */
export function nameOf(...names: string[]): RegExp {
  const spelled = names.map((name) => [...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join(""));
  return new RegExp(String.raw`\/(?:${spelled.join("|")})(?=[\s\0()<>[\]{}/%]|$)`.replaceAll(/#([0-9a-f]{2})/g, hexOfEitherCase));
}

function hexOfEitherCase(_: string, digits: string): string {
  return `#${[...digits].map((digit) => (digit > "9" ? `[${digit}${digit.toUpperCase()}]` : digit)).join("")}`;
}
