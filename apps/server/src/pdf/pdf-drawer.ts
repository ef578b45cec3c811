import { createWorkerThread, type ThreadOptions } from "../worker-thread.ts";
import type { DocumentContent, DocumentName, DrawnDocument } from "./documents.ts";

/**
 * Draws PDF documents in a worker thread, one after another. A statement of 2,000 lines takes up to two CPU seconds, which must not block
 * the main thread.
 */
export interface PdfDrawer {
  /** @throws HearthError OVERLOADED for a document above the time limit, UNAVAILABLE after `close`. */
  draw<Name extends DocumentName>(name: Name, content: DocumentContent<Name>): Promise<Buffer>;
  /** Ends the thread. Queued and running documents fail. */
  close(): Promise<void>;
}

/** Heap limit of the thread: ten times the need of the longest document. */
const heapMb = 256;

/** Creates a drawer. */
export function createPdfDrawer(options: Partial<Pick<ThreadOptions, "file" | "limitMs" | "idleMs">> = {}): PdfDrawer {
  const { file = new URL("./draw-thread.ts", import.meta.url), limitMs = 60_000, idleMs = 60_000 } = options;
  const thread = createWorkerThread<{ name: DocumentName; content: unknown }, DrawnDocument>({ file, limitMs, idleMs, heapMb });
  return {
    draw: async (name, content) => {
      const drawn = await thread.ask({ name, content });
      if ("error" in drawn) throw new Error(`A document could not be drawn: ${drawn.error}`);
      return Buffer.from(drawn.pdf);
    },
    close: () => thread.close(),
  };
}
