import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Growth, readGrowth, readRuns, type Run } from "./results.ts";
import { factsOf, growthTable, workTable } from "./tables.ts";

const page = fileURLToPath(new URL("../../../../docs/performance.md", import.meta.url));

const intro = `# What is measured

Written by \`npm run bench\`; the numbers behind it are in \`apps/e2e/bench/results\`. One server process, PostgreSQL with writes that reach the disk, the local
chain, and the program that asks share one machine. Sixteen connections ask, each after the answer before.

The **floor** is the least that the same answer costs on the same libraries: Fastify, postgres.js, the same session check and one statement, without schemas,
limits, log or interface. The **peer** gives it with Express 5 and Sequelize 6. Both answer the same bytes of JSON, which is checked before anything is
measured, on the same database, in turn with the product, so that what else the machine does falls on all alike: the ratios hold where the milliseconds do
not. Each has answered everything once before that, since a server that has just begun is slow.
"Alone" is the median of calls that are made one after the other, with nobody else there. "Processor" is the work of the server's own process for one
call, and "in the database" the time PostgreSQL itself takes for it.`;

/** Writes the page from what was kept. */
export async function writePage(): Promise<void> {
  const sections = [...(await readRuns()).map(section), growthSection(await readGrowth())];
  await writeFile(page, `${[intro, ...sections].join("\n\n")}\n`);
}

function growthSection(growth: Growth): string {
  const { payments, beside, day, machine } = growth;
  return [
    "## As the data grows",
    `${day}, ${machine}: \`npm run bench -- flat --payments ${payments} --beside ${beside}\`. Two databases with a server each, asked the same in nine rounds of a second for each work, all works in each round and each round beginning with the other database, and those works whose p99 is nearest to 1.25 times that of the small one in more of them, as long as there is time, since the p99 of nine rounds varies by a tenth between two equal databases; a p99 is the one in the middle of the rounds' own. The first two answers of each connection are left out: all sixteen are opened at once, and what makes the calls is busy with that.`,
    growthTable(growth),
    'Where two lengths stand under "answer", the two databases do not have equally much to answer. Of disputes the smaller one has sixty, a larger share than the other, so that their list is full in both, and as many of nine were approved in both; a payer\'s own list has more of them in the smaller one, and takes longer for it.',
  ].join("\n\n");
}

function section(run: Run): string {
  const facts = factsOf(run).map((fact) => `- ${fact}`);
  return [`## With ${run.payments.toLocaleString("en-US")} payments`, `${run.day}, ${run.machine}.`, facts.join("\n"), workTable(run)].join(
    "\n\n",
  );
}
