import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { CommandFailure } from "./failure.ts";

const signIn = z.object({ email: z.string(), token: z.string() });

/** A sign-in at a server. The token is a secret. */
export type SignIn = z.infer<typeof signIn>;

/** Entries of this user, one per server, in a file that nobody else can read. */
export interface Stored<Entry> {
  find(server: string): Promise<Entry | null>;
  /** Stores an entry. Null removes it. */
  save(server: string, entry: Entry | null): Promise<void>;
}
export type Credentials = Stored<SignIn>;

/** Keeps sign-ins in a folder, which is created with the first one. */
export function createCredentials(folder: string): Credentials {
  return createStore(folder, "credentials.json", z.record(z.string(), signIn));
}

/** Keeps the cookies by which servers know this device. Signing out does not delete them, and they give no access. */
export function createDeviceCookies(folder: string): Stored<string> {
  return createStore(folder, "devices.json", z.record(z.string(), z.string()));
}

function createStore<Entry>(folder: string, name: string, content: z.ZodType<Record<string, Entry>>): Stored<Entry> {
  const file = join(folder, name);
  const read = async (): Promise<Record<string, Entry>> => {
    const text = await readFile(file, "utf8").catch((error: unknown) => (isMissing(error) ? "{}" : Promise.reject(error)));
    const parsed = content.safeParse(parseJson(text));
    if (!parsed.success) throw new CommandFailure(`${file} cannot be read. Delete it and sign in again.`);
    return parsed.data;
  };
  return {
    find: async (server) => (await read())[server] ?? null,
    save: async (server, entry) => {
      const { [server]: _before, ...others } = await read();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const draft = `${file}.${randomUUID()}`;
      const text = JSON.stringify(entry === null ? others : { ...others, [server]: entry }, null, 2);
      await writeFile(draft, `${text}\n`, { mode: 0o600, flag: "wx" });
      await rename(draft, file);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
