import { createWorkerThread } from "../worker-thread.ts";
import type { Judgement } from "./judge-document.ts";

/** Message to the judging thread. */
export interface JudgingJob {
  name: string;
  content: Uint8Array;
}

/** The thread's answer. */
export type JudgedFile = { judgement: Judgement | null } | { error: string };

/**
 * Judges uploaded files in a worker thread, one after another. Unpacking and searching the largest file takes seconds of CPU time, which must
 * not block the main thread.
 */
export interface DocumentJudge {
  /** Same result as `judgeDocument`. @throws HearthError OVERLOADED for a file above the time limit, UNAVAILABLE after `close`. */
  judge(name: string, content: Buffer): Promise<Judgement | null>;
  /** Ends the thread. Queued and running files fail. */
  close(): Promise<void>;
}

/** Heap limit of the thread: a file of 5 MB unpacks to at most 50 MB. */
const heapMb = 256;
/** The PDF library keeps up to 5 MB of a file's names until the thread ends. */
const jobs = 20;

/** Creates a judge. Its thread starts with the first file. */
export function createDocumentJudge(): DocumentJudge {
  const file = new URL("./judge-thread.ts", import.meta.url);
  const thread = createWorkerThread<JudgingJob, JudgedFile>({ file, limitMs: 60_000, idleMs: 60_000, heapMb, jobs });
  return {
    judge: async (name, content) => {
      const judged = await thread.ask({ name, content });
      if ("error" in judged) throw new Error(`A document could not be judged: ${judged.error}`);
      return judged.judgement;
    },
    close: () => thread.close(),
  };
}
