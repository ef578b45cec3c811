import { parseAst } from "vitest/node";

/** A text that people may read. */
export interface UserText {
  /** Its offset in the source. */
  at: number;
  /** Its words with single spaces. `{}` is a value that is inserted later. */
  text: string;
}

type Node = Record<string, unknown> & { type: string; start: number };

/** JSX attributes whose values only programs read. */
const technicalAttributes = new Set(["className", "id", "key", "htmlFor", "name", "rel", "role", "src", "style", "to", "type"]);

/** Objects whose methods write for operators. */
const operatorCalls = new Set(["log", "logger", "console", "process"]);

/** Errors of programs. Users read a `HearthError`, never one of these. */
const programErrors = new Set(["Error", "TypeError", "RangeError"]);

/** True for a text with a space or a capital letter at its start. `mail {}` is a key: one small word beside a value. */
const isForPeople = (text: string): boolean => /[a-z]/i.test(text) && /\S \S|^[A-Z]/.test(text) && !/^[a-z]+ \{\}$/.test(text);
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);
const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Lists the texts of TypeScript source that people may read: the text of JSX elements, and strings and templates that have a space or begin with
 * a capital letter. Leaves out imports, types, SQL, logs and programs' own errors.
 */
export function userTextsOf(source: string, lang: "ts" | "tsx"): UserText[] {
  const found: UserText[] = [];
  const add = (at: number, raw: string): void => {
    const text = raw.replaceAll(/\s+/g, " ").trim();
    if (isForPeople(text)) found.push({ at, text });
  };
  const visit = (node: Node): void => {
    if (isForPrograms(node)) return;
    let inner = Object.entries(node).flatMap(([, value]) => nodesOf(value));
    if (node.type === "Literal") add(node.start, stringOf(node["value"]));
    if (node.type === "TemplateLiteral") add(node.start, templateText(node));
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      const parts = nodesOf(node["children"]);
      add((parts.find(({ type }) => type === "JSXText") ?? node).start, parts.map(jsxText).join(""));
      inner = [...nodesOf(node["openingElement"]), ...parts.filter(({ type }) => type !== "JSXText")];
    }
    if (node.type === "Property") inner = nodesOf(node["value"]);
    inner.forEach(visit);
  };
  const program: unknown = parseAst(source, { lang, astType: "ts" });
  nodesOf(program).forEach(visit);
  return found;
}

/** Lists the texts of a Markdown or HTML page: its lines, without code. */
export function pageTextsOf(source: string): UserText[] {
  const prose = source.replaceAll(/```[\s\S]*?```|`[^`\n]*`|<(script|style)[\s\S]*?<\/\1>/g, (code) => code.replaceAll(/[^\n]/g, " "));
  return [...prose.matchAll(/^.*\S.*$/gm)].map((line) => ({ at: line.index, text: line[0].trim() }));
}

function templateText(node: Node): string {
  return nodesOf(node["quasis"])
    .map(({ value }) => (typeof value === "object" && value !== null && "cooked" in value ? stringOf(value.cooked) : ""))
    .join("{}");
}

function jsxText(node: Node): string {
  if (node.type === "JSXText") return stringOf(node["value"]).replaceAll("&apos;", "'");
  const [inner] = nodesOf(node["expression"]);
  return inner?.type === "Literal" && inner["value"] === " " ? " " : "{}";
}

function isForPrograms(node: Node): boolean {
  if (/^(Import|ExportAll|TS(?!AsExpression|SatisfiesExpression|NonNull))/.test(node.type)) return true;
  if (node.type === "TaggedTemplateExpression" || typeof node["directive"] === "string") return true;
  const [name] = nodesOf(node["name"]);
  if (node.type === "JSXAttribute")
    return technicalAttributes.has(stringOf(name?.["name"])) || stringOf(name?.["name"]).startsWith("data-");
  const [callee] = nodesOf(node["callee"]);
  if (callee === undefined) return false;
  return node.type === "NewExpression" ? programErrors.has(stringOf(callee["name"])) : operatorCalls.has(ownerOf(callee));
}

/** Returns the name of the object whose method is called: `log` of `deps.log.warn`. */
function ownerOf(callee: Node): string {
  const [object] = nodesOf(callee["object"]);
  if (object === undefined) return "";
  const [property] = nodesOf(object["property"]);
  return stringOf((property ?? object)["name"]);
}
