import { readFileSync } from "node:fs";
import { join } from "node:path";
import { alarmKeys } from "@hearth/domain/operations/alarms";
import { expect, it } from "vitest";

it("the runbook has an entry for every alarm and for no other", () => {
  const runbook = readFileSync(join(import.meta.dirname, "../../../../../docs/runbook.md"), "utf8");
  const [, table = ""] = runbook.split(/^## /m);
  const rows = [...table.matchAll(/^\| `([a-z-]+?)-?\.*` +\|/gm)].map(([, key = ""]) => key);
  expect(rows).toEqual(alarmKeys.map((key) => key.replace(/-$/, "")));
});
