import { installAndRun } from "./bootstrap.mjs";

await installAndRun("scripts/test.ts");
