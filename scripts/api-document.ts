import { describeApi } from "../apps/server/src/rest/openapi/document.ts";

/** Prints the description of the documented interface, as a server at that address answers it at `/api/openapi.json`. */
process.stdout.write(JSON.stringify(describeApi(process.argv[2] ?? "http://localhost:5000")));
