import type { ApiDocument } from "@hearth/domain/api-document";

declare module "vitest/browser" {
  interface BrowserCommands {
    /** The description of the documented interface, as the server's own code makes it. */
    apiDocument: () => Promise<ApiDocument>;
  }
}
