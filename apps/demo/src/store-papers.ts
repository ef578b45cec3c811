import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { DocumentType } from "@hearth/domain/disputes/documents";
import type { UploadStore } from "@hearth/server/uploads/upload-store";
import { demoId } from "./demo-ids.ts";
import { drawPaper } from "./demo-papers.ts";
import type { DisputeStory } from "./dispute-stories.ts";

/** A document in the upload store, with its dispute. */
export interface StoredPaper {
  story: DisputeStory;
  id: string;
  originalName: string;
  type: DocumentType;
  sizeBytes: number;
  sha256: string;
}

/** Draws and stores the documents of all disputes. Replaces files left by an interrupted run. */
export async function storePapers(uploads: UploadStore, stories: DisputeStory[]): Promise<StoredPaper[]> {
  const documents = stories.flatMap((story) => story.documents.map((paper) => ({ story, paper })));
  return Promise.all(
    documents.map(async ({ story, paper }) => {
      const content = await drawPaper(paper);
      const id = demoId(story.filedAt, "document", story.payment.key, paper.name);
      await uploads.remove(id);
      await uploads.write(id, Readable.from([content]));
      const sha256 = createHash("sha256").update(content).digest("hex");
      return { story, id, originalName: paper.name, type: paper.kind === "notice" ? "pdf" : "jpg", sizeBytes: content.length, sha256 };
    }),
  );
}
