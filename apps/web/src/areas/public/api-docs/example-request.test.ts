import type { ApiOperation } from "@hearth/domain/api-document";
import { describe, expect, it } from "vitest";
import { exampleRequest } from "./example-request.ts";

const described: ApiOperation = { operationId: "x", summary: "X", tags: [], security: [{ authToken: [] }], parameters: [], responses: {} };
const at = (method: string, path: string, operation: Partial<ApiOperation>) =>
  exampleRequest("https://hearth.example", { method, path, operation: { ...described, ...operation } });

describe("curl command of a call", () => {
  it("quotes characters that are special to a shell", () => {
    const content = { "application/json": { schema: {}, example: { reason: "It's cold" } } };
    expect(at("POST", "/api/disputes", { requestBody: { required: true, content } })).toContain(`"reason": "It'\\''s cold"`);
  });

  it("sends a form's required fields with example values, and a file", () => {
    const schema = { properties: { reason: {}, notes: {} }, required: ["reason"] };
    const content = { "multipart/form-data": { schema, example: { reason: "No heating", notes: "None" } } };
    const command = at("POST", "/api/disputes", { requestBody: { required: true, content } });
    expect(command).toContain("-F 'reason=No heating' \\\n  -F 'documents=@heating.pdf'");
    expect(command).not.toContain("notes");
  });

  it("saves a file under the server's name", () => {
    const responses = { 200: { description: "A file", content: { "application/pdf": { schema: {} } } } };
    expect(at("GET", "/api/receipt", { responses })).toContain("--remote-name --remote-header-name");
    expect(at("GET", "/api/list", {})).not.toContain("--remote");
  });
});
