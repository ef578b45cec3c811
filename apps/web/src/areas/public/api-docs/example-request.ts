import type { ApiOperation } from "@hearth/domain/api-document";
import { type Call, plainText } from "./api-outline.ts";

/** Builds a curl command that can be pasted into a terminal, with `$TOKEN` for the token. */
export function exampleRequest(origin: string, { method, path, operation }: Call): string {
  const lines = [`curl${method === "GET" ? "" : ` -X ${method}`} '${origin}${filledPath(path, operation)}'`];
  if (operation.security.length > 0) lines.push(`-H "Authorization: Bearer $TOKEN"`);
  if (answersFile(operation)) lines.push("--remote-name --remote-header-name");
  return [...lines, ...bodyLines(operation)].join(" \\\n  ");
}

/** True if the response is a file, which curl then saves under the server's name. */
function answersFile({ responses }: ApiOperation): boolean {
  const { content = {} } = responses["200"] ?? {};
  return Object.keys(content).length > 0 && !("application/json" in content);
}

function filledPath(path: string, { parameters }: ApiOperation): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const example = parameters.find((parameter) => parameter.in === "path" && parameter.name === name)?.example;
    return example === undefined ? whole : plainText(example);
  });
  const needed = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const query = needed.map(({ name, example }) => `${name}=${encodeURIComponent(plainText(example))}`).join("&");
  return query === "" ? filled : `${filled}?${query}`;
}

function bodyLines({ requestBody }: ApiOperation): string[] {
  const form = requestBody?.content["multipart/form-data"];
  if (form) {
    const fields = Object.entries(Object(form.example)).filter(([name]) => form.schema.required?.includes(name));
    return [...fields.map(([name, value]) => `-F ${quoted(`${name}=${plainText(value)}`)}`), "-F 'documents=@heating.pdf'"];
  }
  const json = requestBody?.content["application/json"];
  if (!json) return [];
  return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(json.example, null, 2).replaceAll("\n", "\n  "))}`];
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
