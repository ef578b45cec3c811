/** File types accepted for a dispute, determined by content and not by file name. */
export const documentTypes = ["pdf", "jpg", "png", "doc", "docx"] as const;
export type DocumentType = (typeof documentTypes)[number];

/** The media type each kind is served as. */
export const documentMediaTypes: Record<DocumentType, string> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  png: "image/png",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

const typesByExtension: Record<string, DocumentType> = { pdf: "pdf", jpg: "jpg", jpeg: "jpg", png: "png", doc: "doc", docx: "docx" };

/** The file type of a name's last extension, or null for an unknown one. */
export function typeOfName(name: string): DocumentType | null {
  const extension = /\.([A-Za-z]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(typesByExtension, extension) ? (typesByExtension[extension] ?? null) : null;
}

/** The specified hint, and the messages for refused files. */
export const documentMessages = {
  hint: "PDF, JPG, PNG, DOC, DOCX, max 5MB each",
  tooMany: "Please attach at most 10 documents",
  tooLarge: (name: string) => `${name} is larger than 5MB`,
  empty: (name: string) => `${name} is empty`,
  wrongType: (name: string) => `${name} is not a PDF, JPG, PNG, DOC or DOCX file`,
};

/** Reasons to refuse a document of an accepted type, worded to say what to do. */
export const documentDangers = {
  unpacks: (name: string) => `${name} holds far more than its size says. Please save it as a PDF.`,
  macros: (name: string) => `${name} contains macros, controls or fields that start a program. Please save it without them, or as a PDF.`,
  outside: (name: string) => `${name} loads a template or other parts from elsewhere. Please save it as a PDF.`,
  active: (name: string) => `${name} contains scripts, actions or other files. Please print it into a new PDF.`,
  sealed: (name: string) => `${name} is protected or packed so that it cannot be checked. Please print it into a new PDF.`,
  harmful: (name: string) => `${name} was found to be harmful`,
};
export type DocumentDanger = keyof typeof documentDangers;
