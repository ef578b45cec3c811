import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { commandLine } from "./leftover-process.ts";
import { runProgram } from "./run-program.ts";
import { type RunningProcess, startNode, startProcess } from "./start-process.ts";
import { NotReady, untilReady } from "./until-ready.ts";

const idle = "setInterval(() => {}, 1000);";
const stubborn = `process.on("SIGTERM", () => {}); console.log("up"); ${idle}`;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hearth-processes-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("stops a Node program in order", async () => {
  const logFile = join(folder, "orderly.log");
  const program = await startNode(
    ["-e", `process.on("SIGTERM", () => { console.log("in order"); process.exit(0); }); console.log("up"); ${idle}`],
    {
      logFile,
    },
  );
  await vi.waitFor(async () => expect(await readFile(logFile, "utf8")).toContain("up"), { timeout: 20_000 });
  await program.stop();
  expect(await program.ended).toBe(0);
  expect(await readFile(logFile, "utf8")).toBe("up\nin order\n");
});

test("kills a program that does not stop, with its own children", async () => {
  const child = `const { spawn } = require("node:child_process"); console.log(spawn(process.execPath, ["-e", ${JSON.stringify(idle)}]).pid); ${stubborn}`;
  const program = await startNode(["-e", child], { stopLimitMs: 100 });
  await printed(program, "up");
  const grandchild = Number.parseInt(program.output(), 10);
  await program.stop();
  expect(await program.ended).toBe("SIGKILL");
  await vi.waitFor(async () => expect(await commandLine(grandchild)).toBe(""), { timeout: 20_000 });
});

test("ends programs of both lifelines when their starter is killed", async () => {
  const module = JSON.stringify(import.meta.resolve("./start-process.ts"));
  const file = join(folder, "starter.ts");
  await writeFile(
    file,
    `import { startNode, startProcess } from ${module};
     const node = await startNode(["-e", ${JSON.stringify(idle)}]);
     const other = await startProcess([process.execPath, "-e", ${JSON.stringify(idle)}], { lifeline: "guard" });
     console.log(JSON.stringify([node.pid, other.pid]));
     ${idle}`,
  );
  const starter = await startProcess([process.execPath, file], { lifeline: "guard" });
  await printed(starter, "]");
  const pids: number[] = JSON.parse(starter.output());
  process.kill(starter.pid ?? 0, "SIGKILL");
  for (const pid of pids) await vi.waitFor(async () => expect(await commandLine(pid)).toBe(""), { timeout: 20_000 });
});

test("distinguishes a program that ends before it is ready from one that takes too long", async () => {
  const ends = await startNode(["-e", `console.error("no port"); process.exit(3)`]);
  await expect(untilReady(ends, async () => false, 20_000)).rejects.toThrow(/ended \(3\) before it was ready:\nno port/);
  const slow = await startNode(["-e", idle]);
  await expect(untilReady(slow, async () => false, 100)).rejects.toSatisfy(
    (error) => error instanceof NotReady && error.ending === undefined,
  );
  await slow.stop();
});

test("returns a result for a program that does not exist", async () => {
  expect(await runProgram(["hearth-nonesuch"])).toMatchObject({ code: 127, output: expect.stringContaining("ENOENT") });
  const none = await startProcess(["hearth-nonesuch"], { lifeline: "guard" });
  expect(await none.ended).toContain("ENOENT");
  await none.stop();
});

test("returns both output streams separately and together", async () => {
  const script = `process.stdin.on("data", (text) => { console.log("got " + text); console.error("and"); process.exitCode = 4; })`;
  expect(await runProgram([process.execPath, "-e", script], { input: "this" })).toMatchObject({
    code: 4,
    stdout: "got this\n",
    stderr: "and\n",
  });
});

function printed(program: RunningProcess, text: string): Promise<void> {
  return vi.waitFor(() => expect(program.output()).toContain(text), { timeout: 20_000 });
}
