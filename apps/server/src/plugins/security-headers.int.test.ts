import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../testing/harness.ts";

let local: Harness;
let secure: Harness;
beforeAll(async () => {
  local = await startHarness({ env: { FAUCET_URL: "http://localhost:5100/faucet", BROWSER_RPC_URL: "http://localhost:8545" } });
  const network = { NETWORK: "base-sepolia", ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64") };
  const env = { ...network, PUBLIC_ORIGIN: "https://pay.hearth.test", BROWSER_RPC_URL: "https://rpc.example/v2/key" };
  secure = await startHarness({ env });
});
afterAll(async () => {
  await local.close();
  await secure.close();
});

function directives(header: unknown): Record<string, string> {
  const parts = String(header)
    .split(";")
    .map((part) => part.trim().split(" "));
  return Object.fromEntries(parts.map(([name = "", ...values]) => [name, values.join(" ")]));
}

describe("every answer", () => {
  it.each(["/health/live", "/api/merchants", "/api/unknown", "/trpc/auth.me", "/trpc/auth.secret", "/unknown", "/api/payments/status/%zz"])(
    "of %s has the security headers and is not cached",
    async (url) => {
      const { headers } = await local.app.inject({ url });
      expect(headers["cache-control"]).toContain("no-store");
      if (url.includes("%zz")) return;
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin-allow-popups",
      });
      expect(headers["permissions-policy"]).toContain("camera=()");
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it("allows only own scripts and styles, the addresses it calls, and no framing", async () => {
    const policy = directives((await local.app.inject({ url: "/health/live" })).headers["content-security-policy"]);
    expect(policy).toMatchObject({
      "default-src": "'self'",
      "script-src": "'self'",
      "style-src": "'self'",
      "frame-ancestors": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
    });
    expect(policy["connect-src"]).toMatch(/^'self' http:\/\/localhost:8545 http:\/\/localhost:5100 https:\/\/keys.coinbase.com/);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*|nonce/);
  });

  it("sends HSTS only over HTTPS, and never reveals the RPC's key", async () => {
    const insecure = (await local.app.inject({ url: "/health/live" })).headers;
    const { headers } = await secure.app.inject({ url: "/health/live" });
    expect(insecure["strict-transport-security"]).toBeUndefined();
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    expect(directives(headers["content-security-policy"])["connect-src"]).toContain("'self' https://rpc.example https://keys.coinbase.com");
  });
});
