import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Transform } from "node:stream";

/** What went through a stream: its SHA-256, and how many lines. */
export interface Digest {
  stream: Transform;
  sha256(): string;
  lines(): number;
}

const newline = 0x0a;

/** A stream that lets everything through and remembers what it was. */
export function digest(): Digest {
  const hash = createHash("sha256");
  let lines = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines++;
      done(null, chunk);
    },
  });
  return { stream, sha256: () => hash.digest("hex"), lines: () => lines };
}

/** The SHA-256 of a file, or null where there is no such file. */
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
