import postgres from "postgres";
import { system } from "./hearth.ts";

/** Ages all sign-ins of an account by an hour. */
export async function ageSessions(email: string): Promise<void> {
  const sql = postgres(system.serverEnv["DATABASE_URL"] ?? "", { max: 1 });
  await sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = (select id from users where email = ${email})`;
  await sql.end();
}
