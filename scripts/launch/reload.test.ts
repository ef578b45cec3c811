import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startNode } from "@hearth/processes/start-process";
import { expect, test, vi } from "vitest";
import { startReloading } from "./reload.ts";

test("restarts a program on each change, and after a mistake in the file was fixed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hearth-reload-"));
  const program = join(folder, "program.ts");
  const version = (text: string) => `console.log(${JSON.stringify(text)}); setInterval(() => {}, 1000);\n`;
  await writeFile(program, version("first"));
  const started: string[] = [];
  const printedLines: string[] = [];
  let prepared = 0;
  const reloading = await startReloading({
    folders: [folder],
    start: async () => ({ name: "server", ...(await startNode([program])) }),
    ready: async (part) => {
      let ended = false;
      void part.ended.then(() => (ended = true));
      await vi.waitFor(() => expect(ended || part.output() !== "").toBe(true), { timeout: 20_000 });
      if (!/^\w+$/.test(part.output())) throw new Error("It did not start.");
      started.push(part.output());
    },
    prepare: async () => void prepared++,
    printLine: (line) => printedLines.push(line),
  });
  const save = async (text: string): Promise<void> => {
    await writeFile(`${program}.new`, text);
    await rename(`${program}.new`, program);
  };
  const heard = (text: string) => vi.waitFor(() => expect(printedLines.at(-1)).toContain(text), { timeout: 25_000 });

  await save(version("second"));
  await heard("runs again");
  await save("const = ;");
  await heard("It did not start.");
  await save(version("mended"));
  await heard("runs again");
  expect(started).toEqual(["second", "mended"]);
  expect(prepared, "migrations come before each start").toBe(3);
  await reloading.stop();
  await reloading.ended;
  await rm(folder, { recursive: true });
});
