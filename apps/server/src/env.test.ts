import { describe, expect, it } from "vitest";
import { readEnv } from "./env.ts";

const base = { DATABASE_URL: "postgres://hearth@127.0.0.1/hearth" };

describe("the configuration", () => {
  it("needs a database and nothing else, and takes an empty variable as none", () => {
    expect(readEnv({ ...base, PORT: "", RATE_LIMITS: "" })).toMatchObject({
      host: "127.0.0.1",
      port: 5000,
      publicOrigin: "http://localhost:5000",
      network: "local",
      hasRateLimits: true,
      trustProxyHops: 0,
    });
    expect(() => readEnv({})).toThrow("DATABASE_URL: is missing");
  });

  it("does not put real money behind an address on this machine", () => {
    const loopback = { ...base, NETWORK: "base", RPC_URL: "http://localhost:5100/rpc" };
    expect(() => readEnv(loopback)).toThrow("money is real");
    expect(readEnv({ ...base, NETWORK: "base" }).rpcUrl).toMatch(/^https:/);
  });

  it("switches the limits off on the local network only, and the faucet too", () => {
    expect(readEnv({ ...base, RATE_LIMITS: "off" }).hasRateLimits).toBe(false);
    expect(() => readEnv({ ...base, RATE_LIMITS: "off", NETWORK: "base-sepolia" })).toThrow("allowed with NETWORK=local only");
    expect(readEnv({ ...base, NETWORK: "base-sepolia", FAUCET_URL: "https://faucet.example" }).faucetUrl).toBeNull();
  });
});
