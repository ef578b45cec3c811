import { expect, it } from "vitest";
import { lazyPages } from "./lazy-pages.ts";

/** Returns the code of a route of which the router's plugin has split these parts off. */
function transformed(...parts: string[]): string {
  const { transform } = lazyPages("/app/src", [{ name: "first", routes: ["first"] }]);
  const code = parts.map((part) => `const ${part} = () => import("/app/src/routes/late.tsx?tsr-split=${part}");`).join("\n");
  const result = typeof transform === "function" ? Reflect.apply(transform, {}, [code, "/app/src/routes/late.tsx"]) : null;
  return String(Object(result).code);
}

it("asks twice for a page, which may be missing", () => {
  expect(transformed("component")).toContain('loadTwice(() => import("/app/src/lazy-pages.ts").then(({ pages }) => pages["late"]()))');
});

it("shows the error page of the first script in place of one that does not come", () => {
  const code = transformed("component", "errorComponent");
  expect(code).toContain('pages["late!errorComponent"]()), { errorComponent: PageError })');
  expect(code.match(/errorComponent: PageError/g)).toHaveLength(1);
  expect(code).toContain('import { PageError } from "/app/src/kit/shell/message-screen.tsx";');
});
