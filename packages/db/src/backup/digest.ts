import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Transform } from "node:stream";

/** SHA-256 and line count of a stream. */
export interface Digest {
  stream: Transform;
  sha256(): string;
  lines(): number;
}

const newline = 0x0a;

/** Creates a pass-through stream that computes the SHA-256 and the number of lines. */
export function digest(): Digest {
  const hash = createHash("sha256");
  let lines = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      for (let offset = chunk.indexOf(newline); offset !== -1; offset = chunk.indexOf(newline, offset + 1)) lines++;
      done(null, chunk);
    },
  });
  return { stream, sha256: () => hash.digest("hex"), lines: () => lines };
}

/** Returns the SHA-256 of a file, or null if the file does not exist. */
export async function digestOfFile(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  return hash.digest("hex");
}
