import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { type Harness, startHarness } from "../testing/harness.ts";
import { WebAppMissing } from "./web-files.ts";
import { hashWalletPage } from "./wallet-page-hash.ts";

const ownScript = "document.title;";
const ownStyle = "p{margin:0}";
const page =
  `<!doctype html><title>Hearth</title><script>${ownScript}</script><style>${ownStyle}</style>` +
  '<meta property="og:image" content="/card.png" /><meta name="contact" content="" /><meta name="wallet-page" content="" /><meta name="origin" content="" /></head><body><div class="opening"><p class="about"></p></div>';
const withCard = page
  .replace("/card.png", "https://hearth.example/card.png")
  .replace('contact" content="', 'contact" content="help@hearth.example')
  .replace('wallet-page" content="', `wallet-page" content="${hashWalletPage(new Map([["/index.html", Buffer.from("The wallet")]]))}`)
  .replace('origin" content="', 'origin" content="https://hearth.example');
let folder: string;
let harness: Harness;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hearth-web-"));
  const web = join(folder, "dist");
  await mkdir(join(web, "assets"), { recursive: true });
  await writeFile(join(folder, "secret.txt"), "outside");
  await writeFile(join(web, "index.html"), page);
  await writeFile(join(web, "first-loads.json"), JSON.stringify({ "/checkout/$reference": ["assets/app-3f2a.js"] }));
  await writeFile(join(web, "favicon.svg"), "<svg/>");
  await writeFile(join(web, "sw.js"), "1;");
  await writeFile(join(web, ".env"), "SECRET=1");
  await writeFile(join(web, "assets", "app-3f2a.js"), "1;");
  await writeFile(join(web, "assets", "app-3f2a.js.map"), "{}");
  await writeFile(join(web, "assets", "app-3f2a.js.br"), "brotli");
  await writeFile(join(web, "assets", "app-3f2a.js.gz"), "gzip");
  const wallet = join(folder, "wallet");
  await mkdir(wallet);
  await writeFile(join(wallet, "index.html"), "The wallet");
  const site = { PUBLIC_ORIGIN: "https://hearth.example", CONTACT_EMAIL: "help@hearth.example" };
  harness = await startHarness({
    env: { WEB_DIST: web, WALLET_DIST: wallet, WALLET_ORIGIN: "https://wallet.hearth.example", ...site },
  });
});
afterAll(async () => {
  await harness.close();
  await rm(folder, { recursive: true });
});

const get = (url: string) => harness.app.inject({ url });

describe("the page of a checkout", () => {
  it("shows whom to pay and how much before any script, and brings the first answers", async () => {
    const { payee } = await makeMerchant(harness.db, { name: 'Elm & Co </script><b title="x">' });
    const payment = await makePayment(harness.db, {
      ...(payee && { merchantId: payee.merchantId }),
      status: "pending",
      amountCents: 145_000,
    });
    const answer = await get(`/checkout/${payment.reference}`);
    expect([answer.statusCode, answer.headers["cache-control"], answer.headers.etag]).toEqual([200, "no-store", undefined]);
    expect(answer.body).toContain('<span class="title">Pay Elm &amp; Co &lt;/script>&lt;b title=&quot;x&quot;></span>');
    expect(answer.body).toContain('<span class="amount"><small>$</small>1,450.00</span>');
    const [, text = ""] = /id="first-answers">(.*?)<\/script>/.exec(answer.body) ?? [];
    const { serverTime: _, ...shown } = await harness.caller().payments.checkout({ reference: payment.reference });
    expect(JSON.parse(text)).toMatchObject({
      reference: payment.reference,
      checkout: shown,
      network: await harness.caller().payments.network(),
    });
  });

  it("names only the payee of one that cannot be paid, and is the ordinary page where there is no checkout", async () => {
    const { body } = await get(`/checkout/${(await makePayment(harness.db, { status: "cancelled" })).reference}`);
    expect(body).toContain('<span class="title">');
    expect(body).not.toContain('class="amount"');
    for (const path of [`/checkout/${"0".repeat(64)}`, `/checkout/${"0".repeat(64)}/more`, "/checkout/%00"]) {
      expect((await get(path)).body, path).not.toContain("first-answers");
    }
  });
});

