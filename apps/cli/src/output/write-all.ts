import { CommandFailure } from "../failure.ts";

/**
 * Writes a text to its end, also where it is read slowly: were the process to end before, a pipe would lose what was not taken yet. A reader
 * who leaves early, as `head` does, has what it wanted. @throws CommandFailure for what else is in the way, such as a full disk.
 */
export function writeAll(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const end = (error?: NodeJS.ErrnoException | null) => (error && error.code !== "EPIPE" ? reject(error) : resolve());
    stream.once("error", end);
    stream.write(text, end);
  }).catch((cause: unknown) => {
    throw new CommandFailure(`The output cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, undefined, {
      cause,
    });
  });
}
