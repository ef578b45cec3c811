import type { ApiDocument, ApiOperation } from "@hearth/domain/api-document";
import { describe, expect, it } from "vitest";
import { countCalls, groupCalls, limitWords, splitGuide, typeWords } from "./api-outline.ts";

const operation = (operationId: string, tag: string, more: Partial<ApiOperation> = {}): ApiOperation => ({
  operationId,
  tags: [tag],
  summary: "",
  security: [],
  parameters: [],
  responses: {},
  ...more,
});
const api: ApiDocument = {
  openapi: "3.1.1",
  info: { title: "", version: "", summary: "", description: "", license: { name: "", identifier: "" } },
  servers: [],
  tags: [
    { name: "Account", description: "" },
    { name: "Payments", description: "" },
  ],
  paths: {
    "/api/auth/me": { get: operation("get-auth-me", "Account", { summary: "Returns the account that is signed in" }) },
    "/api/payments/{paymentId}/cancel": {
      patch: operation("patch-cancel", "Payments", { responses: { "409": { description: "PAYMENT_NOT_PENDING, PAYMENT_ON_CHAIN" } } }),
    },
  },
  components: {
    schemas: {},
    securitySchemes: {
      authToken: { type: "http", scheme: "bearer", description: "" },
      adminToken: { type: "http", scheme: "bearer", description: "" },
    },
  },
  "x-errors": [],
};

describe("searching the calls", () => {
  it.each([
    ["", 2],
    ["signed in", 1],
    ["payment_on_chain", 1],
    ["PATCH payments", 1],
    ["patch account", 0],
  ])("finds the calls that contain every word of %j", (query, count) => {
    expect(countCalls(groupCalls(api, query))).toBe(count);
  });

  it("shows no group without a call", () => {
    expect(groupCalls(api, "cancel").map(({ name }) => name)).toEqual(["Payments"]);
  });
});

describe("guide", () => {
  it("is split at its headings, each with an anchor", () => {
    const { opening, sections } = splitGuide("Hello\n\n## Signing in\n\nFirst\n\n## Amounts, times and ids\n\nSecond");
    expect(opening.trim()).toBe("Hello");
    expect(sections.map(({ id }) => id)).toEqual(["signing-in", "amounts-times-and-ids"]);
    expect(sections[0]?.text.trim()).toBe("First");
  });
});

describe("description of a field", () => {
  it.each([
    [{ type: ["string", "null"] }, "string or null"],
    [{ type: "string", format: "date-time" }, "time"],
    [{ items: { $ref: "#/components/schemas/Payment" } }, "array of Payment"],
    [{ anyOf: [{ type: "string" }, { type: "number" }] }, "string or number"],
    [{ const: "" }, '""'],
  ])("names the type of %j", (schema, typeName) => {
    expect(typeWords(schema)).toBe(typeName);
  });

  it("includes its values, limits and default", () => {
    expect(limitWords({ enum: ["all", "open"], default: "all" })).toEqual(["all, open", "all when left out"]);
    expect(limitWords({ minimum: 1, maximum: 500 })).toEqual(["1 to 500"]);
  });
});
