import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ProgramResult, runProgram } from "@hearth/processes/run-program";

const program = fileURLToPath(new URL("../main.ts", import.meta.url));

/** The program as a person of one machine has it: with a configuration folder of their own. */
export interface Hearth {
  configFolder: string;
  /** Runs it to its end in a process of its own; `stdin` is what is typed or piped. */
  run(args: string[], options?: { stdin?: string; env?: Record<string, string> }): Promise<ProgramResult>;
  /** Runs it to its end with --json; what it printed, read. @throws when it did not end well. */
  json(args: string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Gives the program a server to talk to, and nothing else of this process's environment. */
export async function openHearth(server: string): Promise<Hearth> {
  const configFolder = await mkdtemp(join(tmpdir(), "hearth-cli-"));
  const run: Hearth["run"] = (args, { stdin = "", env = {} } = {}) =>
    runProgram([process.execPath, program, ...args], {
      cwd: configFolder,
      env: { XDG_CONFIG_HOME: configFolder, HEARTH_SERVER: server, TZ: "UTC", ...env },
      input: stdin,
    });
  return {
    configFolder,
    run,
    json: async (args) => {
      const { code, stdout, stderr } = await run([...args, "--json"]);
      if (code !== 0) throw new Error(`hearth ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
      return JSON.parse(stdout);
    },
    close: () => rm(configFolder, { recursive: true, force: true }),
  };
}
