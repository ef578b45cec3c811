import { parentPort } from "node:worker_threads";
import type { DocumentJob } from "../pdf/documents.ts";

/** Replaces the drawing thread: it never draws a receipt of merchant "never", exits on "end", and returns any other merchant's name. */
parentPort?.on("message", ({ content }: Extract<DocumentJob, { name: "receipt" }>) => {
  const { merchant } = content;
  if (merchant === "end") process.exit(1);
  if (merchant === "never") for (;;);
  parentPort?.postMessage({ pdf: new TextEncoder().encode(merchant) });
});
