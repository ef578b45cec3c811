import { describeApi } from "../apps/server/src/rest/openapi/document.ts";

/** Prints the OpenAPI document that a server at that address returns at `/api/openapi.json`. */
process.stdout.write(JSON.stringify(describeApi(process.argv[2] ?? "http://localhost:5000")));
