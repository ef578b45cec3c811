import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./launch/settings.ts";

// Measures how soon an editor shows that a procedure's changed answer breaks its users: `node scripts/editor-time.ts`. Talks to the compiler's language
// server as an editor does, renames a field of an answer in memory, and requests the errors of a screen, of a command, and of the type tests.

const answer = "apps/server/src/features/admin/people/merchants.view.ts";
const users = [
  "apps/web/src/areas/admin/merchants/merchant-page.tsx",
  "apps/cli/src/commands/merchants.ts",
  "packages/client/src/hearth-client.test-d.ts",
];

interface Message {
  id?: number;
  method?: string;
  params?: { items?: unknown[] };
  result?: { items?: { message: string }[] };
}

/** A connection to the language server: one request at a time. */
class LanguageServer {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #unread = Buffer.alloc(0);
  #lastId = 0;

  constructor() {
    const program = join(root, "node_modules", "typescript", "bin", "tsc");
    this.#process = spawn(process.execPath, [program, "--lsp", "-stdio"], { cwd: root, stdio: ["pipe", "pipe", "ignore"] });
    this.#process.stdout?.on("data", (chunk: Buffer) => this.#read(chunk));
  }

  ask(method: string, params: unknown): Promise<Message> {
    const id = ++this.#lastId;
    this.#send({ id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  tell(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  stop(): void {
    this.#process.kill();
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#process.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #read(chunk: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    for (let head = this.#unread.indexOf("\r\n\r\n"); head !== -1; head = this.#unread.indexOf("\r\n\r\n")) {
      const length = Number(/Content-Length: (\d+)/i.exec(this.#unread.toString("utf8", 0, head))?.[1]);
      const end = head + 4 + length;
      if (this.#unread.length < end) return;
      this.#take(JSON.parse(this.#unread.toString("utf8", head + 4, end)));
      this.#unread = this.#unread.subarray(end);
    }
  }

  /** Answers the server's requests for its configuration: there is none. */
  #take({ id, method, ...message }: Message): void {
    if (id === undefined) return;
    if (method === undefined) this.#waiting.get(id)?.(message);
    else this.#send({ id, result: message.params?.items?.map(() => null) ?? null });
  }
}

const uri = (file: string) => pathToFileURL(join(root, file)).href;
const server = new LanguageServer();

async function errorsOf(file: string): Promise<{ seconds: string; errors: number }> {
  const started = performance.now();
  const { result } = await server.ask("textDocument/diagnostic", { textDocument: { uri: uri(file) } });
  return { seconds: ((performance.now() - started) / 1000).toFixed(2), errors: result?.items?.length ?? 0 };
}

async function lookAtAll(when: string): Promise<void> {
  for (const file of users) {
    const { seconds, errors } = await errorsOf(file);
    process.stdout.write(`${when.padEnd(14)} ${seconds} s  ${errors} errors in ${file}\n`);
  }
}

const capabilities = { textDocument: { diagnostic: {} }, workspace: { configuration: true } };
await server.ask("initialize", { processId: process.pid, rootUri: uri("."), capabilities });
server.tell("initialized", {});
for (const [at, file] of [answer, ...users].entries()) {
  const languageId = file.endsWith("x") ? "typescriptreact" : "typescript";
  server.tell("textDocument/didOpen", {
    textDocument: { uri: uri(file), languageId, version: at, text: readFileSync(join(root, file), "utf8") },
  });
}
const original = readFileSync(join(root, answer), "utf8");
await lookAtAll("first look");
let version = 100;
for (const field of ["walletAddress", "phoneNumber", "contactName"]) {
  for (const text of [original.replaceAll(field, `${field}Renamed`), original]) {
    server.tell("textDocument/didChange", { textDocument: { uri: uri(answer), version: version++ }, contentChanges: [{ text }] });
    await lookAtAll(text === original ? "put back" : "field renamed");
  }
}
server.stop();
