import { existsSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../launch/settings.ts";
import { defects } from "./planted.ts";

// Whether each is caught takes long to find out; that each can still be planted is seen at once.
it.each(defects)("can be planted: $name", ({ file, find, plant, test }) => {
  const parts = readFileSync(join(root, file), "utf8").split(find);
  expect(parts.length - 1, `how often ${file} has the text to replace`).toBe(1);
  // What cannot be read any more makes every test fail, and shows nothing of any.
  if (file.endsWith(".ts")) expect(() => stripTypeScriptTypes(parts.join(plant))).not.toThrow();
  expect(existsSync(join(root, test)), `${test} exists`).toBe(true);
});
