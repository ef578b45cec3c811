import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { freePort } from "@hearth/processes/free-port";
import { ZodError } from "zod";
import { addExchange } from "./exchange/exchange.ts";
import { addPage } from "./http/page-files.ts";
import { addRoutes, Refusal } from "./http/routes.ts";
import { addRpcDoor } from "./http/rpc-door.ts";
import { noFaults } from "./http/rpc-faults.ts";
import { createKnownAccounts, type World } from "./http/state.ts";
import { type LocalChain, startLocalChain } from "./local-chain.ts";
import { addMailbox } from "./mail/mailbox-pages.ts";
import { createMailbox } from "./mail/mailbox.ts";
import { noMailFaults } from "./mail/mail-faults.ts";
import { startMailServer } from "./mail/mail-server.ts";

/** How the simulator is started. */
export interface SimulatorOptions {
  /** Default: a free one, as with `chainPort` and `smtpPort`. */
  port?: number;
  chainPort?: number;
  smtpPort?: number;
  /** Keeps the chain over restarts. Without it everything is gone when it stops. */
  dataDir?: string;
  blockTimeSeconds?: number;
  /** No blocks but those that are asked for. For tests. */
  manual?: boolean;
  /** Where the onramp tells of purchases. Without it nobody is told. */
  webhookUrl?: string;
}

/** The outside world of the product, running. */
export interface Simulator {
  /** The address of the simulator's home page. */
  url: string;
  /** The node provider for the server: the chain, with the faults of the moment. */
  rpcUrl: string;
  /** The mail server, whose mails are at `url` with `/mailbox`. */
  smtpUrl: string;
  chain: LocalChain;
  /** Ends everything that it started. */
  stop(): Promise<void>;
}

/** Starts the local chain, and in front of it the node provider, the faucet and the home page, and the mail server beside it, on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = await freePort(), chainPort, smtpPort, dataDir, blockTimeSeconds, manual, webhookUrl = null } = options;
  const chain = await startLocalChain({
    ...(chainPort !== undefined && { port: chainPort }),
    ...(dataDir !== undefined && { statePath: join(dataDir, "state.gz") }),
    ...(blockTimeSeconds !== undefined && { blockTimeSeconds }),
    ...(manual !== undefined && { manual }),
  });
  const mailbox = createMailbox();
  const deps = { chain, faults: noFaults(), mailFaults: noMailFaults(), known: createKnownAccounts() };
  const mailServer = await startMailServer(smtpPort, mailbox, deps.mailFaults).catch(async (error: unknown) => {
    await chain.stop();
    throw error;
  });
  const stopBelow = () => Promise.all([mailServer.stop(), chain.stop()]);
  try {
    const app = await buildApp(deps, `http://localhost:${port}`, webhookUrl);
    addMailbox(app, mailbox);
    const url = await app.listen({ host: "127.0.0.1", port });
    return {
      url,
      rpcUrl: `${url}/rpc`,
      smtpUrl: mailServer.url,
      chain,
      stop: () => app.close().then(async () => void (await stopBelow())),
    };
  } catch (error) {
    await stopBelow();
    throw error;
  }
}

const pageSecurity =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

async function buildApp(deps: World, origin: string, webhookUrl: string | null): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true });
  app.removeContentTypeParser("text/plain");
  app.addHook("onSend", async (_, reply) => {
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", pageSecurity);
    reply.headers({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
  });
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ message: "There is nothing here. The home page lists what there is." }));
  app.setErrorHandler((error, _, reply) => {
    const { status, message } = explain(error);
    return reply.code(status).send({ message });
  });
  addRpcDoor(app, deps.chain, deps.faults);
  addRoutes(app, deps);
  addPage(app, deps);
  await addExchange(app, { origin, chain: deps.chain, webhookUrl });
  return app;
}

/** Says what was wrong in a sentence; what nobody foresaw keeps its own words, since this program has no strangers. */
function explain(error: unknown): { status: number; message: string } {
  if (error instanceof ZodError) return { status: 400, message: error.issues[0]?.message ?? "The input is not understood." };
  if (error instanceof RangeError) return { status: 400, message: error.message };
  if (error instanceof Refusal) return { status: 409, message: error.message };
  if (error instanceof Error && "statusCode" in error && typeof error.statusCode === "number") {
    return { status: error.statusCode, message: error.message };
  }
  return { status: 500, message: error instanceof Error ? error.message : "Something went wrong." };
}
