import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./settings.ts";
import { fingerprintOfPages } from "./web-build.ts";
import { workspacePackages } from "./workspace-packages.ts";

test("rebuilds the pages when a package whose code they run has changed", async () => {
  const project = await mkdtemp(join(tmpdir(), "hearth-pages-"));
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), text);
  };
  const depends = (...names: string[]) => JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, "workspace:*"])) });
  await write("apps/web/package.json", depends("@hearth/client", "@hearth/server", "react"));
  await write("apps/server/package.json", depends("@hearth/db"));
  await write("packages/client/package.json", depends("@hearth/domain"));
  await write("packages/domain/package.json", "{}");
  await write("packages/db/package.json", "{}");

  const fingerprints = new Set([await fingerprintOfPages(project)]);
  for (const file of ["apps/web/src/main.tsx", "packages/client/src/links.ts", "packages/domain/src/deep/money.ts"]) {
    await write(file, "changed");
    fingerprints.add(await fingerprintOfPages(project));
  }
  expect(fingerprints.size, "each change is one").toBe(4);
  for (const file of ["packages/db/src/client.ts", "apps/server/src/main.ts", "apps/web/src/main.test.tsx"]) {
    await write(file, "changed");
    fingerprints.add(await fingerprintOfPages(project));
  }
  expect(fingerprints.size, "these are not in the pages").toBe(4);
  await rm(project, { recursive: true });
});

test("the web app depends on every package whose code the pages run", () => {
  const known = workspacePackages(root, "apps/web");
  const sources = globSync("apps/web/src/**/*.{ts,tsx}", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
  const imported = sources.flatMap((text) =>
    [...text.matchAll(/^import (?!type )[^;]*? from "@hearth\/([\w-]+)\//gm)].map(([, name]) => name),
  );
  expect(imported).toContain("client");
  expect([...new Set(imported)].filter((name) => !known.includes(`packages/${name}`))).toEqual([]);
});
