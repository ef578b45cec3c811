import type { Outputs } from "@hearth/client/hearth-client";
import { jobStates } from "@hearth/domain/operations/inputs";
import { z } from "zod";
import { command, limitOption, router, wordInput } from "../command.ts";
import { listAnswer, sentence } from "../output/answer.ts";
import type { Column } from "../output/table.ts";
import { paintStatus, when } from "../output/words.ts";

const columns: Column<Outputs["operations"]["jobs"][number]>[] = [
  { title: "ID", value: ({ _id }) => _id },
  { title: "Job", value: ({ name }) => name },
  { title: "State", value: ({ state }) => state, paint: paintStatus },
  { title: "Begun", value: ({ createdAt }) => when(createdAt) },
  { title: "Ended", value: ({ endedAt }) => when(endedAt) },
  { title: "Retries", value: ({ retries }) => retries, align: "right" },
  { title: "Error", value: ({ error }) => error, max: 60 },
];

/** Lists and retries the server's scheduled jobs. */
export const jobCommands = router({
  list: command
    .meta({ description: "Background jobs, newest first. Default: the failed ones" })
    .input(
      z.object({
        state: z
          .enum(["all", ...jobStates])
          .default("failed")
          .describe("Only of one state"),
        limit: limitOption(500),
      }),
    )
    .query(async ({ ctx, input }) => {
      const items = await (await ctx.admin()).operations.jobs.query(input);
      return listAnswer({ items, nextCursor: null }, columns, input.state === "failed" ? "No job has failed." : "No job fits.");
    }),
  retry: command
    .meta({ description: "Run a failed job again" })
    .input(z.object({ id: wordInput("The job's ID") }))
    .mutation(async ({ ctx, input: { id } }) => {
      const { message } = await (await ctx.admin()).operations.retryJob.mutate({ jobId: id });
      return sentence(message);
    }),
});
