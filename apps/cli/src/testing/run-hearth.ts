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

/** The program as run by one person, with a configuration folder of their own. */
export interface Hearth {
  configFolder: string;
  /** Runs a command line in this process. `stdin` is the typed or piped input. */
  run(args: string[], options?: { stdin?: string; env?: Record<string, string> }): Promise<Ended>;
  /** Runs a command line in a process of its own, which takes several times as long. */
  runAlone: Hearth["run"];
  /** Runs a command line with --json and parses its output. @throws if it fails. */
  json(args: string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Creates a program that uses the given server, without the rest of this process's environment. */
export async function openHearth(server: string): Promise<Hearth> {
  const configFolder = await mkdtemp(join(tmpdir(), "hearth-cli-"));
  const envWith = (env: Record<string, string> = {}) => ({ XDG_CONFIG_HOME: configFolder, HEARTH_SERVER: server, TZ: "UTC", ...env });
  const run: Hearth["run"] = async (args, { stdin = "", env } = {}) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const read = Promise.all([text(stdout), text(stderr)]);
    const code = await runLine(args, { env: envWith(env), stdin: Readable.from([stdin]), stdout, stderr });
    stdout.end();
    stderr.end();
    const [output, errors] = await read;
    return { code, stdout: stripVTControlCharacters(output), stderr: stripVTControlCharacters(errors) };
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
