import { readdir } from "node:fs/promises";
import { Readable } from "node:stream";
import { disputeDocuments } from "@hearth/db/schema/dispute-documents";
import { disputes } from "@hearth/db/schema/disputes";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DisputeFixture, type FormFile, openDisputeFixture } from "../../testing/dispute-fixture.ts";
import { makeDocx, makeExe, makeJpg, makePdf, makePdfWith, makePng } from "../../testing/documents.ts";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { makeUploadId } from "../../uploads/upload-id.ts";
import { sweepUploads } from "./forget-uploads.ts";

let harness: Harness;
let fixture: DisputeFixture;
beforeAll(async () => {
  harness = await startHarness();
  fixture = await openDisputeFixture(harness);
});
afterAll(() => harness.close());

const maxBytes = 5 * 1024 * 1024;
const url = "/api/disputes/create";
const filing = async () => ({ paymentId: await fixture.paid(), reason: "No heating", amount: "64.20" });
const file = async (files: FormFile[], more: { key?: string; fields?: Record<string, string> } = {}) =>
  fixture.sendForm({ url, token: fixture.tokens.payer, fields: await filing(), files, ...more });
const stored = async () => (await readdir(harness.deps.env.uploads.folder).catch(() => [])).toSorted();
const known = async () => (await harness.db.select({ id: disputeDocuments.id }).from(disputeDocuments)).map(({ id }) => id).toSorted();

/** Each stored file belongs to a document, and each document has its file. */
const expectNothingLeft = async () => expect(await stored()).toEqual(await known());

