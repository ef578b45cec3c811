import { HearthError } from "@hearth/domain/errors";
import { z } from "zod";
import { command, router } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure.ts";
import { uploadStores, withOperator } from "../operator.ts";
import type { Answer } from "../output/answer.ts";
import { bad, good } from "../output/words.ts";

async function move({ settings, terminal }: CommandContext, to: "bucket" | "folder", remove: boolean): Promise<Answer> {
  const { folder, bucket } = await uploadStores(settings);
  if (bucket === null) throw new CommandFailure("S3_BUCKET is missing: it names the bucket to move to or from.", exitCodes.usage);
  const [from, target] = to === "bucket" ? [folder, bucket.store] : [bucket.store, folder];
  const order = { from, to: target, remove, log: terminal.progress };
  const report = await withOperator(settings, (operator) => operator.moveUploads(order)).catch((error: unknown) =>
    explainBucket(error, bucket.name),
  );
  terminal.endProgress();
  const { copied, alreadyThere, damaged } = report;
  const problems = damaged.map((id) => `The uploaded file ${id} is missing or damaged where it was, and was not moved`);
  return {
    json: { ...report },
    text: () => [good(`Copied ${copied}, and ${alreadyThere} were there already`), ...problems.map(bad)].join("\n"),
    exitCode: damaged.length > 0 ? exitCodes.problemsFound : exitCodes.done,
  };
}

/** Reports why a bucket cannot be used, with the store's own error name. */
function explainBucket(error: unknown, name: string): never {
  if (!(error instanceof HearthError) || error.code !== "UNAVAILABLE") throw error;
  const reason = error.cause instanceof Error ? error.cause.name : error.message;
  const message = `The bucket ${name} cannot be used (${reason}). Files copied so far are kept. Run this again when the bucket works.`;
  throw new CommandFailure(message, exitCodes.unreachable, { cause: error });
}

/** Manages uploaded files. */
export const uploadCommands = router({
  move: command
    .meta({
      description:
        "Copy uploaded files from UPLOADS_DIR to the bucket S3_BUCKET, or back, without stopping the server, and verify the copies. Can be repeated. Ends with 5 if a file was missing.",
      examples: ["hearth uploads move --to bucket", "hearth uploads move --to bucket --remove"],
    })
    .input(
      z.object({
        to: z.enum(["bucket", "folder"], { error: "--to takes bucket or folder" }).describe("The target of the files"),
        remove: z.boolean().default(false).describe("Remove each original after it was copied"),
      }),
    )
    .mutation(({ ctx, input: { to, remove } }) => move(ctx, to, remove)),
});
