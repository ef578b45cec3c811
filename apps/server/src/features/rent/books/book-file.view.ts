import type { BookFormat } from "@hearth/domain/rent/books-inputs";
import { z } from "zod";

const mediaTypes = { pdf: "application/pdf", csv: "text/csv" } as const satisfies Record<BookFormat, string>;

/** A file of the books. Its content is base64, because calls answer JSON. */
export const bookFileView = z.strictObject({ fileName: z.string(), mediaType: z.enum(mediaTypes), content: z.string() });
export type BookFile = z.infer<typeof bookFileView>;

/** Makes a book file. The format is appended to the name as its ending. */
export function viewBookFile(name: string, format: BookFormat, content: Buffer | string): BookFile {
  return { fileName: `${name}.${format}`, mediaType: mediaTypes[format], content: Buffer.from(content).toString("base64") };
}
