import type { Operator } from "@hearth/server/features/operations/operator";
import { command } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { withOperator } from "../operator.ts";
import type { Answer } from "../output/answer.ts";
import { type Column, drawTable } from "../output/table.ts";
import { bad, good, when } from "../output/words.ts";

type Heartbeat = Awaited<ReturnType<Operator["readHeartbeats"]>>[number];

/** `40 s`, `15 min`, `3 h`. */
function span(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`;
}

const columns: Column<Heartbeat>[] = [
  { title: "Name", value: ({ name }) => name },
  { title: "Kind", value: ({ kind }) => kind },
  { title: "Last success", value: ({ lastSuccessAt }) => when(lastSuccessAt) },
  { title: "Age", value: ({ ageSeconds }) => span(ageSeconds), align: "right" },
  { title: "Due", value: ({ dueSeconds }) => span(dueSeconds), align: "right" },
  {
    title: "Behind",
    value: ({ ageSeconds, dueSeconds }) => (ageSeconds > dueSeconds ? span(ageSeconds - dueSeconds) : ""),
    align: "right",
  },
  { title: "Failures", value: ({ failures }) => failures, align: "right" },
  { title: "Last error", value: ({ lastError, failures }) => (failures > 0 ? (lastError ?? "") : ""), max: 60 },
];

/** Lists loops and jobs. Reads the database itself, because the command matters most when no server answers. */
export const heartbeatCommands = {
  heartbeats: command
    .meta({
      description: "Loops and jobs with their last success and due time. Ends with 5 if one is overdue; works on the database itself",
    })
    .query(({ ctx: { settings } }) =>
      withOperator(settings, async (operator): Promise<Answer> => {
        const items = await operator.readHeartbeats();
        const troubles = items.flatMap(({ trouble }) => (trouble === null ? [] : [trouble]));
        const text = () =>
          items.length === 0
            ? "No worker has run on this database yet."
            : [drawTable(columns, items), "", ...(troubles.length === 0 ? [good("All of them work.")] : troubles.map(bad))].join("\n");
        return { json: { items }, text, exitCode: troubles.length === 0 ? exitCodes.done : exitCodes.problemsFound };
      }),
    ),
};
