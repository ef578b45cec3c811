import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendFailure } from "./errors.ts";
import type { Site } from "./page-heads.ts";
import { encodingFor, isIndexable, openPage, type Opening, type Page, pageMaker } from "./pages.ts";
import { readFirstLoads } from "./page-preloads.ts";

const yearSeconds = 31_536_000;
const hourSeconds = 3_600;

/** The page that returns from the exchange and reports to the window that opened it. The usual opener policy would cut that connection. */
const callbackPage = "wallet-callback";

/**
 * The page that checks records against a node of the visitor's choice, so it may connect to any. Its script policy is as strict as
 * elsewhere.
 */
const verifyPage = "verify";
const anyNode = "https: http://localhost:* http://127.0.0.1:*";

/**
 * Header of every answer, with the build that this process serves. A page compares it with its own (`<meta name="build">`) and offers to
 * reload. The built page names its first files by their hashes, so its own hash changes with every file.
 */
const buildHeader = "hearth-build";

/** Thrown when the folder of WEB_DIST contains no built web app. */
export class WebAppMissing extends Error {
  override name = "WebAppMissing";
}

/**
 * Serves the built web app: its files by their exact names as found at startup. Every path that could be a page gets `index.html` with the
 * page's own head. Compresses where the client accepts it. Files with a hash in their name are immutable; the page and the service worker
 * are revalidated each time. A page for which `findOpening` finds an opening is made for this request, and not stored. Dot files and source
 * maps are not served.
 */
export async function serveWebFiles(
  app: FastifyInstance,
  folder: string,
  { findOpening, ...site }: Omit<Site, "build"> & Pick<WebApp, "findOpening">,
): Promise<void> {
  const root = resolve(folder);
  const files = await listServedFiles(root).catch(() => new Set<string>());
  if (!files.has("index.html")) throw new WebAppMissing(`The web app is not built: there is no index.html in ${root}.`);
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false, index: false, preCompressed: true });
  const html = await readFile(join(root, "index.html"), "utf8");
  const build = createHash("sha256").update(html).digest("base64url").slice(0, 12);
  app.addHook("onRequest", async (_request, reply) => void reply.header(buildHeader, build));
  const pageAt = pageMaker(html, { ...site, build }, await readFirstLoads(root));
  const inline = { "script-src": hashInline(html, "script"), "style-src": hashInline(html, "style") };
  app.setNotFoundHandler((request, reply) => answerPage({ files, inline, pageAt, findOpening }, request, reply));
}

interface WebApp {
  files: Set<string>;
  /** Sources of the content security policy that allow the scripts and styles in the built page, by directive. */
  inline: Record<string, string>;
  pageAt: (path: string) => Promise<Page>;
  findOpening: (path: string) => Promise<Opening | null>;
}

async function answerPage(
  { files, inline, pageAt, findOpening }: WebApp,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = readPath(request.url);
  const isReading = request.method === "GET" || request.method === "HEAD";
  if (!isReading || path === null) return sendFailure(new HearthError("NOT_FOUND"), request, reply);
  if (path === "index.html") return reply.redirect("/", 308); // the page's file, at which the app has no page
  if (files.has(path)) return reply.header("cache-control", cacheControl(path)).sendFile(path);
  if (!couldBePage(path)) return sendFailure(new HearthError("NOT_FOUND"), request, reply);
  if (path === callbackPage) reply.header("cross-origin-opener-policy", "unsafe-none");
  for (const [directive, hashes] of Object.entries(inline)) changePolicy(reply, RegExp(`${directive} 'self'`), `$&${hashes}`);
  if (path === verifyPage) changePolicy(reply, /connect-src 'self'[^;]*/, `connect-src 'self' ${anyNode}`);
  const place = path.replace(/\/$/, "");
  if (!isIndexable(place)) reply.header("x-robots-tag", "noindex");
  const [page, opening] = await Promise.all([pageAt(place), findOpening(place)]);
  if (opening === null) return sendPage(page, request, reply);
  const encoding = acceptedEncoding(request, reply);
  return reply.send(await openPage(page, opening, encoding));
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ "cache-control": "no-cache", etag: page.etag });
  if (request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  return reply.send(page[acceptedEncoding(request, reply)]);
}

/** Chooses the encoding of a page, and sets the headers that name it. */
function acceptedEncoding(request: FastifyRequest, reply: FastifyReply): ReturnType<typeof encodingFor> {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  reply.header("vary", "accept-encoding").type("text/html; charset=utf-8");
  if (encoding !== "plain") reply.header("content-encoding", encoding);
  return encoding;
}

function changePolicy(reply: FastifyReply, directive: RegExp, changed: string): void {
  const policy = String(reply.getHeader("content-security-policy"));
  reply.header("content-security-policy", policy.replace(directive, changed));
}

/** Returns the sources that allow the scripts or styles in the built page, each after a space. No other inline code is allowed. */
function hashInline(html: string, tag: "script" | "style"): string {
  const elements = [...html.matchAll(RegExp(`<${tag}>(.*?)</${tag}>`, "gs"))];
  return elements.map(([, code = ""]) => ` 'sha256-${createHash("sha256").update(code).digest("base64")}'`).join("");
}

/** Returns the path without its first slash and its query; null where its escapes are invalid. */
function readPath(url: string): string | null {
  try {
    return decodeURIComponent(url.split("?", 1)[0] ?? "").slice(1);
  } catch {
    return null;
  }
}

/** True for a path that could be a page: no extension, no hidden part, and not of an interface. */
function couldBePage(path: string): boolean {
  const [first = "", ...rest] = path.split("/");
  const isInterface = ["api", "trpc", "health", "metrics", "assets"].includes(first.toLowerCase());
  return !isInterface && ![first, ...rest].some((part) => part.startsWith(".")) && !(rest.at(-1) ?? first).includes(".");
}

function cacheControl(path: string): string {
  if (path.endsWith(".html") || path === "sw.js") return "no-cache";
  return path.startsWith("assets/") ? `public, max-age=${yearSeconds}, immutable` : `public, max-age=${hourSeconds}`;
}

async function listServedFiles(root: string): Promise<Set<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const served = paths.map((path) => path.split(sep).join("/")).filter((path) => !/\.(map|br|gz)$/.test(path) && !/(^|\/)\./.test(path));
  return new Set(served);
}
