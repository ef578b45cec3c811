import { Worker } from "node:worker_threads";
import { HearthError } from "@hearth/domain/errors";
import pLimit from "p-limit";

/** A thread that answers jobs, one after another. */
export interface WorkerThread<Job, Answer> {
  /** @throws HearthError OVERLOADED for a job above the time limit, UNAVAILABLE after `close`. */
  ask(job: Job): Promise<Answer>;
  /** Ends the thread. Queued and running jobs fail. */
  close(): Promise<void>;
}

export interface ThreadOptions {
  /** Module that the thread runs. Posts one answer per job. */
  file: URL;
  /** Time limit per job; exceeding it ends the thread. */
  limitMs: number;
  /** An idle thread ends after this time and frees its memory. */
  idleMs: number;
  /** Heap limit of the thread. */
  heapMb: number;
  /** Jobs of one thread; the next job starts another. Frees what a library keeps for good. Default: no limit. */
  jobs?: number;
}

/** Creates a thread, which starts with the first job, and again after a timeout or crash. */
export function createWorkerThread<Job, Answer>({
  file,
  limitMs,
  idleMs,
  heapMb,
  jobs = Infinity,
}: ThreadOptions): WorkerThread<Job, Answer> {
  const turns = pLimit(1);
  let thread: Worker | null = null;
  let answered = 0;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    clearTimeout(idle);
    const ended = thread;
    thread = null;
    answered = 0;
    await ended?.terminate();
  };
  const start = () => {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    started.unref(); // an idle thread does not keep the process alive
    return started;
  };
  const askNow = async (job: Job): Promise<Answer> => {
    if (isClosed) throw new HearthError("UNAVAILABLE");
    clearTimeout(idle);
    thread ??= start();
    const answer = await answerOf<Answer>(thread, job, limitMs).catch(async (error: unknown) => {
      await end();
      throw isClosed ? new HearthError("UNAVAILABLE", { cause: error }) : error;
    });
    answered += 1;
    if (answered >= jobs) await end();
    else idle = setTimeout(() => void end(), idleMs).unref();
    return answer;
  };
  return {
    ask: async (job) => turns(() => askNow(job)),
    close: async () => {
      isClosed = true;
      await end();
    },
  };
}

/** Waits for the thread's answer to a job. @throws HearthError OVERLOADED at the time limit, and the thread's error when it ends. */
async function answerOf<Answer>(thread: Worker, job: unknown, limitMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const late = setTimeout(() => reject(new HearthError("OVERLOADED", { retryAfterSeconds: 60 })), limitMs);
  const handlers = {
    message: resolve,
    messageerror: reject,
    error: reject,
    exit: () => reject(new Error("The worker thread has ended")),
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
