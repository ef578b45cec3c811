import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { root } from "../launch/settings.ts";
import type { FileTime } from "./run.ts";

/** Writes the duration of each test file to the file that HEARTH_FILE_TIMES names. Vitest's own report excludes imports and hooks. */
export default class FileTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const target = process.env["HEARTH_FILE_TIMES"];
    if (target === undefined) return;
    const times = modules.map((module): FileTime => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return { file: relative(root, module.moduleId), milliseconds: collectDuration + setupDuration + duration };
    });
    writeFileSync(target, JSON.stringify(times));
  }
}
