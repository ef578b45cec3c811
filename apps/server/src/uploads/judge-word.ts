import type { DocumentDanger } from "@hearth/domain/disputes/documents";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { ZipContent } from "./read-zip.ts";

const typesPart = "[Content_Types].xml";
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  htmlEntities: true, // letters by their numbers too
  isArray: (_, path) => lists.has(String(path)),
});
const lists = new Set(["Types.Default", "Types.Override", "Relationships.Relationship"]);

const contentType = z.object({ ContentType: z.string() });
const types = z.object({ Types: z.object({ Default: z.array(contentType).default([]), Override: z.array(contentType).default([]) }) });
const relationship = z.object({ Type: z.string(), TargetMode: z.string().optional() });
const relationships = z.object({
  Relationships: z.union([z.literal(""), z.object({ Relationship: z.array(relationship).default([]) })]),
});

/** Whether a zip file holds a Word document. */
export function isWord({ names }: ZipContent): boolean {
  return names.includes(typesPart) && names.includes("word/document.xml");
}

/**
 * What makes a Word document of the new kind dangerous to open: macros or controls, whatever their part is called, and parts that come from elsewhere,
 * as a template with macros would. Links that a reader has to press are none. Whatever does not say in plain XML what it is made of is `sealed`.
 */
export function dangerOfWord({ names, parts }: ZipContent): DocumentDanger | null {
  const said = types.safeParse(parsePart(parts.get(typesPart)));
  if (!said.success) return "sealed";
  const contentTypes = [...said.data.Types.Default, ...said.data.Types.Override].map((one) => one.ContentType.toLowerCase());
  const isActive = names.some((name) => name.toLowerCase().endsWith("vbaproject.bin"));
  if (isActive || contentTypes.some((type) => /vbaproject|macroenabled|activex|oleobject/.test(type))) return "macros";
  for (const name of names.filter((one) => one.toLowerCase().endsWith(".rels"))) {
    const links = relationships.safeParse(parsePart(parts.get(name)));
    if (!links.success) return "sealed";
    const list = links.data.Relationships === "" ? [] : links.data.Relationships.Relationship;
    const isElsewhere = list.some(({ Type, TargetMode }) => TargetMode?.toLowerCase() === "external" && !Type.endsWith("/hyperlink"));
    if (isElsewhere) return "outside";
  }
  return null;
}

/** A part's XML as an object; undefined for what is none, and for what declares entities, which no such part may. */
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
