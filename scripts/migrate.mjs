import { installAndRun } from "./bootstrap.mjs";

await installAndRun("scripts/migrate.ts", { steps: 2 });
