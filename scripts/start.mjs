import { installAndRun } from "./bootstrap.mjs";

await installAndRun("scripts/launch.ts", { steps: 7 });
