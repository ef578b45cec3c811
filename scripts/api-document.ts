import { describeApi } from "../apps/server/src/rest/openapi/document.ts";

/** Prints the OpenAPI description that a server at the given address serves at `/api/openapi.json`. */
process.stdout.write(JSON.stringify(describeApi(process.argv[2] ?? "http://localhost:5000")));
