import { validate } from "@readme/openapi-parser";
import { errorCodes } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import { describe, expect, it } from "vitest";
import { createSchemaCheck } from "../../testing/check-schema.ts";
import { restRows } from "../rows.ts";
import { describeApi } from "./document.ts";
import { toJsonSchema } from "./json-schema.ts";
import { probeInput } from "./probe-row.ts";
import { procedureSchemas } from "./procedure-schemas.ts";
import type { ApiMedia, ApiOperation } from "@hearth/domain/api-document";

const api = describeApi("https://hearth.example");
const check = createSchemaCheck(api);

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);
const operationAt = (name: string): ApiOperation => {
  const found = operations.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not described`);
  return found.operation;
};
const mediaOf = ({ requestBody, responses }: ApiOperation): ApiMedia[] =>
  [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));

describe("the API description", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await validate(JSON.parse(JSON.stringify(api)));
    expect(result).toEqual({ valid: true, warnings: [], specification: "OpenAPI" });
  });

  it("describes every row and nothing else", () => {
    const rows = [...new Set(restRows.map(({ method, path }) => `${method} ${path}`))];
    expect(operations.map(({ name }) => name).toSorted()).toEqual(rows.toSorted());
  });

  it("gives every call a unique name", () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(names).toEqual([...new Set(names)]);
  });

  it("names the token that each call requires", () => {
    expect(operationAt("POST /api/auth/login").security).toEqual([]);
    expect(operationAt("GET /api/payments/user").security).toEqual([{ authToken: [] }]);
    expect(operationAt("GET /api/admin/users").security).toEqual([{ adminToken: [] }]);
    expect(operationAt("POST /api/disputes/create").security).toEqual([{ authToken: [] }, { adminToken: [] }]);
  });

  it("describes how lists page, and which calls are idempotent", () => {
    const list = operationAt("GET /api/payments/user");
    expect(list.responses["200"]?.headers).toHaveProperty("X-Next-Cursor");
    expect(list.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["status", "startDate", "endDate", "timeZone", "limit", "cursor", "X-Time-Zone"]),
    );
    const cancel = operationAt("PATCH /api/payments/{paymentId}/cancel");
    expect(cancel.parameters.map(({ name }) => name)).toEqual(["paymentId", "Idempotency-Key"]);
    expect(Object.keys(cancel.responses["409"]?.content?.["application/json"]?.examples ?? {})).toContain("IDEMPOTENCY_KEY_REUSED");
  });

  it("names the header of the time zone wherever the answer follows it", () => {
    for (const name of ["GET /api/payments/{paymentId}/receipt", "GET /api/admin/dashboard", "GET /api/merchant-dashboard/stats"])
      expect(operationAt(name).parameters.map((one) => one.name)).toContain("X-Time-Zone");
  });

  it("describes the length limits of texts", () => {
    const bodyOf = (name: string) => operationAt(name).requestBody?.content["application/json"]?.schema.properties;
    expect(bodyOf("POST /api/auth/register")).toMatchObject({
      firstName: { minLength: 1, maxLength: limits.nameMaxLength },
      email: { format: "email", maxLength: limits.emailMaxLength },
    });
    expect(bodyOf("POST /api/payments/create-checkout")).toMatchObject({ description: { maxLength: limits.descriptionMaxLength } });
  });

  it("describes an answer as the row maps it from the result", () => {
    const schemaOf = (name: string, status: string) => operationAt(name).responses[status]?.content?.["application/json"]?.schema;
    expect(schemaOf("GET /api/payments/user", "200")).toMatchObject({
      properties: { payments: { type: "array" } },
      required: ["payments"],
    });
    expect(schemaOf("GET /api/admin/users", "200")).toMatchObject({ type: "array", items: { $ref: "#/components/schemas/AdminUser" } });
    expect(schemaOf("POST /api/disputes/create", "201")).toMatchObject({
      properties: { dispute: { $ref: "#/components/schemas/DisputeDetail" } },
    });
    expect(schemaOf("GET /api/merchants/{id}", "200")).toEqual({ $ref: "#/components/schemas/Business" });
    expect(operationAt("GET /api/payments/{paymentId}/receipt").responses["200"]?.content).toHaveProperty("application/pdf");
  });

  it("describes a form with files as multipart", () => {
    const { content = {} } = operationAt("POST /api/disputes/create").requestBody ?? {};
    expect(Object.keys(content)).toEqual(["multipart/form-data", "application/json"]);
    expect(content["multipart/form-data"]?.schema.properties).toHaveProperty("documents");
  });

  it("shows the whole error catalogue", () => {
    expect(api["x-errors"].map(({ code }) => code).toSorted()).toEqual(errorCodes.toSorted());
  });
});

describe("every example in it", () => {
  it.each(operations)("fits its schema: $name", ({ operation }) => {
    for (const { schema, example, examples = {} } of mediaOf(operation)) {
      const examplesShown = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
      for (const value of examplesShown)
        expect(check(schema, value), `Give the field an example in field-guide.ts: ${JSON.stringify(value)}`).toBeNull();
    }
    for (const { name, schema, example } of operation.parameters)
      if (example !== undefined) expect(check(schema, example), name).toBeNull();
  });

  it.each(restRows)("is accepted by its procedure: $method $path", (row) => {
    const { input } = procedureSchemas(row.procedure);
    const operation = operationAt(`${row.method} ${row.path}`);
    if (input === null || row.takes === "form") return;
    const query = operation.parameters.filter((one) => one.in === "query" && one.example !== undefined);
    const params = operation.parameters.filter((one) => one.in === "path");
    const values = (all: typeof params) => Object.fromEntries(all.map(({ name, example }) => [name, String(example)]));
    const body = operation.requestBody?.content["application/json"]?.example ?? {};
    const result = input.safeParse(row.input({ params: values(params), query: values(query), body }));
    expect(result.error?.issues ?? [], "Give the field an example in field-guide.ts").toEqual([]);
  });
});

describe("a row", () => {
  it.each(restRows)("lets a request set every input that its procedure requires: $method $path", (row) => {
    const { input } = procedureSchemas(row.procedure);
    const { properties = {}, required = [] } = input ? toJsonSchema(input, "input") : {};
    const reached = [...probeInput(row, Object.keys(properties)).keys()];
    expect(reached, "Map it in the row's `input`").toEqual(expect.arrayContaining(required));
  });
});
