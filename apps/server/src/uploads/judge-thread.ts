import { parentPort } from "node:worker_threads";
import type { JudgedFile, JudgingJob } from "./document-judge.ts";
import { judgeDocument } from "./judge-document.ts";

/** Judges the files sent to this thread, one after another. */
parentPort?.on("message", async ({ name, content }: JudgingJob) => {
  parentPort?.postMessage(await judge(name, Buffer.from(content)));
});

async function judge(name: string, content: Buffer): Promise<JudgedFile> {
  try {
    return { judgement: await judgeDocument(name, content) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
