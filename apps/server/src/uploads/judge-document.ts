import { type DocumentType, typeOfName } from "@hearth/domain/disputes/documents";
import { fileTypeFromBuffer } from "file-type";
import { readZipDirectory } from "./zip-directory.ts";

/** The stream that every Word document of the old kind has; installers and spreadsheets share the container, but not this. */
const wordStream = Buffer.from("WordDocument", "utf16le");

/** What a file is, when its content and the extension of its name agree on one of the kinds that disputes take; null otherwise. */
export async function judgeDocument(name: string, content: Buffer): Promise<DocumentType | null> {
  const claimed = typeOfName(name);
  if (claimed === null) return null;
  return (await typeOfContent(content)) === claimed ? claimed : null;
}

async function typeOfContent(content: Buffer): Promise<DocumentType | null> {
  if (content.subarray(0, 2).toString("latin1") === "PK") return isWordZip(content) ? "docx" : null;
  const found = await fileTypeFromBuffer(content);
  if (found === undefined) return null;
  switch (found.ext) {
    case "pdf":
    case "jpg":
    case "png":
      return found.ext;
    case "cfb":
      return content.includes(wordStream) ? "doc" : null;
    default:
      return null;
  }
}

/** A Word document of the new kind; one with macros is of another kind, whatever it is called. */
function isWordZip(content: Buffer): boolean {
  const names = readZipDirectory(content) ?? [];
  const holdsMacros = names.some((name) => name.toLowerCase().endsWith("vbaproject.bin"));
  return names.includes("[Content_Types].xml") && names.includes("word/document.xml") && !holdsMacros;
}
