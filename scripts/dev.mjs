import { installAndRun } from "./bootstrap.mjs";

await installAndRun("scripts/launch.ts", ["--dev", ...process.argv.slice(2)], { steps: 7 });
