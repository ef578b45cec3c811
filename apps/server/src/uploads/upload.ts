import type { DocumentType } from "@hearth/domain/disputes/documents";

/** A file that came with a request and was taken: its bytes lie in the store under `id`, and nothing refers to them yet. */
export interface Upload {
  /** A random UUID. */
  id: string;
  /** Only for showing. */
  name: string;
  type: DocumentType;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}
