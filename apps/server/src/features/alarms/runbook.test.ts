import { readFileSync } from "node:fs";
import { join } from "node:path";
import { alarmKeys } from "@hearth/domain/operations/alarms";
import { expect, it } from "vitest";

it("the runbook says of each alarm what is the matter and what to do", () => {
  const runbook = readFileSync(join(import.meta.dirname, "../../../../../docs/runbook.md"), "utf8");
  const rows = [...runbook.matchAll(/^\| `([a-z-]+?)-?\.*` +\|/gm)].map(([, key = ""]) => key);
  expect(alarmKeys.filter((key) => !rows.includes(key.replace(/-$/, "")))).toEqual([]);
});
