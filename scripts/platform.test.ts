import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { binariesOf, judgePlatform } from "./platform.mjs";

const lockfile = readFileSync(join(import.meta.dirname, "../pnpm-lock.yaml"), "utf8");
const isInLockfile = (folder: string) => lockfile.includes(`\n  '${folder.replace("+", "/")}`);

it.each([
  ["linux", "x64"],
  ["linux", "arm64"],
  ["darwin", "x64"],
  ["darwin", "arm64"],
])("on %s %s the lockfile is completed where it lacks what is needed, and only there", (platform, arch) => {
  const isComplete = binariesOf({ platform, arch }).every(isInLockfile);
  expect(judgePlatform({ platform, arch, hasGlibc: true })).toEqual({ isLocked: isComplete });
});

it.each([
  ["win32", "x64", false, "within WSL"],
  ["linux", "x64", false, "needs glibc"],
  ["linux", "riscv64", true, "Hearth runs on linux-x64"],
  ["freebsd", "x64", false, "Hearth runs on linux-x64"],
])("%s %s with glibc %s is told what to do", (platform, arch, hasGlibc, sentence) => {
  expect(judgePlatform({ platform, arch, hasGlibc })).toEqual({ sentence: expect.stringContaining(sentence) });
});
