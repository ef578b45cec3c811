import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChainUnavailable, ChainUnsure } from "@hearth/chain/chain-errors";
import { type ChainReader, createChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import { createTransport } from "nodemailer";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendUsdc } from "./chain-helpers.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { type Simulator, startSimulator } from "./simulator.ts";

const network = networks.local;
const { spare, relayer } = demoAccounts;
const [landlord] = demoAccounts.merchants;
let simulator: Simulator;
let reader: ChainReader;

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${simulator.url}${path}`, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const post = async (path: string, body: unknown) => {
  const response = await call("POST", path, body);
  return { status: response.status, body: await response.json() };
};
const pay = async () => {
  const hash = await sendUsdc(simulator.chain.rpcUrl, spare.privateKey, { to: landlord.address, usdcUnits: 1n });
  await simulator.chain.mine();
  return hash;
};

beforeAll(async () => {
  simulator = await startSimulator({ manual: true });
  reader = createChainReader({ network, rpcUrl: simulator.rpcUrl, timeoutMs: 1_000 });
  await simulator.chain.mintUsdc(spare.address, 1_000_000n);
  await simulator.chain.mine(20);
});
afterAll(() => simulator.stop());
beforeEach(() =>
  post("/faults", {
    rpcAwaySeconds: 0,
    rpcDelayMs: 0,
    rpcLagBlocks: 0,
    usdcPaused: false,
    relayerWithoutGas: false,
    mailAwaySeconds: 0,
    mailDelayMs: 0,
    mailRefused: false,
    unblacklist: landlord.address,
  }),
);

test("the home page shows the accounts and the chain, and loads nothing from elsewhere", async () => {
  const response = await call("GET", "/");
  const html = await response.text();
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  for (const { address } of [relayer, ...demoAccounts.merchants, spare]) expect(html).toContain(address);
  for (const [, path] of html.matchAll(/(?:href|src)="(\/[^"]*)"/g)) expect((await call("GET", path ?? "")).status, path).toBe(200);
  expect((await call("GET", "/fonts/hanken-grotesk.woff2")).headers.get("content-type")).toBe("font/woff2");
});

test("reports its health and the chain's height", async () => {
  expect(await (await call("GET", "/health")).json()).toEqual({ ok: true, head: Number(await simulator.chain.head()) });
  const faults = { rpcAwaySeconds: 0, rpcDelayMs: 0, rpcLagBlocks: 0, usdcPaused: false, relayerWithoutGas: false };
  expect(await (await call("GET", "/state")).json()).toMatchObject({ faults });
});

describe("the faucet", () => {
  test("gives USDC and gas, and the recipient appears on the home page", async () => {
    const { address } = privateKeyToAccount(`0x${"11".repeat(32)}`);
    const { status, body } = await post("/faucet", { address: address.toLowerCase(), usdc: "1450.25" });
    expect({ status, body }).toMatchObject({ status: 200, body: { address, usdc: "1450.25" } });
    expect(await reader.balanceOf(address)).toBe(1_450_250_000n);
    expect(await reader.nativeBalanceOf(address)).toBe(10n ** 18n);
    expect(await (await call("GET", "/")).text()).toContain(address);
  });

  test("may be called by any page of this machine, and by no other", async () => {
    const preflight = (origin: string) => call("OPTIONS", "/faucet", undefined, { origin, "access-control-request-method": "POST" });
    expect((await preflight("http://localhost:5000")).headers.get("access-control-allow-origin")).toBe("http://localhost:5000");
    expect((await preflight("http://localhost.evil.example")).headers.get("access-control-allow-origin")).toBeNull();
    expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
  });

  test.each([
    [{}, "That is not an address, or its checksum is wrong."],
    [{ address: "0x123" }, "That is not an address, or its checksum is wrong."],
    [{ address: spare.address.replace("d", "D") }, "That is not an address, or its checksum is wrong."],
    [{ address: spare.address, usdc: "1e3" }, "The amount is a plain number of dollars, above 0 and at most 1000000.00."],
    [{ address: spare.address, usdc: "0.00" }, "The amount is a plain number of dollars, above 0 and at most 1000000.00."],
    [{ address: spare.address, usdc: 5 }, "The amount is a plain number of dollars, above 0 and at most 1000000.00."],
    [{ address: spare.address, units: "5" }, 'Unrecognized key: "units"'],
  ])("refuses %o with a sentence", async (body, message) => {
    expect(await post("/faucet", body)).toEqual({ status: 400, body: { message } });
  });

  test("reports why it cannot fund a blacklisted address, or any address while USDC is paused", async () => {
    await post("/faults", { blacklist: landlord.address });
    expect(await post("/faucet", { address: landlord.address })).toEqual({
      status: 409,
      body: { message: "This address is blacklisted; USDC cannot be sent to it." },
    });
    await post("/faults", { unblacklist: landlord.address, usdcPaused: true });
    expect(await post("/faucet", { address: landlord.address })).toEqual({
      status: 409,
      body: { message: "USDC is paused; nothing can be sent." },
    });
  });
});

describe("the mailbox", () => {
  const send = (to: string) =>
    createTransport(simulator.smtpUrl).sendMail({
      from: "mail@hearth.test",
      to,
      subject: "A <receipt>",
      text: "Look: http://localhost:5000/payment-history",
      html: '<p>Look</p><script src="http://evil.example"></script>',
      attachments: [{ filename: "receipt.pdf", content: "%PDF-1.7" }],
    });

  test("accepts anybody's mail and shows it by recipient, escaped; the mail itself cannot run scripts", async () => {
    await send("maya@example.com");
    await send("noor@example.com");
    const listed = z.array(z.looseObject({ id: z.int() }));
    const mails = listed.parse(await (await call("GET", "/mails?to=Maya@example.com")).json());
    expect(mails).toMatchObject([
      { subject: "A <receipt>", to: ["maya@example.com"], attachments: [{ fileName: "receipt.pdf", bytes: 8 }] },
    ]);
    const id = mails[0]?.id;
    expect(await (await call("GET", "/mailbox?to=maya@example.com")).text()).not.toContain("noor@example.com");
    const page = await (await call("GET", `/mailbox/${id}`)).text();
    expect(page).toContain("A &lt;receipt&gt;");
    expect(page).toContain('<a href="http://localhost:5000/payment-history">');
    const html = await call("GET", `/mailbox/${id}/html`);
    expect(html.headers.get("content-security-policy")).toMatch(/^default-src 'none';.*sandbox(?!.*allow-scripts)/);
    const file = await call("GET", `/mailbox/${id}/attachments/0`);
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(await file.text()).toBe("%PDF-1.7");
    expect((await call("GET", "/mailbox/999999")).status).toBe(404);
  });

  test("refuses mail and is unavailable on request", async () => {
    await post("/faults", { mailRefused: true });
    await expect(send("refused@example.com")).rejects.toMatchObject({ responseCode: 550 });
    await post("/faults", { mailRefused: false, mailAwaySeconds: 60 });
    await expect(send("away@example.com")).rejects.toMatchObject({ responseCode: 421 });
    expect(await (await call("GET", "/mails?to=refused@example.com")).json()).toEqual([]);
  });
});

test("mines blocks on request", async () => {
  const before = await simulator.chain.head();
  expect(await post("/mine", { blocks: 3 })).toEqual({ status: 200, body: { head: Number(before) + 3 } });
  expect(await post("/mine", { blocks: 0 })).toMatchObject({ status: 400 });
  expect(await post("/mine", { blocks: 1.5 })).toMatchObject({ status: 400 });
});

test("reorganises, and keeps or loses the transactions", async () => {
  const earlier = await pay();
  const hash = await pay();
  const [before] = await reader.transfersInTx(hash);
  await post("/reorg", { depth: 2, keepTransactions: true });
  expect(await reader.transfersInTx(earlier)).toHaveLength(1);
  const [after] = await reader.transfersInTx(hash);
  expect(after?.txHash).toBe(hash);
  expect(after?.blockHash).not.toBe(before?.blockHash);
  await post("/reorg", { depth: 2 });
  expect(await reader.transfersInTx(hash)).toEqual([]);
  expect(await post("/reorg", { depth: 250 })).toMatchObject({ status: 400 });
});

describe("the node provider", () => {
  test("returns blocks that an old chain has archived", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "hearth-simulator-"));
    const read = <Result>(ask: (old: Simulator, by: ChainReader) => Promise<Result>) =>
      startSimulator({ manual: true, dataDir }).then((old) =>
        ask(old, createChainReader({ network, rpcUrl: old.rpcUrl })).finally(() => old.stop()),
      );
    try {
      const before = await read(async ({ chain }, by) => {
        await chain.mintUsdc(spare.address, 1_000_000n);
        await chain.mine(1_100);
        return by.block(50n);
      });
      await read(async (_, by) => {
        expect(await by.block(50n)).toEqual(before);
        expect(await by.block(2_000n)).toBeNull();
        expect(await by.transfersTo([spare.address], 0n, 50n)).toHaveLength(1);
        expect(await by.transfersTo([spare.address], 20n, 50n)).toEqual([]);
      });
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  test("is unavailable for the requested time", async () => {
    await post("/faults", { rpcAwaySeconds: 60 });
    await expect(reader.head()).rejects.toBeInstanceOf(ChainUnavailable);
    await post("/faults", { rpcAwaySeconds: 0 });
    expect((await reader.head()).number).toBe(await simulator.chain.head());
  });

  test("when unavailable, never makes an unverifiable signature count as wrong", async () => {
    await reader.head();
    const signature = await privateKeyToAccount(spare.privateKey).signMessage({ message: "mine" });
    await post("/faults", { rpcAwaySeconds: 60 });
    await expect(reader.verifyMessage({ address: landlord.address, message: "mine", signature })).rejects.toBeInstanceOf(ChainUnavailable);
  });

  test("when too slow, counts as unavailable", async () => {
    await post("/faults", { rpcDelayMs: 5_000 });
    await expect(reader.head()).rejects.toBeInstanceOf(ChainUnavailable);
  });

  test("when lagging, hides the newest blocks from every method", async () => {
    const hash = await pay();
    await simulator.chain.mine(2);
    const real = await reader.head();
    const [transfer] = await reader.transfersInTx(hash);
    await post("/faults", { rpcLagBlocks: 3 });
    const head = await reader.head();
    expect(head.number).toBe(real.number - 3n);
    expect(await reader.block(real.number)).toBeNull();
    expect(await reader.block(head.number)).toEqual(head);
    expect(await reader.transfersInTx(hash)).toEqual([]);
    expect(await reader.transfersTo([landlord.address], head.number, head.number)).toEqual([]);
    await expect(reader.transfersTo([landlord.address], head.number, real.number)).rejects.toBeInstanceOf(ChainUnsure);
    await post("/faults", { rpcLagBlocks: 0 });
    expect(await reader.transfersTo([landlord.address], head.number, real.number)).toEqual([transfer]);
  });

  test("when lagging, also shows the balances of that time", async () => {
    const before = await reader.balanceOf(landlord.address);
    await pay();
    await post("/faults", { rpcLagBlocks: 1 });
    expect(await reader.balanceOf(landlord.address)).toBe(before);
    await post("/faults", { rpcLagBlocks: 0 });
    expect(await reader.balanceOf(landlord.address)).toBe(before + 1n);
  });

  test("passes the chain's errors through", async () => {
    const answer = await post("/rpc", [
      { jsonrpc: "2.0", id: 7, method: "eth_nothing", params: [] },
      { jsonrpc: "2.0", id: 8, method: "eth_chainId" },
    ]);
    expect(answer.body).toMatchObject([
      { id: 7, error: { code: -32601 } },
      { id: 8, result: "0x14a34" },
    ]);
  });
});

test("takes the relayer's gas and gives it back", async () => {
  expect((await post("/faults", { relayerWithoutGas: true })).body).toMatchObject({ relayerWithoutGas: true });
  expect(await reader.nativeBalanceOf(relayer.address)).toBe(0n);
  expect((await post("/faults", { relayerWithoutGas: false })).body).toMatchObject({ relayerWithoutGas: false });
  expect(await reader.nativeBalanceOf(relayer.address)).toBeGreaterThan(0n);
});

test("pauses USDC and blacklists, as the reader then reports", async () => {
  expect((await post("/faults", { usdcPaused: true, blacklist: landlord.address })).body).toMatchObject({ usdcPaused: true });
  expect(await reader.isBlacklisted(landlord.address)).toBe(true);
});

test.each([
  ["POST", "/faults", { rpcAway: 5 }, 400],
  ["POST", "/faults", { rpcLagBlocks: -1 }, 400],
  ["POST", "/rpc", { nothing: true }, 400],
  ["GET", "/nowhere", undefined, 404],
])("answers %s %s with %o by %i and a sentence", async (method, path, body, status) => {
  const response = await call(method, path, body);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ message: expect.stringMatching(/\w/) });
});