describe("the web app", () => {
  it.each(["/bills/0123abcd", "/merchant/dashboard/", "/payment-pending?paymentId=pay_1.2", "/no/such/place"])(
    "is served for the page %s, and revalidated each time",
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body, answer.headers["cache-control"]]).toEqual([200, withCard, "no-cache"]);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    },
  );

  it("has the page's own title and description, and may be indexed where the page is public", async () => {
    for (const [url, title, about, robots] of [
      [
        "/",
        "Rent and bills in USDC",
        "Send rent in USDC, straight to your landlord's wallet. You both get a receipt that anyone can check.",
      ],
      ["/login?redirect=%2Fdashboard", "Sign in", "Sign in to pay what is due, and see where every payment stands."],
      ["/merchant/register/", "Create a merchant account", "Take rent and bills in USDC into your own wallet. Four short steps."],
      ["/bill/0123abcd", "Bill", "See the bill, and pay it in USDC.", "noindex"],
    ] as const) {
      const { body, headers } = await get(url);
      const named = withCard.replace("<title>Hearth", `<title>${title} · Hearth`).replace('"about">', `"about">${about}`);
      expect([body, headers["x-robots-tag"]], url).toEqual([named, robots]);
    }
    expect((await get("/dashboard")).headers["x-robots-tag"]).toBe("noindex");
  });

  it("is sent again only if it has changed", async () => {
    const { etag } = (await get("/login")).headers;
    const again = async (known: unknown) =>
      (await harness.app.inject({ url: "/login", headers: { "if-none-match": String(known) } })).statusCode;
    expect([await again(etag), await again('W/"another"')]).toEqual([304, 200]);
    expect((await get("/register")).headers.etag).not.toBe(etag);
  });

  it("answers HEAD, and refuses writing methods", async () => {
    expect((await harness.app.inject({ method: "HEAD", url: "/login" })).statusCode).toBe(200);
    expect((await harness.app.inject({ method: "POST", url: "/login", payload: {} })).statusCode).toBe(404);
  });

  it("lets clients cache files with a hash in their name for ever, and others for an hour", async () => {
    expect((await get("/assets/app-3f2a.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await get("/favicon.svg")).headers["cache-control"]).toBe("public, max-age=3600");
  });

  it("has the service worker revalidated each time", async () => {
    expect((await get("/sw.js")).headers["cache-control"]).toBe("no-cache");
  });

  it("serves the build's compressed files to clients that accept them", async () => {
    const ask = async (url: string, encodings: string) => {
      const { body, headers } = await harness.app.inject({ url, headers: { "accept-encoding": encodings } });
      return [body, headers["content-encoding"], headers["content-type"], headers["cache-control"]];
    };
    const script = [expect.stringContaining("javascript; charset=utf-8"), "public, max-age=31536000, immutable"];
    expect(await ask("/assets/app-3f2a.js", "gzip, deflate, br")).toEqual(["brotli", "br", ...script]);
    expect(await ask("/assets/app-3f2a.js", "gzip")).toEqual(["gzip", "gzip", ...script]);
    expect(await ask("/assets/app-3f2a.js", "identity")).toEqual(["1;", undefined, ...script]);
    expect(await ask("/favicon.svg", "br, gzip")).toEqual(["<svg/>", undefined, "image/svg+xml", "public, max-age=3600"]);
  });

  it("compresses a page as its client accepts", async () => {
    const read = async (encodings: string) => {
      const { rawPayload, headers } = await harness.app.inject({ url: "/dashboard", headers: { "accept-encoding": encodings } });
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(headers["content-encoding"])];
      return [headers["content-encoding"], (unpack ? unpack(rawPayload) : rawPayload).toString()];
    };
    expect(await read("gzip, deflate, br")).toEqual(["br", withCard]);
    expect(await read("gzip, br;q=0")).toEqual(["gzip", withCard]);
    expect(await read("identity")).toEqual([undefined, withCard]);
  });

  it("redirects from the name of its file to the first page", async () => {
    const { statusCode, headers } = await get("/index.html?from=a-bookmark");
    expect([statusCode, headers.location]).toEqual([308, "/"]);
  });

  it("allows by their hashes only the script and the styles in the built page, and on pages only", async () => {
    const allowedAt = async (url: string) => {
      const policy = String((await get(url)).headers["content-security-policy"]);
      return ["script-src", "style-src"].map((directive) => RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]);
    };
    const inline = [ownScript, ownStyle].map((code) => `'self' 'sha256-${createHash("sha256").update(code).digest("base64")}'`);
    const { reference } = await makePayment(harness.db, { status: "pending" });
    for (const url of ["/login", "/verify", "/no/such/place", `/checkout/${reference}`]) expect(await allowedAt(url), url).toEqual(inline);
    for (const url of ["/health/live", "/assets/app-3f2a.js", "/api/unknown"])
      expect(await allowedAt(url), url).toEqual(["'self'", "'self'"]);
  });

  it("lets only the page that checks records connect to any node, with the same script policy", async () => {
    const policyOf = async (url: string) => String((await get(url)).headers["content-security-policy"]);
    const connects = (policy: string) => /connect-src ([^;]*)/.exec(policy)?.[1];
    expect(connects(await policyOf("/verify"))).toBe("'self' https: http://localhost:* http://127.0.0.1:*");
    expect(connects(await policyOf("/login"))).not.toContain("https: ");
    const rest = async (url: string) => (await policyOf(url)).replace(/connect-src [^;]*/, "");
    expect(await rest("/verify")).toBe(await rest("/login"));
  });

  it.each([
    "/assets/app-3f2a.js.map",
    "/assets/app-3f2a.js.br",
    "/assets/app-3f2a.js.gz",
    "/assets/gone-0000.js",
    "/assets",
    "/assets/",
    "/.env",
    "/.git/config",
    "/.well-known/thing",
    "/robots.txt",
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/index.html%00",
    "/api",
    "/api/",
    "/API/merchants",
    "/api/unknown",
    "/%61pi/unknown",
    "/trpc",
    "/health/other",
  ])("is never the answer for %s, and neither is a file", async (url) => {
    const answer = await get(url);
    expect([400, 404], `${answer.statusCode}`).toContain(answer.statusCode);
    expect(answer.json()).toHaveProperty("code");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("keeps the opener of the window that returns from the exchange, and of no other", async () => {
    expect((await get("/wallet-callback?code=1")).headers["cross-origin-opener-policy"]).toBe("unsafe-none");
    for (const url of ["/", "/wallet-callback/more", "/dashboard"]) {
      expect((await get(url)).headers["cross-origin-opener-policy"], url).toBe("same-origin-allow-popups");
    }
  });

  it("fails with a sentence if it is not built", async () => {
    await expect(startHarness({ env: { WEB_DIST: join(folder, "nowhere") } })).rejects.toThrow(WebAppMissing);
  });
});
