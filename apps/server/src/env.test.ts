import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnv } from "./env.ts";

const base = { DATABASE_URL: "postgres://hearth@127.0.0.1/hearth" };
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString("base64");
/** A complete environment for real money, except for a key. */
const live = { ...base, NETWORK: "base", PUBLIC_ORIGIN: "https://hearth.example", ADMIN_MFA: "required" };

describe("the configuration", () => {
  it("requires only a database, and treats an empty variable as missing", () => {
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

  it("refuses real money behind a loopback address", () => {
    const loopback = { ...live, RPC_URL: "http://localhost:5100/rpc" };
    expect(() => readEnv(loopback)).toThrow("money is real");
    expect(readEnv({ ...live, ENCRYPTION_KEY }).rpcUrls).toEqual([expect.stringMatching(/^https:/)]);
    const oneOfTwo = { ...live, ENCRYPTION_KEY, RPC_URLS: "https://one.example/v2/key, http://127.0.0.1:8545" };
    expect(() => readEnv(oneOfTwo)).toThrow("money is real");
  });

  it("requires https and administrators' second factor with real money", () => {
    const real = { ...live, ENCRYPTION_KEY };
    expect(() => readEnv({ ...real, PUBLIC_ORIGIN: "http://hearth.example" })).toThrow("PUBLIC_ORIGIN is no https address");
    expect(() => readEnv({ ...real, PUBLIC_ORIGIN: "" })).toThrow("PUBLIC_ORIGIN is no https address");
    expect(() => readEnv({ ...real, ADMIN_MFA: "optional" })).toThrow("Set ADMIN_MFA=required");
    expect(readEnv({ ...base, ENCRYPTION_KEY, NETWORK: "base-sepolia" }).adminsNeedSecondFactor).toBe(false);
  });

  it("offers passkey wallets only on a host that the app's pages cannot claim", () => {
    const real = { ...live, ENCRYPTION_KEY };
    for (const host of ["hearth.example", "example"])
      expect(() => readEnv({ ...real, WALLET_ORIGIN: `https://${host}` })).toThrow("WALLET_ORIGIN must be a host of its own");
    expect(() => readEnv({ ...real, WALLET_ORIGIN: "http://wallet.hearth.example" })).toThrow("WALLET_ORIGIN is no https address");
    expect(readEnv({ ...real, WALLET_ORIGIN: "https://wallet.hearth.example/" }).walletOrigin).toBe("https://wallet.hearth.example");
    expect(readEnv({ ...real, WALLET_DIST: "/pages" }).walletOrigin).toBeNull();
    expect(readEnv({ ...base, WALLET_DIST: "/pages" }).walletOrigin).toBe("http://wallet.localhost:5000");
  });

  it("requires verified TLS to a remote database with real money", () => {
    const real = { ...live, ENCRYPTION_KEY };
    const elsewhere = "postgres://hearth:secret@db.example/hearth";
    for (const mode of ["", "?sslmode=require", "?sslmode=disable", "?ssl=verify-full"])
      expect(() => readEnv({ ...real, DATABASE_URL: elsewhere + mode })).toThrow("Add sslmode=verify-full");
    expect(readEnv({ ...real, DATABASE_URL: `${elsewhere}?sslmode=verify-full` }).network).toBe("base");
    expect(() => readEnv({ ...real, DATABASE_READ_URL: elsewhere })).toThrow("DATABASE_READ_URL goes to another machine unprotected");
    expect(readEnv({ ...base, DATABASE_URL: elsewhere, NETWORK: "base-sepolia", ENCRYPTION_KEY }).network).toBe("base-sepolia");
  });

  it("accepts a scanner and a metrics token, and refuses invalid ones", () => {
    expect(readEnv(base)).toMatchObject({ clamdUrl: null, metricsToken: null });
    const given = { ...base, CLAMD_URL: "unix:///run/clamd.sock", METRICS_TOKEN: "for-prometheus-alone" };
    expect(readEnv(given)).toMatchObject({ clamdUrl: "unix:///run/clamd.sock", metricsToken: "for-prometheus-alone" });
    expect(() => readEnv({ ...base, CLAMD_URL: "http://127.0.0.1:3310" })).toThrow("CLAMD_URL: must be tcp://host:port or unix:///path");
    expect(() => readEnv({ ...base, METRICS_TOKEN: "short" })).toThrow("METRICS_TOKEN");
  });

  it("accepts one provider of the chain or several distinct ones", () => {
    const [one, two] = ["https://one.example/v2/key", "https://two.example/"];
    expect(readEnv({ ...base, RPC_URL: one }).rpcUrls).toEqual([one]);
    expect(readEnv({ ...base, RPC_URLS: `${one},\n ${two}`, RPC_URL: "https://passed.over" }).rpcUrls).toEqual([one, two]);
    expect(() => readEnv({ ...base, RPC_URLS: `${two} ${two}` })).toThrow("RPC_URLS: names one provider twice");
    expect(() => readEnv({ ...base, RPC_URLS: `${one}, two.example` })).toThrow("RPC_URLS");
  });

  it("allows disabled limits and the faucet on the local network only", () => {
    expect(readEnv({ ...base, RATE_LIMITS: "off" }).hasRateLimits).toBe(false);
    expect(() => readEnv({ ...base, RATE_LIMITS: "off", NETWORK: "base-sepolia" })).toThrow("allowed with NETWORK=local only");
    expect(readEnv({ ...base, NETWORK: "base-sepolia", ENCRYPTION_KEY, FAUCET_URL: "https://faucet.example" }).faucetUrl).toBeNull();
  });

  it("enables an exchange and an onramp by a complete pair of keys", () => {
    expect(readEnv(base)).toMatchObject({ exchange: null, onramp: null, onrampWebhookSecrets: [] });
    const exchange = { EXCHANGE_CLIENT_ID: "hearth", EXCHANGE_CLIENT_SECRET: "secret" };
    const { exchange: configured } = readEnv({ ...base, ...exchange });
    expect(configured).toMatchObject({ apiUrl: "https://api.coinbase.com", loginUrl: "https://login.coinbase.com", clientId: "hearth" });
    expect(() => readEnv({ ...base, EXCHANGE_CLIENT_ID: "hearth" })).toThrow("EXCHANGE_CLIENT_ID and EXCHANGE_CLIENT_SECRET");
    expect(readEnv({ ...base, ONRAMP_WEBHOOK_SECRETS: "new,old" }).onrampWebhookSecrets).toEqual(["new", "old"]);
  });

  it("reads any variable from the file of NAME_FILE, and refuses both at once", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "hearth-env-"));
    const file = join(folder.path, "key");
    await writeFile(file, `${ENCRYPTION_KEY}\n`);
    expect(readEnv({ ...base, ENCRYPTION_KEY_FILE: file }).encryptionKeys).toEqual([Buffer.alloc(32, 7)]);
    expect(() => readEnv({ ...base, ENCRYPTION_KEY_FILE: file, ENCRYPTION_KEY })).toThrow(
      "ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both given",
    );
    expect(() => readEnv({ ...base, METRICS_TOKEN_FILE: `${file}.gone` })).toThrow("METRICS_TOKEN_FILE: ");
  });

  it("makes admins' second factor optional or required", () => {
    expect(readEnv(base).adminsNeedSecondFactor).toBe(false);
    expect(readEnv({ ...base, ADMIN_MFA: "required" }).adminsNeedSecondFactor).toBe(true);
    expect(() => readEnv({ ...base, ADMIN_MFA: "yes" })).toThrow("ADMIN_MFA");
  });

  it("requires an encryption key and remote providers on every network but the local one", () => {
    expect(() => readEnv({ ...base, NETWORK: "base-sepolia" })).toThrow("ENCRYPTION_KEY is missing");
    const exchange = { EXCHANGE_CLIENT_ID: "hearth", EXCHANGE_CLIENT_SECRET: "secret" };
    const linked = { ...live, ...exchange };
    expect(() => readEnv(linked)).toThrow("ENCRYPTION_KEY is missing");
    expect(readEnv({ ...linked, ENCRYPTION_KEY }).encryptionKeys).toEqual([Buffer.alloc(32, 7)]);
    const two = `${Buffer.alloc(32, 8).toString("base64")},${ENCRYPTION_KEY}`;
    expect(readEnv({ ...linked, ENCRYPTION_KEY: two }).encryptionKeys).toEqual([Buffer.alloc(32, 8), Buffer.alloc(32, 7)]);
    expect(() => readEnv({ ...linked, ENCRYPTION_KEY: "too short" })).toThrow("ENCRYPTION_KEY: 32 bytes");
    expect(() => readEnv({ ...linked, ENCRYPTION_KEY, EXCHANGE_API_URL: "http://127.0.0.1:5100" })).toThrow("money is real");
  });

  it("gives the relayer's key to no process that only answers requests", () => {
    const web = { ...live, ENCRYPTION_KEY, ROLE: "web" };
    const key = { RELAYER_PRIVATE_KEY: `0x${"1".repeat(64)}` };
    const address = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
    expect(readEnv(web)).toMatchObject({ relayerPrivateKey: null, relayerSigner: null, relayerAddress: null });
    expect(readEnv({ ...web, RELAYER_ADDRESS: address })).toMatchObject({ relayerPrivateKey: null, relayerAddress: address });
    expect(() => readEnv({ ...web, ...key })).toThrow("Give this process RELAYER_ADDRESS instead");
    expect(() => readEnv({ ...web, RELAYER_SIGNER_URL: "https://signer.example.com", RELAYER_ADDRESS: address })).toThrow("only a worker");
    for (const ROLE of ["worker", "both"])
      expect(readEnv({ ...web, ...key, ROLE, RELAYER_ADDRESS: address })).toMatchObject({
        relayerPrivateKey: key.RELAYER_PRIVATE_KEY,
        relayerAddress: address,
      });
  });

  it("accepts a complete signer, webhook and pooler, and refuses incomplete ones", () => {
    const address = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
    const url = "https://signer.example.com";
    expect(readEnv({ ...base, RELAYER_SIGNER_URL: url, RELAYER_ADDRESS: address }).relayerSigner).toEqual({ url, address });
    expect(() => readEnv({ ...base, RELAYER_SIGNER_URL: url })).toThrow("give both");
    const key = { RELAYER_PRIVATE_KEY: `0x${"1".repeat(64)}` };
    expect(() => readEnv({ ...base, ...key, RELAYER_SIGNER_URL: url, RELAYER_ADDRESS: address })).toThrow("remove one");
    expect(() => readEnv({ ...base, RELAYER_ADDRESS: address })).toThrow("without RELAYER_PRIVATE_KEY or RELAYER_SIGNER_URL");
    expect(() => readEnv({ ...base, ...key, RELAYER_ADDRESS: address })).toThrow("is not the account of RELAYER_PRIVATE_KEY");
    expect(() => readEnv({ ...base, ALARM_WEBHOOK_URL: url })).toThrow("give both");
    const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
    expect(readEnv({ ...base, ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret }).alarmWebhook).toEqual({ url, secret });
    expect(readEnv(base).databaseDirectUrl).toBe(readEnv(base).databaseUrl);
    expect(readEnv({ ...base, DATABASE_DIRECT_URL: "postgres://direct/hearth" }).databaseDirectUrl).toBe("postgres://direct/hearth");
    expect(readEnv(base).databaseReadUrl).toBeNull();
    expect(readEnv({ ...base, DATABASE_READ_URL: "postgres://replica/hearth" }).databaseReadUrl).toBe("postgres://replica/hearth");
  });
});
