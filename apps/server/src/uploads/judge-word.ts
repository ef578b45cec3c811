import type { DocumentDanger } from "@hearth/domain/disputes/documents";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { ZipContent } from "./read-zip.ts";

/** Limit of all relationships together, which take a second to parse. Those of a document with 1,000 pictures have 200 kB. */
const maxLinkBytes = 1024 * 1024;

const typesPart = "[Content_Types].xml";
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  htmlEntities: true, // decodes numeric entities too
  isArray: (_, path) => lists.has(String(path)),
});
const lists = new Set(["Types.Default", "Types.Override", "Relationships.Relationship"]);

const contentType = z.object({ ContentType: z.string() });
const types = z.object({ Types: z.object({ Default: z.array(contentType).default([]), Override: z.array(contentType).default([]) }) });
const relationship = z.object({ Type: z.string(), TargetMode: z.string().optional() });
const relationships = z.object({
  Relationships: z.union([z.literal(""), z.object({ Relationship: z.array(relationship).default([]) })]),
});

/** Returns true when a zip file is a Word document. */
export function isWord({ names }: ZipContent): boolean {
  return names.includes(typesPart) && names.includes("word/document.xml");
}

/**
 * Returns the danger of opening a new Word document: macros or controls under any name, fields that start a program (DDE), and external parts,
 * such as a template with macros. Files of another kind, which Word imports, count as external. Hyperlinks are allowed. A document whose parts cannot be read as plain XML, or have too many relationships, is `sealed`.
 */
export function dangerOfWord({ names, parts }: ZipContent): DocumentDanger | null {
  const parsedTypes = types.safeParse(parsePart(parts.get(typesPart)));
  if (!parsedTypes.success) return "sealed";
  const contentTypes = [...parsedTypes.data.Types.Default, ...parsedTypes.data.Types.Override].map((type) =>
    type.ContentType.toLowerCase(),
  );
  const isActive = names.some((name) => name.toLowerCase().endsWith("vbaproject.bin"));
  if (isActive || contentTypes.some((type) => /vbaproject|macroenabled|activex|oleobject/.test(type))) return "macros";
  const linkParts = names.filter((part) => part.toLowerCase().endsWith(".rels"));
  if (sumOf(linkParts.map((name) => parts.get(name)?.length ?? 0)) > maxLinkBytes) return "sealed";
  for (const name of linkParts) {
    const links = relationships.safeParse(parsePart(parts.get(name)));
    if (!links.success) return "sealed";
    const list = links.data.Relationships === "" ? [] : links.data.Relationships.Relationship;
    const isElsewhere = list.some(
      ({ Type, TargetMode }) => Type.endsWith("/aFChunk") || (TargetMode?.toLowerCase() === "external" && !Type.endsWith("/hyperlink")),
    );
    if (isElsewhere) return "outside";
  }
  return dangerOfFields([...parts.values()]);
}

/** The elements with a field's code. Names in XML cannot be escaped, so a part without these bytes has no field. */
const fieldElements = ["instrText", "fldSimple"].flatMap((name) => [Buffer.from(name), Buffer.from(name, "utf16le"), utf16be(name)]);

/** Encodings in which ASCII stays what it is, and UTF-16. UTF-7, for example, hides names. */
const readableEncoding = /^(?:utf-?(?:8|16)|us-ascii|iso-8859-\d+|windows-\d+)$/i;

function utf16be(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

function dangerOfFields(parts: readonly Buffer[]): DocumentDanger | null {
  for (const part of parts) {
    const [, encoding = "utf-8"] = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)/.exec(part.subarray(0, 200).toString("latin1")) ?? [];
    if (!readableEncoding.test(encoding)) return "sealed";
    if (!fieldElements.some((name) => part.includes(name))) continue;
    const text = decodePart(part);
    const codes = text === null ? null : readFieldCodes(text);
    if (codes === null) return "sealed";
    if (codes.some(startsProgram)) return "macros";
  }
  return null;
}

/**
 * True for the code of a DDE field, which starts a program. Also true where a nested field makes the field's keyword, which only a field that
 * hides does: \0 marks its place.
 */
function startsProgram(code: string): boolean {
  const [keyword = ""] = code.replace(/^[\s"'\\]+/, "").split(/\s/, 1);
  return /^dde(?:auto)?(?![a-z])/i.test(keyword) || (keyword.includes("\0") && !keyword.startsWith("="));
}

/** A comment, a CDATA section, a processing instruction, a tag, or text. */
const xmlToken =
  /<!--[\s\S]*?-->|<!\[CDATA\[(?<data>[\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(?<end>\/?)(?:[^\s<>/:"'!?]+:)?(?<name>[^\s<>/:"'!?]+)(?<attributes>(?:[^<>"']|"[^"<]*"|'[^'<]*')*)>|(?<text>[^<]+)/y;

/**
 * The codes of all fields in a part's XML, nested and deleted ones too, with \0 for a nested field. A code can be split over many runs. Null
 * for XML that is not well formed.
 */
function readFieldCodes(xml: string): string[] | null {
  if (xml.includes("\0")) return null;
  const codes: string[] = [];
  const open: { code: string; isCode: boolean }[] = [];
  let isInstruction = false;
  let at = 0;
  while (at < xml.length) {
    xmlToken.lastIndex = at;
    const found = xmlToken.exec(xml);
    if (found === null) return null;
    at = xmlToken.lastIndex;
    const { data, end, name, attributes = "", text } = found.groups ?? {};
    const field = open.at(-1);
    const words = data ?? (text === undefined ? "" : decodeEntities(text));
    if (isInstruction && words !== "" && field?.isCode) field.code += words;
    if (isInstruction && words !== "" && !field) codes.push(words);
    if (name === "instrText" || name === "delInstrText") isInstruction = end === "" && !attributes.endsWith("/");
    if (name === "fldSimple") codes.push(attributeOf(attributes, "instr"));
    if (name !== "fldChar" || end !== "") continue;
    const type = attributeOf(attributes, "fldCharType");
    if (type === "begin" && field?.isCode) field.code += "\0";
    if (type === "begin") open.push({ code: "", isCode: true });
    if (type === "separate" && field) field.isCode = false;
    if (type === "end") codes.push(open.pop()?.code ?? "");
  }
  return [...codes, ...open.map(({ code }) => code)];
}

function attributeOf(attributes: string, name: string): string {
  const [, quoted = ""] = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*("[^"]*"|'[^']*')`).exec(attributes) ?? [];
  return decodeEntities(quoted.slice(1, -1));
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x(?<hex>[\da-f]{1,6})|#(?<decimal>\d{1,7})|(?<name>\w+));/gi, (whole, ...given) => {
    const { hex, decimal, name } = z.object({ hex: z.string(), decimal: z.string(), name: z.string() }).partial().parse(given.at(-1));
    if (name !== undefined) return entities[name] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Parses a part's XML. Returns undefined for invalid XML, for XML that `decodePart` refuses, and for large parts. */
function parsePart(part: Buffer | undefined): unknown {
  if (part === undefined || part.length > maxLinkBytes) return undefined;
  try {
    const text = decodePart(part);
    return text === null ? undefined : parser.parse(text, true);
  } catch {
    return undefined;
  }
}

/** Decodes a part's XML. Null for another encoding than UTF-8 and UTF-16, and for XML with a DOCTYPE: no valid part has either. */
function decodePart(part: Buffer): string | null {
  const encoding = part[0] === 0xff && part[1] === 0xfe ? "utf-16le" : part[0] === 0xfe && part[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(part);
    return /<!DOCTYPE/i.test(text) ? null : text;
  } catch {
    return null;
  }
}
