import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

describe("the security documents", () => {
  it.each(["docs/threat-model.md", "docs/asvs.md"])("%s names only existing tests", (document) => {
    const named = [...readFileSync(join(root, document), "utf8").matchAll(/`([\w/.-]+\.ts)`/g)].map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, "apps/server/src", path)));
    expect(missing).toEqual([]);
  });
});
