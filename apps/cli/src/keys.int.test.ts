import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { exchangeAccounts } from "@hearth/db/schema/exchange-accounts";
import { secondFactors } from "@hearth/db/schema/second-factors";
import { makeExchangeAccount } from "@hearth/db/testing/exchange-factories";
import { makeUser } from "@hearth/db/testing/factories";
import { makeSecondFactor } from "@hearth/db/testing/second-factor-factories";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { createEncryption } from "@hearth/server/encryption";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Hearth, openHearth } from "./testing/run-hearth.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
let hearth: Hearth;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url);
  hearth = await openHearth("http://127.0.0.1:1");
});
afterAll(async () => {
  await Promise.all([hearth.close(), connection.close()]);
  await database.close();
});

const [old, fresh, foreign] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];

it("hearth keys rotate encrypts every secret with the new key, reports secrets that no key decrypts, and does nothing the second time", async () => {
  const { db } = connection;
  const before = createEncryption([old]);
  const user = await makeUser(db);
  const other = await makeUser(db);
  await makeSecondFactor(db, { userId: user.id, encryptedSecret: before.encrypt("app", `second factor of ${user.id}`) });
  await makeSecondFactor(db, {
    userId: other.id,
    encryptedSecret: createEncryption([foreign]).encrypt("lost", `second factor of ${other.id}`),
  });
  const tokens = `exchange tokens of ${user.id}`;
  const accounts = [
    { access: "access", refresh: "refresh", endedAt: null },
    { access: "ended access", refresh: "ended refresh", endedAt: new Date() },
  ];
  for (const { access, refresh, endedAt } of accounts) {
    const encrypted = { encryptedAccessToken: before.encrypt(access, tokens), encryptedRefreshToken: before.encrypt(refresh, tokens) };
    await makeExchangeAccount(db, { userId: user.id, endedAt, ...encrypted });
  }
  const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: [fresh, old].map((key) => key.toString("base64")).join(",") };
  const first = await hearth.run(["keys", "rotate"], { env });
  expect([first.code, first.stdout.trim().split("\n")]).toEqual([
    5,
    ["5 secrets were encrypted with the first key", "1 in second_factors.sealed_secret cannot be decrypted by any of the keys"],
  ]);
  const after = createEncryption([fresh]);
  const factors = await db.select().from(secondFactors);
  const mine = factors.find(({ userId }) => userId === user.id)?.encryptedSecret ?? "";
  expect(after.decrypt(mine, `second factor of ${user.id}`)).toBe("app");
  const rows = await db.select().from(exchangeAccounts);
  const storedSecrets = rows.flatMap((row) =>
    [row.encryptedAccessToken, row.encryptedRefreshToken].map((text) => after.decrypt(text ?? "", tokens)),
  );
  expect(storedSecrets.toSorted()).toEqual(["access", "ended access", "ended refresh", "refresh"]);
  expect((await hearth.run(["keys", "rotate"], { env })).stdout).toContain("0 secrets were encrypted");
});
