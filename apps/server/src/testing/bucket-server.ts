import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

/** An S3-compatible server on this machine, with one empty bucket; it checks signatures. */
export interface BucketServer {
  /** What tells Hearth to keep uploads there. */
  env: Record<"S3_BUCKET" | "S3_ENDPOINT" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY", string>;
  close(): Promise<void>;
}

/**
 * Starts the server on a free port; close it in the end. It takes the signature of a list for wrong, because it forgets the stroke at the end of a
 * bucket's path that is signed with it, so what lists has to let it pass.
 */
export async function startBucketServer({ listsToo = false } = {}): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), "hearth-bucket-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "documents" }],
    allowMismatchedSignatures: listsToo,
  });
  const { port } = await server.run();
  return {
    // The one key that this server knows, which everybody knows.
    env: { S3_BUCKET: "documents", S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
