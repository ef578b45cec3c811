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

interface Native {
  name: string;
  os: string[];
  cpu: string[];
  libc: string[];
}

/** Returns the packages of the lockfile that are limited to platforms, from their metadata. */
function listNatives(): Native[] {
  const packages = lockfile.slice(lockfile.indexOf("\npackages:"), lockfile.indexOf("\nsnapshots:"));
  const wordsOf = (entry: string, field: string) => new RegExp(`^ {4}${field}: \\[(.*)\\]$`, "m").exec(entry)?.[1]?.split(", ") ?? [];
  return packages
    .split(/\n(?= {2}\S)/)
    .map((entry) => {
      const name = /^ {2}'?(.+?)'?:\n/.exec(entry)?.[1] ?? "";
      return { name, os: wordsOf(entry, "os"), cpu: wordsOf(entry, "cpu"), libc: wordsOf(entry, "libc") };
    })
    .filter(({ os, cpu }) => os.length + cpu.length > 0);
}

/** Returns the name without the platform: `@esbuild/linux-x64@0.28.2` and `@esbuild/darwin-arm64@0.28.2` are the same program. */
function programOf({ name }: Native): string {
  return name.replace(
    /[-/](binding-)?(typescript-|anvil-)?(linux|darwin|win32|windows|freebsd|netbsd|openbsd|openharmony|android|aix|sunos|wasm32)-.*@/,
    "@",
  );
}

it("of every program that comes as binaries, the lockfile lacks these for a machine that Hearth runs on, and no others", () => {
  // Watching files on macOS also works without it.
  const natives = listNatives().filter(({ name }) => !name.startsWith("fsevents@"));
  const programs = [...new Set(natives.map(programOf))];
  const isFor = ({ os, cpu, libc }: Native, [platform = "", arch = ""]: string[]) =>
    os.includes(platform) && cpu.includes(arch) && (libc.length === 0 || libc.includes("glibc"));
  const lacking = (machine: string) =>
    programs
      .filter((program) => !natives.some((native) => programOf(native) === program && isFor(native, machine.split("-"))))
      .map((program) => program.replace(/@[^@]+$/, ""))
      .sort();
  const chain = "@foundry-rs";
  const checks = ["@oxc-parser", "@oxfmt", "@oxlint", "@oxlint-tsgolint"];
  expect(
    Object.fromEntries(["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"].map((machine) => [machine, lacking(machine)])),
  ).toEqual({
    "linux-x64": [],
    "linux-arm64": [chain],
    "darwin-x64": [chain, ...checks],
    "darwin-arm64": [chain, ...checks],
  });
});
