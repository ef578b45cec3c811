import { Worker } from "node:worker_threads";
import { HearthError } from "@hearth/domain/errors";
import pLimit from "p-limit";
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

interface DrawerOptions {
  /** Module that the thread runs. */
  file?: URL;
  /** Time limit per document; exceeding it ends the thread. */
  limitMs?: number;
  /** An idle thread ends after this time and frees its memory. */
  idleMs?: number;
}

/** Heap limit of the thread: ten times the need of the longest document. */
const heapMb = 256;

/** Creates a drawer. Its thread starts with the first document, and again after a timeout or crash. */
export function createPdfDrawer(options: DrawerOptions = {}): PdfDrawer {
  const { file = new URL("./draw-thread.ts", import.meta.url), limitMs = 60_000, idleMs = 60_000 } = options;
  const turns = pLimit(1);
  let thread: Worker | null = null;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    clearTimeout(idle);
    const ended = thread;
    thread = null;
    await ended?.terminate();
  };
  const start = () => {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    started.unref(); // an idle thread does not keep the process alive
    return started;
  };
  const drawNow = async (job: { name: DocumentName; content: unknown }): Promise<Buffer> => {
    if (isClosed) throw new HearthError("UNAVAILABLE");
    clearTimeout(idle);
    thread ??= start();
    const drawn = await answerOf(thread, job, limitMs).catch(async (error: unknown) => {
      await end();
      throw isClosed ? new HearthError("UNAVAILABLE", { cause: error }) : error;
    });
    idle = setTimeout(() => void end(), idleMs).unref();
    if ("error" in drawn) throw new Error(`A document could not be drawn: ${drawn.error}`);
    return Buffer.from(drawn.pdf);
  };
  return {
    draw: async (name, content) => turns(() => drawNow({ name, content })),
    close: async () => {
      isClosed = true;
      await end();
    },
  };
}

/** Waits for the thread's answer to a job. @throws HearthError OVERLOADED at the time limit, and the thread's error when it ends. */
async function answerOf(thread: Worker, job: unknown, limitMs: number): Promise<DrawnDocument> {
  const { promise, resolve, reject } = Promise.withResolvers<DrawnDocument>();
  const late = setTimeout(() => reject(new HearthError("OVERLOADED", { retryAfterSeconds: 60 })), limitMs);
  const handlers = {
    message: resolve,
    messageerror: reject,
    error: reject,
    exit: () => reject(new Error("The thread that draws documents has ended")),
  };
  for (const [event, handle] of Object.entries(handlers)) thread.once(event, handle);
  try {
    thread.postMessage(job);
    return await promise;
  } finally {
    clearTimeout(late);
    for (const [event, handle] of Object.entries(handlers)) thread.off(event, handle);
  }
}
