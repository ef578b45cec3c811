import { readFileSync } from "node:fs";
import { groupRows } from "../group-rows.ts";
import { restRows } from "../rows.ts";
import type { RestRow } from "../wire.ts";
import { modelSchema } from "./json-schema.ts";
import { models } from "./models.ts";
import { describeOperation } from "./operation.ts";
import { describeTags } from "./tags.ts";
import { errorSchema, listErrors } from "./refusals.ts";
import { type ApiDocument, type JsonSchema, verbOf } from "@hearth/domain/api-document";

/** The parts of a description that do not depend on the server's address, cached by rows. */
const described = new WeakMap<RestRow[], Pick<ApiDocument, "paths"> & { schemas: Record<string, JsonSchema> }>();

/** Describes the documented interface as OpenAPI 3.1, from the same rows that answer it. */
export function describeApi(publicOrigin: string, rows: RestRow[] = restRows): ApiDocument {
  const { paths, schemas } = described.get(rows) ?? describeRows(rows);
  return {
    openapi: "3.1.1",
    info: {
      title: "Hearth",
      version: "1.0.0",
      summary: "Pay rent and bills in USDC on Base",
      description: readFileSync(new URL("guide.md", import.meta.url), "utf8"),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicOrigin, description: "This server" }],
    tags: describeTags(rows),
    paths,
    components: {
      schemas,
      securitySchemes: {
        authToken: {
          type: "http",
          scheme: "bearer",
          description: "Returned by signing in or signing up. Works for the calls of consumers and merchants.",
        },
        adminToken: {
          type: "http",
          scheme: "bearer",
          description: "Returned by the admin sign-in. Works only for the calls of administrators.",
        },
      },
    },
    "x-errors": listErrors(),
  };
}

function describeRows(rows: RestRow[]) {
  const schemas: Record<string, JsonSchema> = { Error: errorSchema };
  for (const [name, schema] of Object.entries(models)) schemas[name] = modelSchema(schema);
  const description = { schemas, paths: describePaths(rows, schemas) };
  described.set(rows, description);
  return description;
}

function describePaths(rows: RestRow[], schemas: Record<string, JsonSchema>): ApiDocument["paths"] {
  const paths: ApiDocument["paths"] = {};
  for (const alternatives of groupRows(rows)) {
    const [{ method, path }] = alternatives;
    const verb = verbOf(method);
    paths[path] = { ...paths[path], [verb]: describeOperation(alternatives, schemas) };
  }
  return paths;
}
