import { parentPort } from "node:worker_threads";
import { type DocumentJob, documents, type DrawnDocument } from "./documents.ts";

/** Draws the documents sent to this thread, one after another. */
parentPort?.on("message", async (job: DocumentJob) => {
  parentPort?.postMessage(await draw(job));
});

async function draw(job: DocumentJob): Promise<DrawnDocument> {
  try {
    return { pdf: await pdfOf(job) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function pdfOf(job: DocumentJob): Promise<Uint8Array> {
  switch (job.name) {
    case "receipt":
      return (await documents.receipt())(job.content);
    case "rentRoll":
      return (await documents.rentRoll())(job.content);
    case "statement":
      return (await documents.statement())(job.content);
    case "rentRecord":
      return (await documents.rentRecord())(job.content);
    case "month":
      return (await documents.month())(job.content);
  }
}
