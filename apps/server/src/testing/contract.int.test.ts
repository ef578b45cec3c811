import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pathNames } from "../rest/openapi/probe-row.ts";
import type { JsonSchema } from "@hearth/domain/api-document";
import { restRows } from "../rest/rows.ts";
import type { RestRow } from "../rest/wire.ts";
import { policyOf } from "../trpc/procedure-meta.ts";
import { missingSubject } from "./call-subject.ts";
import { expectDescribed, expectRefusal, operationOf, refuse, refuseBody, send, succeed } from "./contract-calls.ts";
import { type ContractWorld, inputOf, openContractWorld } from "./contract-world.ts";
import type { CallSubject } from "./procedure-inputs.ts";
import { restRequest } from "./rest-request.ts";

let world: ContractWorld;
let subject: CallSubject;
beforeAll(async () => {
  world = await openContractWorld();
  subject = await world.subject();
});
afterAll(() => world.close());

const guarded = restRows.filter(({ procedure }) => policyOf(procedure) !== "public");

describe.each(restRows)("$method $path by $procedure", (row) => {
  it("answers as described when it succeeds", async () => {
    const answer = await succeed(world, row);
    expect([200, 201], `Give ${row.procedure} a case in contract-world.ts that succeeds: ${answer.body}`).toContain(answer.statusCode);
    expectDescribed(row, answer);
    expect(answer.headers["cache-control"]).toBe("no-store");
    if (String(answer.headers["content-type"]).startsWith("application/json")) expectWireFormat(answer.json(), "the answer");
  });

  it("may be called with a slash at the end", async () => {
    const answer = await succeed(world, row, (request) => ({ ...request, url: `${request.url}/` }));
    expect([200, 201], answer.body).toContain(answer.statusCode);
  });

  it("refuses an invalid idempotency key", async () => {
    const badKey = { "idempotency-key": "short" };
    const answer = await refuse(world, row, (request) => ({ ...request, headers: { ...request.headers, ...badKey } }));
    expectRefusal(row, answer, "VALIDATION");
  });
});

/** Every amount has at most 2 decimals, and every time is in UTC. */
function expectWireFormat(value: unknown, label: string): void {
  if (typeof value === "number") expect(Math.abs(value * 100 - Math.round(value * 100)), `${label} is ${value}`).toBeLessThan(1e-6);
  if (/(At|Time|since)$/.test(label) && typeof value === "string") expect(value, label).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  if (typeof value === "object" && value !== null) for (const [name, inner] of Object.entries(value)) expectWireFormat(inner, name);
}

const inQueries = restRows.flatMap((row) => {
  const names = operationOf(row).parameters.filter((one) => one.in === "query");
  return names.map(({ name, schema }) => ({ row, name, schema, call: `${row.method} ${row.path}` }));
});

describe.each(inQueries)("$name in the query of $call", ({ row, name, schema }) => {
  it.each([
    ["wrong", badText(schema)],
    ["there twice", ["a", "b"]],
  ])("is refused by its name when it is %s", async (_, value) => {
    const answer = await refuse(world, row, (request) => ({ ...request, query: { ...request.query, [name]: value } }));
    expectRefusal(row, answer, "VALIDATION");
    expect(answer.json().errors).toHaveProperty(name);
  });
});

/** A text that no field with a pattern or a maximum length accepts. */
function badText({ enum: values, type }: JsonSchema): string {
  return values || type === "integer" ? "nonsense" : "\u0000".repeat(3_000);
}

const bodyOf = (row: RestRow) =>
  operationOf(row).requestBody?.content[row.takes === "form" ? "multipart/form-data" : "application/json"]?.schema;
const withBody = restRows.filter(bodyOf);

describe.each(withBody)("the body of $method $path by $procedure", (row) => {
  const { properties = {}, required = [] } = bodyOf(row) ?? {};
  const fields = Object.entries(properties).filter(([name]) => name !== "documents");

  it("is refused for each field that is wrong, by its name", async () => {
    for (const [name, schema] of fields) {
      const bad = row.takes === "form" ? badText(schema) : { not: ["this"] };
      const answer = await refuseBody(world, row, (body) => ({ ...body, [name]: bad }));
      expectRefusal(row, answer, "VALIDATION");
      // For a field with parts the error names the part: `metadata.order`.
      const named = Object.keys(Object(answer.json().errors)).map((one) => one.split(".")[0]);
      expect(named, answer.body).toContain(name);
    }
  });

  it("is refused for each required field that is missing, by its name", async () => {
    for (const name of required) {
      const answer = await refuseBody(world, row, (body) => Object.fromEntries(Object.entries(body).filter(([one]) => one !== name)));
      expectRefusal(row, answer, "VALIDATION");
      expect(answer.json().errors).toHaveProperty(name);
    }
  });

  it("is refused for a field that is not known", async () => {
    const answer = await refuseBody(world, row, (body) => ({ ...body, isAdmin: "yes" }));
    expectRefusal(row, answer, "VALIDATION");
    expect(answer.json().errors).toEqual({ isAdmin: "This field is not known" });
  });
});

const namesOneInBody = ["disputes.file", "disputes.fileForPayer", "payments.recordSuccess"];
const aboutOne = guarded.filter(({ path, procedure }) => pathNames(path).length > 0 || namesOneInBody.includes(procedure));

// authorization-rest.int.test.ts checks that it is equally absent for other callers.
describe.each(aboutOne)("the one thing that $method $path by $procedure is about", (row) => {
  it("is refused as absent when it does not exist", async () => {
    const missing = { ...missingSubject(subject), userId: "usr_01k30a00000e0000000000000a" };
    const answer = await send(world, restRequest(row, inputOf(row, missing)), await world.tokenFor(row));
    expectRefusal(row, answer, "NOT_FOUND");
  });
});
