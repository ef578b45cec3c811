import { connectDatabase } from "@hearth/db/client";
import { makeMerchant } from "@hearth/db/testing/factories";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import { chargeFileLimits } from "@hearth/domain/rent/charge-file";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { longBodyBytes } from "../long-bodies.ts";
import { openSession } from "../features/auth/sessions/sessions.service.ts";
import { type MeteredServer, startMeteredServer } from "./metered-server.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: MeteredServer;
let landlord: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const connection = connectDatabase(database.url);
  const { owner } = await makeMerchant(connection.db);
  landlord = await openSession(connection.db, { userId: owner.id, kind: "auth", now: new Date(), origin: null });
  await connection.close();
  server = await startMeteredServer(database.url);
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

/** Posts JSON and returns the status of the answer. */
async function post(path: string, json: string, token?: string): Promise<number> {
  const headers = { "content-type": "application/json", ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${server.url}${path}`, { method: "POST", headers, body: json });
  await answer.arrayBuffer();
  return answer.status;
}

const heads = "Property,Unit,Kind,What for,Amount,Due\n";
/** The longest legal text of a charge file, made of one part. */
const longest = (part: string) => heads + part.repeat(Math.floor((chargeFileLimits.characters - heads.length) / part.length));
const wrongRows = (at: number) => `Nowhere ${at},Unit ${at},Rent,,one,someday\n`;
const cell = "é".repeat(Math.floor(chargeFileLimits.characters / chargeFileLimits.rows) - 40);

/** Files of charges that take the longest to read, with the status of the answer. */
const chargeFiles: Record<string, [csv: string, status: number]> = {
  "rows of two cells": [longest("a,\n"), 400],
  "blank rows": [longest(" \n"), 400],
  "empty lines": [longest("\n"), 400],
  "a header of commas": [",".repeat(chargeFileLimits.characters), 400],
  "an open quotation": [`${heads}"${"a".repeat(900_000)}`, 400],
  "quotation marks": [longest('""'), 400],
  "as many short rows as are allowed": [heads + " \na,\n".repeat(chargeFileLimits.rows), 200],
  "long rows": [heads + `Court,1,Fee,${cell},1.00,2026-12-31\n`.repeat(chargeFileLimits.rows), 200],
  "names of combining marks": [heads + `${"\u0301\u0323".repeat(2_400)},1,Fee,Key,1.00,2026-12-31\n`.repeat(200), 200],
  "rows that are wrong in every cell": [heads + Array.from({ length: chargeFileLimits.rows }, (_, at) => wrongRows(at)).join(""), 200],
};

/** The longest text of marks that a body of 64 KiB holds. */
const marks = "\u0301\u0323".repeat(16_000);

/** Bodies of the largest size that nobody signed in sends. */
const longBodies: Record<string, string> = Object.fromEntries(
  Object.entries({
    objects: `${"{},".repeat(longBodyBytes / 3 - 100)}0`,
    arrays: "[".repeat(longBodyBytes / 2 - 100) + "]".repeat(longBodyBytes / 2 - 100),
    members: `{${Array.from({ length: longBodyBytes / 16 }, (_, at) => `"k${at}":0`).join(",")}}`,
    texts: `${'"",'.repeat(longBodyBytes / 3 - 100)}0`,
  }).map(([name, content]) => [name, `{"csv":"\\"__proto__\\":","x":[${content}]}`]),
);

/** The requests that take the longest to read, with the status of the answer. */
const requests: Record<string, [send: () => Promise<number>, status: number]> = {
  ...Object.fromEntries(
    Object.entries(chargeFiles).flatMap(([name, [csv, status]]) => [
      [`rent.checkCharges, ${name}`, [() => post("/trpc/rent.checkCharges", JSON.stringify({ csv }), landlord), status]],
      [`rent.addCharges, ${name}`, [() => post("/api/rent/charges", JSON.stringify({ csv }), landlord), status === 200 ? 409 : status]],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(longBodies).flatMap(([name, body]) => [
      [`rent.checkCharges, a long body of ${name}`, [() => post("/trpc/rent.checkCharges", body), 413]],
      [`rent.addCharges over REST, a long body of ${name}`, [() => post("/api/rent/charges", body), 413]],
    ]),
  ),
  "auth.login, combining marks": [() => post("/trpc/auth.login", JSON.stringify({ email: marks, password: "x" })), 400],
  "auth.register over REST, combining marks": [() => post("/api/auth/register", JSON.stringify({ email: marks })), 400],
};

describe("the input that takes the longest to read", () => {
  it.each(Object.entries(requests))("holds the process for less than 100 ms of CPU time per turn: %s", async (name, [send, status]) => {
    const figures = await server.figuresIfHeld(name, async () => expect(await send()).toBe(status));
    expect(figures, JSON.stringify(figures)).toEqual([]);
  });
});
