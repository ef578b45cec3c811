import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { sessions } from "@hearth/db/schema/sessions";
import { users } from "@hearth/db/schema/users";
import { makeUser } from "@hearth/db/testing/factories";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "./logger.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url, { poolSize: 1 });
});
afterAll(async () => {
  await connection.close();
  await database.close();
});

/** Returns the log line of a call that failed with a refused statement. */
async function lineOf(statement: Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const log = createLogger("info", { destination: { write: (line) => lines.push(line) } });
  await statement.then(
    () => expect.fail("The statement was not refused"),
    (error: unknown) => log.error({ err: new Error("A call failed", { cause: error }), path: "auth.login" }, "A call failed"),
  );
  return lines.join("");
}

// The values look like secrets, because Drizzle's and PostgreSQL's messages would repeat them.
describe("a failed statement in the log", () => {
  it("has its text and error code, without its values", async () => {
    const { email, passwordHash } = await makeUser(connection.db, { passwordHash: "s3cret-hash" });
    const logged = await lineOf(
      connection.db.insert(users).values({ email, passwordHash, firstName: "Sam", lastName: "S3cret", role: "user" }),
    );
    expect(logged).toContain("insert into");
    expect(logged).toMatch(/23505.*users_email_key|users_email_key.*23505/);
    for (const secret of [email, "s3cret-hash", "S3cret"]) expect(logged).not.toContain(secret);
  });

  it("does not repeat a value that PostgreSQL could not parse", async () => {
    const unreadable = await lineOf(connection.db.select().from(sessions).where(eq(sessions.id, "s3cret-token")));
    expect(unreadable).toContain("22P02");
    expect(unreadable).not.toContain("s3cret-token");
  });
});
