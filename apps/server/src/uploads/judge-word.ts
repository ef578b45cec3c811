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
 * Returns the danger of opening a new Word document: macros or controls under any name, and external parts, such as a template with macros.
 * Files of another kind, which Word imports, count as external. Hyperlinks are allowed. A document whose parts cannot be read as plain XML, or have too many relationships, is `sealed`.
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
  return null;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Parses a part's XML. Returns undefined for invalid XML and for XML with a DOCTYPE, which no valid part has. */
function parsePart(part: Buffer | undefined): unknown {
  if (part === undefined) return undefined;
  const encoding = part[0] === 0xff && part[1] === 0xfe ? "utf-16le" : part[0] === 0xfe && part[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(part);
    return /<!DOCTYPE/i.test(text) ? undefined : parser.parse(text, true);
  } catch {
    return undefined;
  }
}
