import { useState } from "react";
import { downloadWithToken } from "../../lib/download.ts";
import { Files, StoredFile } from "../../ui/files.tsx";
import { toast } from "../../ui/toast-manager.ts";

interface DocumentsProps {
  documents: readonly { _id: string; originalName: string; path: string; sizeBytes: number }[];
  /** Token that authorizes the download: the auth token, or the admin token in the admin area. */
  token: string | null;
}

/** Lists a dispute's documents as downloads. */
export function Documents({ documents, token }: DocumentsProps) {
  const [busy, setBusy] = useState<string | null>(null);

  async function download(path: string, name: string) {
    setBusy(path);
    await downloadWithToken(path, name, token).catch(() => toast.failure(`${name} could not be downloaded. Please try again.`));
    setBusy(null);
  }

  return (
    <Files label="Documents">
      {documents.map(({ _id, originalName, path, sizeBytes }) => (
        <StoredFile
          key={_id}
          name={originalName}
          bytes={sizeBytes}
          busy={busy === path}
          onDownload={() => void download(path, originalName)}
        />
      ))}
    </Files>
  );
}
