import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { type ProgramResult, runProgram } from "@hearth/processes/run-program";
import { runLine } from "../run-line.ts";

const program = fileURLToPath(new URL("../main.ts", import.meta.url));

type Ended = Pick<ProgramResult, "code" | "stdout" | "stderr">;

/** The program as a person of one machine has it: with a configuration folder of their own. */
export interface Hearth {
  configFolder: string;
  /** Runs a line to its end in this process; `stdin` is what is typed or piped. */
  run(args: string[], options?: { stdin?: string; env?: Record<string, string> }): Promise<Ended>;
  /** Runs a line to its end in a process of its own, as everybody runs it, for a few times its price. */
  runAlone: Hearth["run"];
  /** Runs it to its end with --json; what it printed, read. @throws when it did not end well. */
  json(args: string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Gives the program a server to talk to, and nothing else of this process's environment. */
export async function openHearth(server: string): Promise<Hearth> {
  const configFolder = await mkdtemp(join(tmpdir(), "hearth-cli-"));
  const envWith = (env: Record<string, string> = {}) => ({ XDG_CONFIG_HOME: configFolder, HEARTH_SERVER: server, TZ: "UTC", ...env });
  const run: Hearth["run"] = async (args, { stdin = "", env } = {}) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const read = Promise.all([text(stdout), text(stderr)]);
    const code = await runLine(args, { env: envWith(env), stdin: Readable.from([stdin]), stdout, stderr });
    stdout.end();
    stderr.end();
    const [written, told] = await read;
    return { code, stdout: stripVTControlCharacters(written), stderr: stripVTControlCharacters(told) };
  };
  return {
    configFolder,
    run,
    runAlone: (args, { stdin = "", env } = {}) =>
      runProgram([process.execPath, program, ...args], { cwd: configFolder, env: envWith(env), input: stdin }),
    json: async (args) => {
      const { code, stdout, stderr } = await run([...args, "--json"]);
      if (code !== 0) throw new Error(`hearth ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
      return JSON.parse(stdout);
    },
    close: () => rm(configFolder, { recursive: true, force: true }),
  };
}
