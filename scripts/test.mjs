import { installAndRun } from "./bootstrap.mjs";

await installAndRun("scripts/test.ts", process.argv.slice(2));
