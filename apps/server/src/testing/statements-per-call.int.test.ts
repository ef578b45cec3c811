import { connectDatabase } from "@hearth/db/client";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../app.ts";
import { restRows } from "../rest/rows.ts";
import { listProcedures } from "../trpc/procedure-meta.ts";
import { type ContractWorld, openContractWorld } from "./contract-world.ts";
import { procedureInputs } from "./procedure-inputs.ts";
import { restRequest } from "./rest-request.ts";

let world: ContractWorld;
let app: FastifyInstance;
let statements: string[] = [];
beforeAll(async () => {
  world = await openContractWorld();
  const { deps } = world.harness;
  // The driver's queries on a new connection are not part of a call.
  const onStatement = (text: string) => void (text.includes("pg_catalog.pg_type") || statements.push(text));
  const { db, close } = connectDatabase(deps.env.databaseUrl, { onStatement });
  app = await buildApp({ ...deps, db });
  app.addHook("onClose", close);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** Makes a call, and returns a line with its number of statements. */
async function count(label: string, request: { url: string }, token: string | null): Promise<string> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const headers = { ...("headers" in request && Object(request.headers)), ...authorization };
  statements = [];
  const answer = await app.inject({ ...request, headers });
  expect([200, 201, 204], `${label}: ${answer.body.slice(0, 300)}`).toContain(answer.statusCode);
  return `${label}: ${statements.length}`;
}

async function countRows(): Promise<string[]> {
  const counted: string[] = [];
  for (const row of restRows) {
    const { input, token } = await world.succeeding(row);
    counted.push(await count(`${row.method} ${row.path} (${row.procedure})`, restRequest(row, input), token));
  }
  return counted;
}

const documented = new Set<string>(restRows.map(({ procedure }) => procedure));

async function countQueries(): Promise<string[]> {
  const { userIds: people, harness, subject } = world;
  const tokens = {
    public: null,
    user: await harness.signIn(people.payer),
    merchant: await harness.signIn(people.owner),
    admin: await harness.signIn(people.admin, "admin"),
  };
  const counted: string[] = [];
  for (const { path, type, meta } of listProcedures()) {
    if (type !== "query" || !meta || documented.has(path)) continue;
    const make = procedureInputs[path];
    const input = make?.(await subject(make));
    const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    counted.push(await count(path, { url: `/trpc/${path}${query}` }, tokens[meta.policy]));
  }
  return counted;
}

describe("the statements of a call", () => {
  it("match the list in statements-per-call.txt, for every documented call and every other query", async () => {
    const counted = [...(await countRows()), "", ...(await countQueries())];
    await expect(`${counted.join("\n")}\n`).toMatchFileSnapshot("statements-per-call.txt");
  });
});
