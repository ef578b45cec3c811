import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { watchTree } from "./watch-tree.ts";

test("notices repeated changes of a file, saved in any way, also in new folders", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hearth-watch-"));
  const file = join(folder, "deep", "rent.ts");
  await mkdir(join(folder, "deep"));
  await writeFile(file, "1");
  const changedPaths = new Set<string>();
  const end = watchTree(
    folder,
    (path) => changedPaths.add(path),
    (error) => expect.unreachable(error.message),
  );
  const noticed = async (path: string, change: () => Promise<void>): Promise<void> => {
    changedPaths.clear();
    await change();
    await vi.waitFor(() => expect([...changedPaths]).toContain(path), { timeout: 20_000, interval: 20 });
  };
  const replace = async (): Promise<void> => {
    await writeFile(`${file}.new`, "2");
    await rename(`${file}.new`, file);
  };

  await noticed(file, replace);
  await noticed(file, () => writeFile(file, "3"));
  await noticed(file, replace);
  for (const round of ["first", "again"]) {
    await noticed(join(folder, "later"), () => mkdir(join(folder, "later")));
    await noticed(join(folder, "later", "new.ts"), () => writeFile(join(folder, "later", "new.ts"), round));
    await noticed(join(folder, "later"), () => rm(join(folder, "later"), { recursive: true }));
  }
  end();
  await rm(folder, { recursive: true });
});
