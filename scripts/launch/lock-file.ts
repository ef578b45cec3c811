import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandLine, endLeftoverProcess } from "@hearth/processes/leftover-process";
import { UserFacingError } from "./user-facing-error.ts";
import { dataDir, logsDir, root } from "./settings.ts";

const claimFile = join(dataDir, "launcher.json");
const launcherMark = join(root, "scripts", "launch.ts");

interface Claim {
  launcher: number;
  parts: number[];
}

/**
 * Makes this process the only launcher of the folder, and stops programs that a killed launcher left running.
 * @throws UserFacingError when another one is running.
 */
export async function claimFolder(chainPort: number): Promise<void> {
  await mkdir(logsDir, { recursive: true });
  const before = await readClaim();
  if (before.launcher !== process.pid && (await commandLine(before.launcher)).includes(launcherMark)) {
    throw new UserFacingError(
      `Hearth is already running in this folder (process ${before.launcher}). Use it, or stop it first: Ctrl-C in its terminal, or kill ${before.launcher}`,
    );
  }
  await Promise.all(before.parts.map((pid) => endLeftoverProcess(pid, root, "SIGTERM", "SIGKILL")));
  await endOrphanedChain(chainPort);
  await recordParts([]);
}

/** Stores the pids of the running parts, so that the next start can stop them after a crash. */
export async function recordParts(parts: number[]): Promise<void> {
  await writeFile(claimFile, `${JSON.stringify({ launcher: process.pid, parts } satisfies Claim)}\n`);
}

/** Releases the lock. */
export async function releaseFolder(): Promise<void> {
  await rm(claimFile, { force: true });
}

async function readClaim(): Promise<Claim> {
  const text = await readFile(claimFile, "utf8").catch(() => "");
  try {
    const found: Partial<Claim> = JSON.parse(text);
    return { launcher: Number(found.launcher ?? 0), parts: (found.parts ?? []).map(Number).filter((pid) => pid > 1) };
  } catch {
    return { launcher: 0, parts: [] };
  }
}

/** Stops a leftover chain process. The chain does not notice when its parent is killed, and keeps the port. */
async function endOrphanedChain(chainPort: number): Promise<void> {
  const processes = await readdir("/proc").catch(() => []);
  for (const pid of processes.map(Number).filter((number) => number > 1)) {
    const command = await commandLine(pid);
    if (command.includes(join(root, "node_modules")) && /\banvil\b/.test(command) && command.includes(String(chainPort))) {
      await endLeftoverProcess(pid, root, "SIGTERM", "SIGKILL");
    }
  }
}
