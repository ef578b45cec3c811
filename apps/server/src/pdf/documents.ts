/** What draws each document, loaded with the first one of its kind. */
export const documents = {
  receipt: async () => (await import("../features/payments/receipt/receipt-pdf.ts")).drawReceipt,
  rentRoll: async () => (await import("../features/rent/books/rent-roll-pdf.ts")).drawRentRoll,
  statement: async () => (await import("../features/rent/books/statement-pdf.ts")).drawStatement,
  month: async () => (await import("../features/rent/books/month-pdf.ts")).drawMonth,
};

export type DocumentName = keyof typeof documents;

/** What each document is drawn from: plain values, which another thread can be given. */
export type DocumentContent<Name extends DocumentName> = Parameters<Awaited<ReturnType<(typeof documents)[Name]>>>[0];

/** What the thread that draws is sent. */
export type DocumentJob = { [Name in DocumentName]: { name: Name; content: DocumentContent<Name> } }[DocumentName];

/** What it answers. */
export type DrawnDocument = { pdf: Uint8Array } | { error: string };
