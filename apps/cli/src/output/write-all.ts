import { CommandFailure } from "../failure.ts";

/**
 * Writes a text and waits until all of it is accepted. If the process ended earlier, a slow pipe would lose the rest. A reader that closes
 * early, like `head`, is no error. @throws CommandFailure for any other failure, such as a full disk.
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
