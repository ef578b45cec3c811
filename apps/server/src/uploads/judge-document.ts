import { type DocumentDanger, type DocumentType, typeOfName } from "@hearth/domain/disputes/documents";
import { fileTypeFromBuffer } from "file-type";
import { dangerOfPdf } from "./judge-pdf.ts";
import { dangerOfWord, isWord } from "./judge-word.ts";
import { readZip } from "./read-zip.ts";

/** The stream of every old Word document. Installers and spreadsheets share the container, but not this stream. */
const wordStream = Buffer.from("WordDocument", "utf16le");
/** The stream of its macros. */
const macroStream = Buffer.from("_VBA_PROJECT", "utf16le");
/** The character that begins a field in an old Word document. */
const fieldBegin = String.fromCodePoint(0x13);
/** A DDE field, which starts a program, in one-byte text and in UTF-16 text. */
const programField = new RegExp(String.raw`${fieldBegin}[\s\0]*d\0?d\0?e\0?(?:a\0?u\0?t\0?o\0?)?[\s\0]`, "i");
/** The EICAR test file, known to every scanner and harmless (eicar.org). Uploading it tests the scanner. */
const scannersTest = Buffer.from(String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-` + "ANTIVIRUS-TEST-FILE!$H+H*", "latin1");

/** A file's type, and the reason against accepting it. */
export interface Judgement {
  type: DocumentType;
  danger: DocumentDanger | null;
}

/** Returns a file's type if its content and extension agree on a type that disputes accept; null otherwise. */
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
      return { type: "pdf", danger: dangerOfPdf(content) };
    case "jpg":
    case "png":
      return { type: found.ext, danger: null };
    case "cfb":
      return content.includes(wordStream) ? { type: "doc", danger: isActiveDoc(content) ? "macros" : null } : null;
    default:
      return null;
  }
}

const isActiveDoc = (content: Buffer) => content.includes(macroStream) || programField.test(content.toString("latin1"));

async function judgeZip(content: Buffer): Promise<Judgement | null> {
  const zip = await readZip(content);
  if (zip === "bomb") return { type: "docx", danger: "unpacks" };
  if (zip === null || !isWord(zip)) return null;
  const isHarmful = [...zip.parts.values()].some((part) => part.includes(scannersTest));
  return { type: "docx", danger: isHarmful ? "harmful" : dangerOfWord(zip) };
}
