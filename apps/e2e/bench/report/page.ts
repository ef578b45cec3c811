import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Growth, readGrowth, readRuns, type Run } from "./results.ts";
import { factsOf, growthTable, workTable } from "./tables.ts";

const page = fileURLToPath(new URL("../../../../docs/performance.md", import.meta.url));

const intro = `# What is measured

\`npm run bench\` writes this page from the numbers in \`apps/e2e/bench/results\`. One server process, PostgreSQL with durable writes, the local chain and the
load generator share one machine. Sixteen connections send calls, each after its previous answer.

The **floor** is the minimal cost of the same answer with the same libraries: Fastify, postgres.js, the same session check and one statement, without schemas,
limits, log or interface. The **peer** uses Express 5 and Sequelize 6. The bench first checks that both return the same JSON as the product. They use the
same database and run in turn with the product, so that other load on the machine affects all alike. The ratios therefore hold elsewhere, but the
milliseconds do not. Each server answers everything once before the measurement, because a new server is slow.
"Alone" is the median of sequential calls without other callers. "Processor" is the CPU time of the server's own process for one call. "In the database" is
PostgreSQL's own time for it.`;

/** Writes the page from the stored results. */
export async function writePage(): Promise<void> {
  const sections = [...(await readRuns()).map(section), growthSection(await readGrowth())];
  await writeFile(page, `${[intro, ...sections].join("\n\n")}\n`);
}

function growthSection(growth: Growth): string {
  const { payments, beside, day, machine } = growth;
  return [
    "## As the data grows",
    `${day}, ${machine}: \`npm run bench -- flat --payments ${payments} --beside ${beside}\`. Two databases with a server each get the same calls, in nine rounds of a second for each work. Each round has all works, and the order of the databases alternates. The p99 of nine rounds varies by a tenth between two equal databases. So the remaining time goes to more rounds of the works whose p99 is nearest to 1.25 times that of the small database. A p99 is the median of the rounds' p99s. The first two answers of each connection do not count: all sixteen open at once, which keeps the load generator busy.`,
    growthTable(growth),
    'If "answer" shows two lengths, the answers of the two databases differ in size. The smaller database has sixty disputes, a larger share than the other, so that a page of disputes is full in both. In both, the same number of nine disputes was approved. A payer\'s own list has more disputes in the smaller database, and takes longer for that reason.',
  ].join("\n\n");
}

function section(run: Run): string {
  const facts = factsOf(run).map((fact) => `- ${fact}`);
  return [`## With ${run.payments.toLocaleString("en-US")} payments`, `${run.day}, ${run.machine}.`, facts.join("\n"), workTable(run)].join(
    "\n\n",
  );
}
