import { errorStatus, isErrorCode } from "@hearth/domain/errors";
import { expect } from "vitest";
import { describeApi } from "../rest/openapi/document.ts";
import { pathNames } from "../rest/openapi/probe-row.ts";
import { refusalsOf } from "../rest/openapi/refusals.ts";
import { type ApiOperation, verbOf } from "@hearth/domain/api-document";
import type { RestRow } from "../rest/wire.ts";
import { createSchemaCheck } from "./check-schema.ts";
import type { ContractCase, ContractWorld } from "./contract-world.ts";
import { type RestRequest, restRequest } from "./rest-request.ts";

/** The API description that live answers are compared with. */
export const api = describeApi("http://localhost:5000");
const check = createSchemaCheck(api);

export type Answer = Awaited<ReturnType<typeof send>>;

/** Sends a request to the REST interface, with or without a token. */
export async function send(
  { harness }: ContractWorld,
  request: Omit<RestRequest, "headers" | "query"> & Partial<RestRequest>,
  token: string | null,
) {
  const headers = { ...request.headers, ...(token !== null && { authorization: `Bearer ${token}` }) };
  return harness.app.inject({ ...request, headers });
}

/** Makes the row's call with a token that is allowed to and an input that should succeed. `change` modifies the request. */
export async function succeed(world: ContractWorld, row: RestRow, change: Change = (request) => request): Promise<Answer> {
  return sendCase(world, row, await world.succeeding(row), change);
}

/** Makes a modified request of the row's call that is refused before it uses anything up. */
export async function refuse(world: ContractWorld, row: RestRow, change: Change): Promise<Answer> {
  return sendCase(world, row, await world.untouched(row), change);
}

type Change = (request: RestRequest) => RestRequest;

function sendCase(world: ContractWorld, row: RestRow, { input, token }: ContractCase, change: Change): Promise<Answer> {
  return send(world, change(restRequest(row, input)), token);
}

/** Makes the row's call with another body, refused before it uses anything up. */
export async function refuseBody(
  world: ContractWorld,
  row: RestRow,
  change: (body: Record<string, unknown>) => Record<string, unknown>,
): Promise<Answer> {
  const { input, token } = await world.untouched(row);
  const isInPath = ([name]: [string, unknown]) => pathNames(row.path).includes(name);
  const fields: [string, unknown][] = Object.entries(Object(input));
  const body = change(Object.fromEntries(fields.filter((field) => !isInPath(field))));
  const inForm = restRequest(row, { ...Object.fromEntries(fields.filter(isInPath)), ...body });
  return send(world, row.takes === "form" ? inForm : { ...restRequest(row, input), payload: body }, token);
}

/** The operation of a row's method and path in the API description. */
export function operationOf({ method, path }: RestRow): ApiOperation {
  const operation = api.paths[path]?.[verbOf(method)];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
}

/** Fails unless the answer matches the description of its status, down to its fields. */
export function expectDescribed(row: RestRow, answer: Answer): void {
  const label = `${row.method} ${row.path}: ${answer.body.slice(0, 500)}`;
  const described = operationOf(row).responses[String(answer.statusCode)];
  expect(described, `${label}\nSay in the row's \`refuses\` that it can answer this`).toBeDefined();
  const type = String(answer.headers["content-type"]).split(";")[0] ?? "";
  const media = described?.content?.[type] ?? described?.content?.["*/*"];
  expect(media, `${label}: ${type}`).toBeDefined();
  if (type === "application/json") expect(check(media?.schema ?? {}, answer.json()), label).toBeNull();
}

/** Fails unless the answer is this refusal, with its status and the common shape, and the row documents it. */
export function expectRefusal(row: RestRow, answer: Answer, code: string): void {
  const body = answer.json();
  const label = `${row.method} ${row.path}: ${answer.body}`;
  expect([answer.statusCode, body.code], label).toEqual([isErrorCode(code) && errorStatus(code), code]);
  expect(check(api.components.schemas["Error"] ?? {}, body)).toBeNull();
  expect(refusalsOf(row), "Name it in the row's `refuses`").toContain(code);
  if (code === "VALIDATION") expect(Object.keys(body.errors ?? {}).length, label).toBeGreaterThan(0);
  else expect(Object.keys(body).toSorted(), label).toEqual(["code", "message"]);
}
