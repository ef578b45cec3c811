import { parentPort } from "node:worker_threads";
import type { DocumentJob } from "../pdf/documents.ts";

/** Stands in for the thread that draws: a receipt paid to "never" is never drawn, one to "end" ends the thread, any other is its merchant's name. */
parentPort?.on("message", ({ content }: Extract<DocumentJob, { name: "receipt" }>) => {
  const { merchant } = content;
  if (merchant === "end") process.exit(1);
  if (merchant === "never") for (;;);
  parentPort?.postMessage({ pdf: new TextEncoder().encode(merchant) });
});
