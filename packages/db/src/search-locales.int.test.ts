import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { migrateDatabase, migrationsFolder } from "./migrate.ts";
import { properties } from "./schema/properties.ts";
import { users } from "./schema/users.ts";
import { searchText, userMatches, wordsMatch } from "./search.ts";
import { makeMerchant, makeUser } from "./testing/factories.ts";
import { createEmptyDatabase, type TestDatabase } from "./testing/test-database.ts";

/** The locale of `npm start`'s database, one as in PostgreSQL's image, and one in which `I` is not the capital of `i`. */
const locales = [
  ["C", "locale 'C'"],
  ["en-US", "locale_provider icu icu_locale 'en-US' locale 'C'"],
  ["tr-TR", "locale_provider icu icu_locale 'tr-TR' locale 'C'"],
] as const;

/** Names, each with the texts that must find it. */
const names = [
  ["Élodie Ünal", ["Élodie Ünal", "élodie ünal", "ÉLODIE ÜNAL", "odie Ü"]],
  ["İpek Işık", ["İpek", "ipek", "IPEK", "işık"]],
  ["Jonas Groẞ", ["groß", "GROẞ"]],
  ["Σοφός Κως", ["ΣΟΦΌΣ", "σοφόσ", "σοφός", "κωΣ"]],
  ["Иван Жуков", ["иван", "ЖУКОВ"]],
] as const;

describe.each(locales)("in a database in the locale %s", (_name, locale) => {
  let database: TestDatabase;
  let connection: DatabaseConnection;
  let merchantId: string;
  beforeAll(async () => {
    database = await createEmptyDatabase(undefined, locale);
    await migrateDatabase(database.url);
    connection = connectDatabase(database.url);
    merchantId = (await makeMerchant(connection.db)).merchant.id;
    for (const [name] of names) {
      const [firstName = "", lastName = ""] = name.split(" ");
      await makeUser(connection.db, { firstName, lastName });
      await connection.db.insert(properties).values({ merchantId, name, address: "" });
    }
  });
  afterAll(async () => {
    await connection.close();
    await database.close();
  });

  it.each(names)("finds %s in any case", async (name, typed) => {
    const { db } = connection;
    for (const text of typed) {
      const people = await db.select({ firstName: users.firstName, lastName: users.lastName }).from(users).where(userMatches(text));
      expect(
        people.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
        text,
      ).toEqual([name]);
      const places = await db
        .select({ name: properties.name })
        .from(properties)
        .where(wordsMatch(searchText(properties.name), text));
      expect(places, text).toEqual([{ name }]);
    }
  });

  it("refuses a property whose name differs from another only in case", async () => {
    const { db } = connection;
    const again = db.insert(properties).values({ merchantId, name: "ÉLODIE ÜNAL", address: "" });
    await expect(again).rejects.toMatchObject({ cause: { constraint_name: "properties_by_name_key" } });
  });
});

/** Returns when the migration with that name was made. */
async function momentOf(name: string): Promise<number> {
  const journal = JSON.parse(await readFile(join(migrationsFolder, "meta", "_journal.json"), "utf8"));
  return journal.entries.find(({ tag }: { tag: string }) => tag.endsWith(`_${name}`)).when;
}

it("renames the newer of two properties or units whose names collide after the migration", async () => {
  const database = await createEmptyDatabase(undefined, "locale 'C'");
  await migrateDatabase(database.url, (await momentOf("search_text")) - 1);
  const connection = connectDatabase(database.url);
  // In plain SQL, because the tables lack the columns of later migrations.
  const owner = await makeUser(connection.db);
  const [merchant] = await connection.sql<{ id: string }[]>`
    insert into merchants (owner_user_id, name, business_type, contact_name, email, phone_number, address)
    values (${owner.id}, 'Elm Street Lofts', 'apartment', 'Maya Ortiz', 'maya@example.com', '', '') returning id`;
  for (const name of ["École", "école", "Elm"])
    await connection.sql`insert into properties (merchant_id, name, address) values (${merchant?.id ?? ""}, ${name}, '')`;
  await migrateDatabase(database.url);
  const rows = await connection.db.select({ id: properties.id, name: properties.name }).from(properties).orderBy(properties.id);
  expect(rows.map(({ name }) => name)).toEqual(["École", `école (${rows[1]?.id.slice(-6)})`, "Elm"]);
  await connection.close();
  await database.close();
});
