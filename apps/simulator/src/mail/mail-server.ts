import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { Mailbox } from "./mailbox.ts";
import { delayMail, type MailFaults, requireMailbox, requireAvailable } from "./mail-faults.ts";

const maxBytes = 10 * 1024 * 1024;

/** A running mail server. */
export interface MailServer {
  /** Its address: `smtp://127.0.0.1:5125`. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a mail server that accepts mail for everybody, on 127.0.0.1 without encryption. Without a port it uses a free one. */
export async function startMailServer(port: number | undefined, mailbox: Mailbox, faults: MailFaults): Promise<MailServer> {
  const server = new SMTPServer({
    name: "simulator.hearth.test",
    logger: false,
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    size: maxBytes,
    maxClients: 50,
    closeTimeout: 500,
    onConnect: (_session, done) => void answer(done, async () => requireAvailable(faults, Date.now())),
    onMailFrom: (_address, _session, done) => void answer(done, async () => requireAvailable(faults, Date.now())),
    onRcptTo: (_address, _session, done) => void answer(done, async () => requireMailbox(faults)),
    onData: (stream, { envelope }, done) =>
      void answer(done, async () => {
        const raw = await buffer(stream);
        await delayMail(faults);
        await mailbox.receive(
          raw,
          envelope.rcptTo.map(({ address }) => address),
        );
      }),
  });
  server.on("error", (error: Error) => console.error("The mail server:", error.message));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port ?? 0, "127.0.0.1", resolve);
  });
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The mail server has no port");
  return { url: `smtp://127.0.0.1:${address.port}`, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function answer(done: (error?: Error | null) => void, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}
