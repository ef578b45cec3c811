import { describe, expect, it } from "vitest";
import { makeDoc, makeDocx, makeExe, makeJpg, makePdf, makePng, makeZip } from "../testing/documents.ts";
import { judgeDocument } from "./judge-document.ts";

describe("a document", () => {
  it.each([
    ["notice.pdf", makePdf(), "pdf"],
    ["TAP.JPEG", makeJpg(), "jpg"],
    ["tap.png", makePng(), "png"],
    ["letter.doc", makeDoc(), "doc"],
    ["letter.docx", makeDocx(), "docx"],
  ] as const)("named %s is what its content is", async (name, content, type) => expect(await judgeDocument(name, content)).toBe(type));

  it.each([
    ["a program named .pdf", "notice.pdf", makeExe()],
    ["a PDF named .exe", "notice.exe", makePdf()],
    ["a PNG named .pdf", "tap.pdf", makePng()],
    ["a page of HTML named .pdf", "notice.pdf", Buffer.from("<html><script>alert(1)</script></html>")],
    ["an SVG named .png", "tap.png", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a spreadsheet or installer named .doc", "letter.doc", makeDoc("Workbook")],
    ["a new document under the old extension", "letter.doc", makeDocx()],
    ["any zip file named .docx", "letter.docx", makeZip([{ name: "run.exe" }])],
    ["a document with macros", "letter.docx", makeDocx([{ name: "word/vbaProject.bin" }])],
    ["a zip that would unpack to more than 50 MB", "letter.docx", makeDocx([{ name: "a", unpackedBytes: 50 * 1024 * 1024 + 1 }])],
    ["a zip of more than 2,000 entries", "letter.docx", makeDocx(Array.from({ length: 2_000 }, (_, index) => ({ name: `${index}` })))],
    ["half a zip", "letter.docx", makeDocx().subarray(0, 60)],
    ["a zip cut at its directory", "letter.docx", Buffer.concat([makeDocx().subarray(0, 40), makeDocx().subarray(-22)])],
    ["nothing", "notice.pdf", Buffer.alloc(0)],
    ["a file without an extension", "notice", makePdf()],
  ] as const)("is refused: %s", async (_, name, content) => expect(await judgeDocument(name, content)).toBeNull());

  it("of exactly 2,000 entries and 50 MB is taken", async () => {
    const many = Array.from({ length: 1_998 }, (_, index) => ({ name: `${index}`, unpackedBytes: index === 0 ? 50 * 1024 * 1024 : 0 }));
    expect(await judgeDocument("letter.docx", makeDocx(many))).toBe("docx");
  });
});
