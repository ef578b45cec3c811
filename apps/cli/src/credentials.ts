import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { CommandFailure } from "./failure.ts";

const signIn = z.object({ email: z.string(), token: z.string() });
const content = z.record(z.string(), signIn);

/** A sign-in at a server. The token is a secret. */
export type SignIn = z.infer<typeof signIn>;

/** Sign-ins of this user, one per server, in a file that nobody else can read. */
export interface Credentials {
  find(server: string): Promise<SignIn | null>;
  /** Stores a sign-in. Null removes it. */
  save(server: string, entry: SignIn | null): Promise<void>;
}

/** Keeps sign-ins in a folder, which is created with the first one. */
export function createCredentials(folder: string): Credentials {
  const file = join(folder, "credentials.json");
  const read = async (): Promise<z.infer<typeof content>> => {
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
