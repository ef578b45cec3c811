import { installAndRun } from "./bootstrap.mjs";

await installAndRun("scripts/migrate.ts", process.argv.slice(2), { steps: 2 });