describe("a form with documents", () => {
  it("files the dispute with all of them", async () => {
    const answer = await file([
      { name: "water notice.pdf", content: makePdf() },
      { name: "Küche 🔧.png", content: makePng() },
      { name: "TAP.JPEG", content: makeJpg() },
    ]);
    expect(answer.statusCode, answer.body).toBe(201);
    const { dispute } = answer.json();
    expect(dispute.documents.map((one: { originalName: string; type: string }) => [one.originalName, one.type])).toEqual([
      ["Küche 🔧.png", "png"],
      ["TAP.JPEG", "jpg"],
      ["water notice.pdf", "pdf"],
    ]);
    expect(dispute.documents[2]).toMatchObject({
      sizeBytes: 400,
      path: `/api/disputes/${dispute._id}/documents/${dispute.documents[2]._id}`,
    });
    await expectNothingLeft();
  });

  it("accepts ten files, and exactly five megabytes", async () => {
    const ten = await file(Array.from({ length: 10 }, (_, index) => ({ name: `${index}.png`, content: makePng() })));
    expect(ten.json().dispute.documents).toHaveLength(10);
    const large = await file([{ name: "scan.pdf", content: makePdf(maxBytes) }]);
    expect(large.json().dispute.documents[0].sizeBytes).toBe(maxBytes);
  });

  it.each([
    [
      "an eleventh file",
      () => Array.from({ length: 11 }, (_, index) => ({ name: `${index}.png`, content: makePng() })),
      413,
      "TOO_MANY_DOCUMENTS",
    ],
    ["one byte more than five megabytes", () => [{ name: "scan.pdf", content: makePdf(maxBytes + 1) }], 413, "DOCUMENT_TOO_LARGE"],
    ["a program named .pdf", () => [{ name: "notice.pdf", content: makeExe() }], 415, "DOCUMENT_TYPE_REFUSED"],
    ["a PDF named .exe", () => [{ name: "notice.exe", content: makePdf() }], 415, "DOCUMENT_TYPE_REFUSED"],
    [
      "a zip bomb",
      () => [{ name: "a.docx", content: makeDocx([{ name: "a", content: Buffer.alloc(51 * 1024 * 1024), claimedBytes: 10 }]) }],
      422,
      "DOCUMENT_DANGEROUS",
    ],
    ["an empty file", () => [{ name: "notice.pdf", content: Buffer.alloc(0) }], 415, "DOCUMENT_TYPE_REFUSED"],
    ["a file in another field", () => [{ name: "a.pdf", content: makePdf(), field: "avatar" }], 400, "VALIDATION"],
  ] as const)("with %s is refused completely", async (_, bad, status, code) => {
    const before = [await stored(), await harness.db.$count(disputes)];
    const answer = await file([{ name: "good.pdf", content: makePdf() }, ...bad()]);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect([await stored(), await harness.db.$count(disputes)]).toEqual(before);
  });

  it("names the invalid file in its field", async () => {
    const answer = await file([{ name: "notice.pdf", content: makeExe() }]);
    const message = "notice.pdf is not a PDF, JPG, PNG, DOC or DOCX file";
    expect(answer.json()).toEqual({ message, code: "DOCUMENT_TYPE_REFUSED", errors: { documents: message } });
  });

  it("names a file's danger in its field", async () => {
    const content = makePdfWith("<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>");
    const answer = await file([{ name: "notice.pdf", content }]);
    const message = "notice.pdf contains scripts, actions or other files. Please print it into a new PDF.";
    expect([answer.statusCode, answer.json()]).toEqual([422, { message, code: "DOCUMENT_DANGEROUS", errors: { documents: message } }]);
    await expectNothingLeft();
  });

  it("sanitizes file names: no paths, no control characters, limited length", async () => {
    const answer = await file([
      { name: "../../../etc/passwd.pdf", content: makePdf() },
      { name: `${"ü".repeat(300)}.pdf`, content: makePdf() },
      { name: "photo\u202Egnp.pdf", content: makePdf() },
    ]);
    const names = answer.json().dispute.documents.map(({ originalName }: { originalName: string }) => originalName);
    expect(names.toSorted()).toEqual(["passwd.pdf", "photognp.pdf", `${"ü".repeat(115)}….pdf`]);
    expect((await stored()).every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true);
  });

  it("stores nothing when the filing itself is refused", async () => {
    const content = makePdf();
    const wrong = [{ reason: "" }, { amount: "0" }, { paymentId: "nonsense" }, { status: "closed" }];
    for (const fields of wrong) {
      const answer = await file([{ name: "a.pdf", content }], { fields: { ...(await filing()), ...fields } as Record<string, string> });
      expect(answer.statusCode, JSON.stringify(fields)).toBeGreaterThanOrEqual(400);
    }
    await expectNothingLeft();
  });

  it("repeated under its key keeps the first files and deletes the others", async () => {
    const fields = await filing();
    const send = () => file([{ name: "a.pdf", content: makePdf() }], { key: "filing-with-files-1", fields });
    const [first, second] = [await send(), await send()];
    expect(second.json()).toEqual(first.json());
    expect(second.json().dispute.documents).toHaveLength(1);
    await expectNothingLeft();
  });

  it("of a stranger is refused without being read", async () => {
    const answer = await fixture.sendForm({ url, fields: await filing(), files: [{ name: "a.pdf", content: makePdf() }] });
    expect([answer.statusCode, answer.json().code]).toEqual([401, "UNAUTHENTICATED"]);
    await expectNothingLeft();
  });

  it("that is malformed, duplicated or too large is refused with our error messages", async () => {
    const authorization = `Bearer ${fixture.tokens.payer}`;
    const send = (type: string, payload: string) =>
      harness.app.inject({ method: "POST", url, headers: { authorization, "content-type": type }, payload });
    const part = (name: string, value: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const form = "multipart/form-data; boundary=x";
    const answers = [
      [await send("multipart/form-data", "nothing"), 400],
      [await send(form, "no form at all"), 400],
      [await send(form, part("reason", "half a form")), 400],
      [await send(form, '--x\r\nContent-Disposition: form-data; name="documents"; filename="a.pdf"\r\n\r\n%PDF-1.7 half a file'), 400],
      [await send(form, `${part("reason", "a")}${part("reason", "b")}--x--`), 400],
      [await send(form, `${part("__proto__", "a")}--x--`), 400],
      [await send(form, `${part("reason", "a".repeat(17_000))}--x--`), 413],
      [await send(form, `${Array.from({ length: 11 }, (_, index) => part(`f${index}`, "a")).join("")}--x--`), 413],
    ] as const;
    for (const [answer, status] of answers) {
      expect(answer.statusCode, answer.body).toBe(status);
      expect(Object.keys(answer.json())).toContain("code");
    }
  });
});

describe("updating with documents", () => {
  it("adds them, up to ten in all", async () => {
    const { dispute } = (await file([{ name: "first.pdf", content: makePdf() }])).json();
    const update = (count: number) =>
      fixture.sendForm({
        method: "PUT",
        url: `/api/disputes/${dispute._id}/update`,
        token: fixture.tokens.payer,
        fields: { reason: "Still no heating" },
        files: Array.from({ length: count }, (_, index) => ({ name: `${index}.png`, content: makePng() })),
      });
    const tooMany = await update(10);
    expect([tooMany.statusCode, tooMany.json()]).toEqual([
      413,
      expect.objectContaining({ code: "TOO_MANY_DOCUMENTS", message: "Please attach at most 10 documents" }),
    ]);
    const answer = await update(9);
    expect(answer.json()).toMatchObject({ reason: "Still no heating" });
    expect(answer.json().documents).toHaveLength(10);
    await expectNothingLeft();
  });
});

describe("a document", () => {
  it("can be downloaded by its payer, its merchant and administrators, always as an attachment", async () => {
    const { dispute } = (await file([{ name: "Küche (1).pdf", content: makePdf() }])).json();
    const [{ path }] = dispute.documents;
    for (const token of Object.values(fixture.tokens)) {
      const answer = await fixture.send("GET", path, token);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.equals(makePdf())).toBe(true);
      expect(answer.headers).toMatchObject({
        "content-type": "application/pdf",
        "content-length": "400",
        "content-disposition": "attachment; filename=\"K_che _1_.pdf\"; filename*=UTF-8''K%C3%BCche%20%281%29.pdf",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
    }
    expect((await fixture.send("HEAD", path, fixture.tokens.payer)).body).toBe("");
  });

  it("is NOT_FOUND for everybody else, and through another dispute", async () => {
    const { dispute } = (await file([{ name: "a.pdf", content: makePdf() }])).json();
    const { dispute: other } = (await file([])).json();
    const [{ path, _id }] = dispute.documents;
    const { owner } = await makeMerchant(harness.db);
    for (const user of [owner, await makeUser(harness.db)]) {
      const answer = await fixture.send("GET", path, await harness.signIn(user.id));
      expect([answer.statusCode, answer.json().message]).toEqual([404, "Dispute not found"]);
    }
    expect((await fixture.send("GET", path, null)).statusCode).toBe(401);
    const through = await fixture.send("GET", `/api/disputes/${other._id}/documents/${_id}`, fixture.tokens.payer);
    expect([through.statusCode, through.json().message]).toEqual([404, "Document not found"]);
  });

  it("without stored bytes is a 404 in JSON", async () => {
    const { dispute } = (await file([{ name: "a.pdf", content: makePdf() }])).json();
    const before = await known();
    for (const id of before) await harness.deps.uploads.remove(id);
    const answer = await fixture.send("GET", dispute.documents[0].path, fixture.tokens.payer);
    expect([answer.statusCode, answer.json().message]).toEqual([404, "This document is no longer there"]);
  });
});

describe("files of a killed process", () => {
  it("are swept after an hour, and nothing else is", async () => {
    const { dispute } = (await file([{ name: "a.pdf", content: makePdf() }])).json();
    const orphan = makeUploadId(harness.clock.now());
    await harness.deps.uploads.write(orphan, Readable.from(["left behind"]));
    expect(await sweepUploads(harness.deps)).toBe(0);
    harness.clock.advance({ hours: 1, minutes: 1 });
    expect(await sweepUploads(harness.deps)).toBe(1);
    expect(await stored()).not.toContain(orphan);
    expect((await fixture.send("GET", dispute.documents[0].path, fixture.tokens.payer)).statusCode).toBe(200);
  });
});
