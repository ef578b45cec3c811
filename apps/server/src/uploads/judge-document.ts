import { type DocumentDanger, type DocumentType, typeOfName } from "@hearth/domain/disputes/documents";
import { fileTypeFromBuffer } from "file-type";
import { dangerOfPdf } from "./judge-pdf.ts";
import { dangerOfWord, isWord } from "./judge-word.ts";
import { readZip } from "./read-zip.ts";

/** The stream that every Word document of the old kind has; installers and spreadsheets share the container, but not this. */
const wordStream = Buffer.from("WordDocument", "utf16le");
/** The stream that its macros have. */
const macroStream = Buffer.from("_VBA_PROJECT", "utf16le");
/** The file that every scanner knows and that does no harm (eicar.org): whoever sends it wants to know whether anybody looks. */
const scannersTest = Buffer.from(String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-` + "ANTIVIRUS-TEST-FILE!$H+H*", "latin1");

/** What a file is, and what speaks against taking it. */
export interface Judgement {
  type: DocumentType;
  danger: DocumentDanger | null;
}

/** What a file is, when its content and the extension of its name agree on one of the kinds that disputes take; null otherwise. */
export async function judgeDocument(name: string, content: Buffer): Promise<Judgement | null> {
  const claimed = typeOfName(name);
  if (claimed === null) return null;
  const judged = await judgeContent(content);
  if (judged?.type !== claimed) return null;
  return content.includes(scannersTest) ? { type: claimed, danger: "harmful" } : judged;
}

async function judgeContent(content: Buffer): Promise<Judgement | null> {
  if (content.subarray(0, 2).toString("latin1") === "PK") return judgeZip(content);
  const found = await fileTypeFromBuffer(content);
  if (found === undefined) return null;
  switch (found.ext) {
    case "pdf":
      return { type: "pdf", danger: await dangerOfPdf(content) };
    case "jpg":
    case "png":
      return { type: found.ext, danger: null };
    case "cfb":
      return content.includes(wordStream) ? { type: "doc", danger: content.includes(macroStream) ? "macros" : null } : null;
    default:
      return null;
  }
}

async function judgeZip(content: Buffer): Promise<Judgement | null> {
  const zip = await readZip(content);
  if (zip === "bomb") return { type: "docx", danger: "unpacks" };
  if (zip === null || !isWord(zip)) return null;
  const isHarmful = [...zip.parts.values()].some((part) => part.includes(scannersTest));
  return { type: "docx", danger: isHarmful ? "harmful" : dangerOfWord(zip) };
}
