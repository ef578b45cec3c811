import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { Mailbox } from "./mailbox.ts";
import { beSlow, type MailFaults, requireMailbox, requireThere } from "./mail-faults.ts";

const mostBytes = 10 * 1024 * 1024;

/** A mail server that takes everybody's mail, on 127.0.0.1 without encryption. Answers how to end it. */
export async function startMailServer(port: number, mailbox: Mailbox, faults: MailFaults): Promise<() => Promise<void>> {
  const server = new SMTPServer({
    name: "simulator.hearth.test",
    logger: false,
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    size: mostBytes,
    maxClients: 50,
    closeTimeout: 500,
    onConnect: (_session, done) => void answer(done, async () => requireThere(faults, Date.now())),
    onMailFrom: (_address, _session, done) => void answer(done, async () => requireThere(faults, Date.now())),
    onRcptTo: (_address, _session, done) => void answer(done, async () => requireMailbox(faults)),
    onData: (stream, { envelope }, done) =>
      void answer(done, async () => {
        const raw = await buffer(stream);
        await beSlow(faults);
        await mailbox.receive(
          raw,
          envelope.rcptTo.map(({ address }) => address),
        );
      }),
  });
  server.on("error", (error: Error) => console.error("The mail server:", error.message));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function answer(done: (error?: Error | null) => void, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}
