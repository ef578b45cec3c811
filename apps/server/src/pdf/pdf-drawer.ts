import { Worker } from "node:worker_threads";
import { HearthError } from "@hearth/domain/errors";
import pLimit from "p-limit";
import type { DocumentContent, DocumentName, DrawnDocument } from "./documents.ts";

/**
 * Draws PDF documents in a thread of its own, one after another: a statement of 2,000 lines takes up to two seconds of a core, in which this thread answers
 * everybody else.
 */
export interface PdfDrawer {
  /** @throws HearthError OVERLOADED for a document that takes longer than the limit, UNAVAILABLE after `close`. */
  draw<Name extends DocumentName>(name: Name, content: DocumentContent<Name>): Promise<Buffer>;
  /** Ends the thread; documents that wait or are being drawn fail. */
  close(): Promise<void>;
}

interface DrawerOptions {
  /** The file that the thread runs. */
  file?: URL;
  /** A document that takes longer is given up, with its thread. */
  limitMs?: number;
  /** A thread that has drawn nothing for so long ends, and gives its memory back. */
  idleMs?: number;
}

/** The memory of the thread's heap: ten times what the longest document takes. */
const heapMb = 256;

/** The thread starts with the first document, and again after one that took too long or ended it. */
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
    started.unref(); // a thread that waits keeps no process alive
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

/** What the thread answers to a job. @throws HearthError OVERLOADED when that takes longer, and what ended the thread when it ends. */
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
