import { readdir, readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Env } from "../env.ts";
import { encodingFor } from "./pages.ts";
import { hashWalletPage } from "./wallet-page-hash.ts";

const types = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
]);
const suffixes = { br: ".br", gzip: ".gz", plain: "" };

/**
 * Serves the page of the passkey wallet on its own host, and nothing else there: a page or script of the app on that host could use the wallet's passkeys. The
 * page may be framed by the app alone, and may load and call nothing but its own files. Its few files are kept in memory. Returns their hash; null where this
 * server does not serve the page.
 */
export async function serveWalletPage(app: FastifyInstance, { walletOrigin, walletDist, publicOrigin }: Env): Promise<string | null> {
  if (walletOrigin === null) return null;
  const files = walletDist === null ? new Map<string, Buffer>() : await readWalletFiles(walletDist);
  const hash = hashWalletPage(files);
  const page = files.get("/index.html");
  if (page !== undefined) {
    files.set("/", Buffer.from(page.toString().replace('name="app-origin" content=""', `name="app-origin" content="${publicOrigin}"`)));
    for (const name of ["/index.html", "/index.html.br", "/index.html.gz"]) files.delete(name);
  }
  const headers = headersFor(walletOrigin, publicOrigin);
  const { host } = new URL(walletOrigin);
  app.addHook("onRequest", async (request, reply) => {
    if (request.host === host) return answer(files, request, reply.headers(headers).removeHeader("x-frame-options"));
  });
  return hash;
}

function headersFor(walletOrigin: string, appOrigin: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `frame-ancestors ${appOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    "content-security-policy": `${policy.join("; ")}; require-trusted-types-for 'script'`,
    // The page answers the window that opened it.
    "cross-origin-opener-policy": "unsafe-none",
    "permissions-policy": `camera=(), geolocation=(), microphone=(), publickey-credentials-create=(self), publickey-credentials-get=(self)`,
    ...(walletOrigin.startsWith("https:") && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}

function answer(files: Map<string, Buffer>, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split("?", 1)[0] ?? "/";
  const plain = files.get(path);
  if (plain === undefined || !["GET", "HEAD"].includes(request.method))
    return reply.code(404).type("text/plain; charset=utf-8").send("There is no such page.\n");
  const encoding = encodingFor(request.headers["accept-encoding"]);
  const packed = files.get(path + suffixes[encoding]);
  if (packed !== undefined && encoding !== "plain") reply.header("content-encoding", encoding);
  reply.header("vary", "accept-encoding").header("cache-control", path === "/" ? "no-cache" : "public, max-age=31536000, immutable");
  return reply.type(types.get(extname(path)) ?? "text/html; charset=utf-8").send(packed ?? plain);
}

/** Reads the files of the built page by their paths, such as `/assets/index-1a2b3c.js.br`. Empty where it is not built. */
export async function readWalletFiles(folder: string): Promise<Map<string, Buffer>> {
  const root = resolve(folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(paths.map(async (path) => [path.slice(root.length).replaceAll("\\", "/"), await readFile(path)] as const)),
  );
}
