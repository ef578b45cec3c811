import { connectDatabase } from "@hearth/db/client";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import { chargeFileLimits } from "@hearth/domain/rent/charge-file";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { longBodyBytes } from "../long-bodies.ts";
import { openSession } from "../features/auth/sessions/sessions.service.ts";
import { formType, writeForm } from "./dispute-fixture.ts";
import { makeDocx, makePdfWith } from "./documents.ts";
import { type MeteredServer, startMeteredServer } from "./metered-server.ts";
import { deflated, onePage, writePdf } from "./pdf-files.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: MeteredServer;
let landlord: string;
let payer: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const connection = connectDatabase(database.url);
  const { owner } = await makeMerchant(connection.db);
  landlord = await openSession(connection.db, { userId: owner.id, kind: "auth", now: new Date(), origin: null });
  payer = await openSession(connection.db, { userId: (await makeUser(connection.db)).id, kind: "auth", now: new Date(), origin: null });
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

/** Sends a document of a dispute and returns the status of the answer. No payment has the form's id, so it is never filed. */
async function upload(name: string, content: Buffer): Promise<number> {
  const fields = { paymentId: "pay_01h455vb4pex5vsknk084sn02q", reason: "other", amount: "1.00" };
  const headers = { "content-type": formType, authorization: `Bearer ${payer}` };
  const body = writeForm(fields, [{ name, content }]);
  const answer = await fetch(`${server.url}/api/disputes/create`, { method: "POST", headers, body: new Uint8Array(body) });
  await answer.arrayBuffer();
  return answer.status;
}

const heads = "Property,Unit,Kind,Description,Amount,Due\n";
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

/** Documents that take the longest to judge, with the status of the answer. */
const documents: Record<string, [name: string, content: Buffer, status: number]> = {
  "a Word document of 45 MB of relationships": [
    "a.docx",
    makeDocx(
      Array.from({ length: 45 }, (_, at) => {
        return { name: `word/_rels/${at}.rels`, content: `<Relationships>${'<Relationship Type="a"/>'.repeat(41_000)}</Relationships>` };
      }),
    ),
    422,
  ],
  "a Word document of 900 kB of relationships": [
    "a.docx",
    makeDocx([{ name: "word/_rels/a.rels", content: `<Relationships>${'<Relationship Type="a"/>'.repeat(37_000)}</Relationships>` }]),
    404,
  ],
  "a PDF of 19,999 streams": ["a.pdf", makePdfWith(`1 0 obj << /N 1 /T (${"x".repeat(200)}) >> stream\n`.repeat(19_999)), 404],
  "a PDF of 19,999 streams in base 85": ["a.pdf", makePdfWith("1 0 obj << /Filter /A85 >> stream\n".repeat(19_999)), 422],
  "a PDF of 19,999 streams in hex": ["a.pdf", makePdfWith(`1 0 obj << /Filter /AHx >> stream\n${"z".repeat(200)}`.repeat(19_999)), 404],
  "a PDF of 250,000 dictionaries": ["a.pdf", makePdfWith("1 0 obj << /A 1 >>".repeat(250_000)), 404],
  "a PDF that unpacks to 49 MB": [
    "a.pdf",
    writePdf([...onePage(), { value: "<< /N 1 /First 1 >>", stream: deflated(Buffer.alloc(49_000_000, "/Java")) }]),
    404,
  ],
};

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
  ...Object.fromEntries(
    Object.entries(documents).map(([name, [file, content, status]]) => [`disputes.create, ${name}`, [() => upload(file, content), status]]),
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
