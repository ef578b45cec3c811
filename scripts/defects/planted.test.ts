import { existsSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../launch/settings.ts";
import { defects } from "./planted.ts";

// Running the tests against each defect takes long. This only checks that each can still be planted.
it.each(defects)("can be planted: $name", ({ file, find, plant, test }) => {
  const parts = readFileSync(join(root, file), "utf8").split(find);
  expect(parts.length - 1, `how often ${file} has the text to replace`).toBe(1);
  // A defect with a syntax error would make every test fail, which proves nothing.
  if (file.endsWith(".ts")) expect(() => stripTypeScriptTypes(parts.join(plant))).not.toThrow();
  expect(existsSync(join(root, test)), `${test} exists`).toBe(true);
});
