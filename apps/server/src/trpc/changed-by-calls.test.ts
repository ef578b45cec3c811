import { changedBy, changingCalls } from "@hearth/domain/changed-by-calls";
import { expect, it } from "vitest";
import { listProcedures } from "./procedure-meta.ts";

const procedures = listProcedures();
const mutations = procedures.flatMap(({ path, type }) => (type === "mutation" ? [path] : []));

it("every mutation says once which queries it can change, and nothing else does", () => {
  expect(changingCalls.toSorted()).toEqual(mutations.toSorted());
});

it("names only routers and queries that exist", () => {
  const known = new Set(procedures.flatMap(({ path, type }) => (type === "query" ? [path, path.split(".")[0] ?? ""] : [])));
  const named = new Set(mutations.flatMap((path) => changedBy(path) ?? []));
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
});
