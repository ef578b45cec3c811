import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { freePort } from "@hearth/processes/free-port";
import { ZodError } from "zod";
import { addExchange } from "./exchange/exchange.ts";
import { addPage } from "./http/page-files.ts";
import { addRoutes, Refusal } from "./http/routes.ts";
import { addRpcProvider } from "./http/rpc-door.ts";
import { noFaults } from "./http/rpc-faults.ts";
import { createKnownAccounts, type World } from "./http/state.ts";
import { type LocalChain, startLocalChain } from "./local-chain.ts";
import { addMailbox } from "./mail/mailbox-pages.ts";
import { createMailbox } from "./mail/mailbox.ts";
import { noMailFaults } from "./mail/mail-faults.ts";
import { startMailServer } from "./mail/mail-server.ts";

/** Options for starting the simulator. */
export interface SimulatorOptions {
  /** A free port by default, like `chainPort` and `smtpPort`. */
  port?: number;
  chainPort?: number;
  smtpPort?: number;
  /** Keeps the chain across restarts. Without it everything is lost when it stops. */
  dataDir?: string;
  blockTimeSeconds?: number;
  /** Mines only on request. For tests. */
  manual?: boolean;
  /** The webhook that the onramp reports purchases to. None by default. */
  webhookUrl?: string;
}

/** The running simulator of the product's outside world. */
export interface Simulator {
  /** The address of the simulator's home page. */
  url: string;
  /** The node provider for the server: the chain with the current faults. */
  rpcUrl: string;
  /** The mail server. Its mails are shown at `url`/mailbox. */
  smtpUrl: string;
  chain: LocalChain;
  /** Stops everything that it started. */
  stop(): Promise<void>;
}

/** Starts the local chain with the node provider, the faucet and the home page in front of it, and the mail server, on 127.0.0.1. */
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
  addRpcProvider(app, deps.chain, deps.faults);
  addRoutes(app, deps);
  addPage(app, deps);
  await addExchange(app, { origin, chain: deps.chain, webhookUrl });
  return app;
}

/** Converts an error to a status and a message. Unexpected errors keep their own message, because only developers use this program. */
function explain(error: unknown): { status: number; message: string } {
  if (error instanceof ZodError) return { status: 400, message: error.issues[0]?.message ?? "The input is not understood." };
  if (error instanceof RangeError) return { status: 400, message: error.message };
  if (error instanceof Refusal) return { status: 409, message: error.message };
  if (error instanceof Error && "statusCode" in error && typeof error.statusCode === "number") {
    return { status: error.statusCode, message: error.message };
  }
  return { status: 500, message: error instanceof Error ? error.message : "Something went wrong." };
}
