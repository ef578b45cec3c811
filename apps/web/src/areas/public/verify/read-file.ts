import { findRecordInPdf, isPdf } from "@hearth/domain/records/record-in-pdf";
import { readRecordDocument, type RecordDocument } from "@hearth/domain/records/signed-record";

/** Maximum size of a file. Larger files are not read. */
const maxBytes = 5_000_000;

/** An added file: its record and the kind of file, or the reason why it has none. */
export type AddedFile =
  | { document: RecordDocument; kind: "pdf" | "json" }
  | { document: null; problem: "pdfWithoutRecord" | "unreadable" | "noRecord" };

/** Reads the record of a PDF or JSON file, in the browser. Never rejects. */
export async function readAddedFile(file: File): Promise<AddedFile> {
  if (file.size > maxBytes) return { document: null, problem: "noRecord" };
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (bytes === null) return { document: null, problem: "unreadable" };
  const kind = isPdf(bytes) ? "pdf" : "json";
  const text = kind === "pdf" ? findRecordInPdf(bytes) : new TextDecoder().decode(bytes);
  const document = text === null ? null : readRecordDocument(text);
  if (document !== null) return { document, kind };
  return { document, problem: kind === "pdf" ? "pdfWithoutRecord" : "noRecord" };
}
