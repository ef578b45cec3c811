import type { FastifyInstance } from "fastify";
import { formatUnits, parseEther } from "viem";
import type { z } from "zod";
import { demoAccounts } from "../demo-accounts.ts";
import { faucetInput, faultsInput, mineInput, reorgInput } from "./inputs.ts";
import { readState, type World } from "./state.ts";

/** A valid request that cannot be fulfilled now. The message is for the person who sent it. */
export class Refusal extends Error {
  override name = "Refusal";
}

const localOrigin = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
const relayerGas = parseEther("10000");

/** Adds the home page's actions as JSON over HTTP. */
export function addRoutes(app: FastifyInstance, deps: World): void {
  const { chain } = deps;
  app.get("/health", async () => ({ ok: true, head: Number(await chain.head()) }));
  app.get("/state", async () => readState(deps));
  app.post("/mine", async (request) => {
    await chain.mine(mineInput.parse(request.body ?? {}).blocks);
    return { head: Number(await chain.head()) };
  });
  app.post("/reorg", async (request) => {
    const { depth, keepTransactions } = reorgInput.parse(request.body);
    await chain.reorg(depth, keepTransactions ? await chain.rawTransactions(depth) : []);
    return { head: Number(await chain.head()) };
  });
  app.post("/faults", async (request) => {
    await applyFaults(deps, faultsInput.parse(request.body));
    return (await readState(deps)).faults;
  });
  addFaucet(app, deps);
}

/** Adds the faucet. Any page of this machine may call it, because the checkout, on another origin, offers it too. */
function addFaucet(app: FastifyInstance, { chain, known }: World): void {
  app.addHook("onRequest", async (request, reply) => {
    const { origin } = request.headers;
    if (request.url !== "/faucet" || origin === undefined || !localOrigin.test(origin)) return;
    reply.headers({ "access-control-allow-origin": origin, "access-control-allow-headers": "content-type", vary: "Origin" });
  });
  app.options("/faucet", async (_, reply) => reply.code(204).send());
  app.post("/faucet", async (request) => {
    const { address, usdc } = faucetInput.parse(request.body);
    if (await chain.isBlacklisted(address)) throw new Refusal("This address is blacklisted; USDC cannot be sent to it.");
    if (await chain.isUsdcPaused()) throw new Refusal("USDC is paused; nothing can be sent.");
    const txHash = await chain.mintUsdc(address, usdc);
    await chain.fundGas(address, (await chain.gasBalance(address)) + parseEther("1"));
    known.add(address);
    return { address, usdc: formatUnits(usdc, 6), txHash };
  });
}

async function applyFaults({ chain, faults, mailFaults, known }: World, change: z.infer<typeof faultsInput>): Promise<void> {
  const { blacklist, unblacklist, usdcPaused, relayerWithoutGas } = change;
  if (change.rpcAwaySeconds !== undefined) faults.awayUntil = Date.now() + change.rpcAwaySeconds * 1000;
  faults.delayMs = change.rpcDelayMs ?? faults.delayMs;
  faults.lagBlocks = change.rpcLagBlocks ?? faults.lagBlocks;
  if (change.mailAwaySeconds !== undefined) mailFaults.awayUntil = Date.now() + change.mailAwaySeconds * 1000;
  mailFaults.delayMs = change.mailDelayMs ?? mailFaults.delayMs;
  mailFaults.refuses = change.mailRefused ?? mailFaults.refuses;
  if (usdcPaused !== undefined) await chain.setUsdcPaused(usdcPaused);
  if (relayerWithoutGas !== undefined) await chain.fundGas(demoAccounts.relayer.address, relayerWithoutGas ? 0n : relayerGas);
  for (const [address, isBlacklisted] of [[blacklist, true] as const, [unblacklist, false] as const]) {
    if (address === undefined) continue;
    await chain.setBlacklisted(address, isBlacklisted);
    known.add(address);
  }
}
