import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { renderPage } from "./page.ts";
import { readState, type World } from "./state.ts";

const resolve = createRequire(import.meta.url).resolve;
const pageFolder = join(import.meta.dirname, "..", "page");

/** Files that the home page loads, all served from here. */
const files = [
  { url: "/page.css", type: "text/css; charset=utf-8", path: join(pageFolder, "page.css") },
  { url: "/window.js", type: "text/javascript; charset=utf-8", path: join(pageFolder, "window.js") },
  { url: "/page.js", type: "text/javascript; charset=utf-8", path: join(pageFolder, "page.js") },
  font("hanken-grotesk"),
  font("hepta-slab"),
];

/** Serves the home page and its files. */
export function addPage(app: FastifyInstance, world: World): void {
  app.get("/", async (_, reply) => reply.type("text/html; charset=utf-8").send(renderPage(await readState(world))));
  for (const { url, type, path } of files) {
    app.get(url, async (_, reply) => reply.type(type).send(await readFile(path)));
  }
}

function font(family: string) {
  const path = resolve(`@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`);
  return { url: `/fonts/${family}.woff2`, type: "font/woff2", path };
}
