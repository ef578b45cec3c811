import { installAndRun } from "./bootstrap.mjs";

await installAndRun("scripts/launch.ts", { args: ["--dev"], steps: 7 });
