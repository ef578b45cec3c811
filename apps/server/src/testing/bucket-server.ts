import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

/** A local S3-compatible server with one empty bucket. It checks signatures. */
export interface BucketServer {
  /** The environment variables that make Hearth store uploads there. */
  env: Record<"S3_BUCKET" | "S3_ENDPOINT" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY", string>;
  close(): Promise<void>;
}

/**
 * Starts the server on a free port. Close it at the end. It rejects correct signatures of list requests, because it drops the slash at the end of a bucket's
 * path that is part of the signature. Set `listsToo` to accept them.
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
    // The only key that this server accepts. It is public.
    env: { S3_BUCKET: "documents", S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
