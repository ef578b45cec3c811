import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { userMatches } from "./search.ts";
import { users } from "./schema/users.ts";
import { makeUser } from "./testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const people = [
  ["Ann", "Lee", "ann.lee@mail.example"],
  ["Ann", "Lee", "ann.lee@post.example"],
  ["Leanne", "Oh", "leann.lee@mail.example"],
  ["Per", "100%", "50%_off@mail.example"],
  ["Bo", "X", "bo@mail.example"],
  ["José", "Núñez\\", "jose-nunez@mail.example.org"],
] as const;

let database: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url);
  for (const [firstName, lastName, email] of people) await makeUser(connection.db, { firstName, lastName, email });
});
afterAll(async () => {
  await connection.close();
  await database.close();
});

const found = async (text: string) => {
  const rows = await connection.db.select({ email: users.email }).from(users).where(userMatches(text));
  return rows.map(({ email }) => email).toSorted();
};
const having = (text: string) =>
  people
    .filter((person) => person.join(" ").toLowerCase().includes(text.toLowerCase()))
    .map(([, , email]) => email)
    .toSorted();

it.each([
  "ann.lee@mail",
  "ANN.LEE@",
  "lee ann.lee@post.example",
  "bo@mail",
  "@mail.example",
  "f@mail.example",
  "50%_off@m",
  "_off@mail",
  "zoe@mail",
])("finds exactly the users with %s in name and email", async (text) => {
  expect(await found(text)).toEqual(having(text));
});

it("finds exactly the users with a text in name and email, for any part of anybody's or none", async () => {
  const part = fc
    .tuple(fc.constantFrom(...people), fc.nat(), fc.nat(), fc.constantFrom("", "q", "@"))
    .map(([person, from, length, more]) => {
      const text = person.join(" ");
      const begin = from % text.length;
      return text.slice(begin, begin + 1 + (length % 24)) + more;
    });
  await fc.assert(
    fc.asyncProperty(part, async (text) => {
      expect(await found(text)).toEqual(having(text));
    }),
    { numRuns: 60 },
  );
});
