/** Drawing functions by document, loaded on first use. */
export const documents = {
  receipt: async () => (await import("../features/payments/receipt/receipt-pdf.ts")).drawReceipt,
  rentRoll: async () => (await import("../features/rent/books/rent-roll-pdf.ts")).drawRentRoll,
  statement: async () => (await import("../features/rent/books/statement-pdf.ts")).drawStatement,
  rentRecord: async () => (await import("../features/records/record-pdf.ts")).drawRentRecord,
  month: async () => (await import("../features/rent/books/month-pdf.ts")).drawMonth,
};

export type DocumentName = keyof typeof documents;

/** A document's content: plain values, which can be sent to another thread. */
export type DocumentContent<Name extends DocumentName> = Parameters<Awaited<ReturnType<(typeof documents)[Name]>>>[0];

/** Message to the drawing thread. */
export type DocumentJob = { [Name in DocumentName]: { name: Name; content: DocumentContent<Name> } }[DocumentName];

/** The thread's answer. */
export type DrawnDocument = { pdf: Uint8Array } | { error: string };
