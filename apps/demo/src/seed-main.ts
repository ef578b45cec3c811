import { readEnv } from "@hearth/server/env";
import { DemoImpossible } from "./demo-impossible.ts";
import { seedDemo } from "./seed-demo.ts";

const begin = performance.now();
const printLine = (sentence: string) => process.stdout.write(`${sentence}\n`);

try {
  const report = await seedDemo(readEnv(), new Date(), printLine);
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  printLine(
    report.isNew ? `${report.payments} payments and ${report.transfers} transfers in ${seconds} s` : `The demo data is there already`,
  );
} catch (error) {
  const message = error instanceof DemoImpossible ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
