import type { DocumentType } from "@hearth/domain/disputes/documents";

/** An accepted file of a request: its bytes are in the store under `id`, and no row refers to it yet. */
export interface Upload {
  /** A random UUID. */
  id: string;
  /** For display only. */
  name: string;
  type: DocumentType;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}
