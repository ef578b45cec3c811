import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { headOf, type PageHead, publicHeads, type Site, withHead } from "./page-heads.ts";
import { findPageRoute, type FirstLoads, withPreloads } from "./page-preloads.ts";

const squeeze = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A page as it is sent, in each encoding. */
export interface Page {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** The content of a page before its scripts have loaded, with the answers that the app would ask for first. */
export interface Opening {
  /** Class of the opening, for its styles. */
  name: string;
  html: string;
  answers: object;
}

/**
 * Body of a page with an opening of its own, in an encoding. The opening stands before the app's root, because moving it later would paint
 * it again. Compresses quickly, because it is sent once.
 */
export async function openPage({ plain }: Page, { name, html, answers }: Opening, encoding: "br" | "gzip" | "plain"): Promise<Buffer> {
  const data = JSON.stringify(answers).replaceAll("<", String.raw`\u003c`);
  const filled = plain
    .toString()
    .replace(/<div class="opening">.*?<\/div>/s, "")
    .replace("<body>", () => `<body><div class="opening ${name}"><p class="brand">Hearth</p>${html}<p class="about"></p></div>`)
    .replace("</head>", () => `<script type="application/json" id="first-answers">${data}</script></head>`);
  if (encoding === "br") return squeeze.br(filled, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return encoding === "gzip" ? squeeze.gzip(filled) : Buffer.from(filled);
}

/** Creates a function that returns the page at a path. Pages are cached: one for each distinct head and first load. */
export function pageMaker(html: string, site: Site, loads: FirstLoads): (path: string) => Promise<Page> {
  const made = new Map<string | null, Map<PageHead, Promise<Page>>>();
  return (path) => {
    const head = headOf(path);
    const load = findPageRoute(loads, path);
    const alike = made.get(load) ?? new Map<PageHead, Promise<Page>>();
    made.set(load, alike);
    const known = alike.get(head);
    if (known) return known;
    const page = makePage(withHead(load === null ? html : withPreloads(html, loads.get(load) ?? []), head, site));
    alike.set(head, page);
    return page;
  };
}

async function makePage(html: string): Promise<Page> {
  const plain = Buffer.from(html);
  const [br, gz] = await Promise.all([squeeze.br(plain), squeeze.gzip(plain)]);
  return { etag: `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`, plain, br, gzip: gz };
}

/** Chooses the best encoding that a client accepts. */
export function encodingFor(acceptEncoding: string | undefined): "br" | "gzip" | "plain" {
  const accepted = new Set(
    (acceptEncoding ?? "")
      .split(",")
      .filter((encoding) => !/;\s*q=0(\.0+)?\s*$/.test(encoding))
      .map((encoding) => encoding.split(";", 1)[0]?.trim()),
  );
  return accepted.has("br") ? "br" : accepted.has("gzip") ? "gzip" : "plain";
}

/** True for pages that search engines may list: not pages behind a link or a sign-in. */
export function isIndexable(path: string): boolean {
  return publicHeads.has(path);
}
