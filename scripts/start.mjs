import { installAndRun } from "./bootstrap.mjs";

await installAndRun("scripts/launch.ts", process.argv.slice(2), { steps: 7 });
