import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { makeDoc, makeDocx, makeExe, makeJpg, makePdf, makePdfWith, makePng, makeRelations, makeZip } from "../testing/documents.ts";
import { judgeDocument } from "./judge-document.ts";

describe("a document", () => {
  it.each([
    ["notice.pdf", makePdf(), "pdf"],
    ["TAP.JPEG", makeJpg(), "jpg"],
    ["tap.png", makePng(), "png"],
    ["letter.doc", makeDoc(), "doc"],
    ["letter.docx", makeDocx(), "docx"],
  ] as const)("named %s is recognised by its content", async (name, content, type) =>
    expect(await judgeDocument(name, content)).toEqual({ type, danger: null }),
  );

  it.each([
    ["a program named .pdf", "notice.pdf", makeExe()],
    ["a PDF named .exe", "notice.exe", makePdf()],
    ["a PNG named .pdf", "tap.pdf", makePng()],
    ["a page of HTML named .pdf", "notice.pdf", Buffer.from("<html><script>alert(1)</script></html>")],
    ["an SVG named .png", "tap.png", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a spreadsheet or installer named .doc", "letter.doc", makeDoc("Workbook")],
    ["a new document under the old extension", "letter.doc", makeDocx()],
    ["any zip file named .docx", "letter.docx", makeZip([{ name: "run.exe" }])],
    ["half a zip", "letter.docx", makeDocx().subarray(0, 60)],
    ["a zip cut at its directory", "letter.docx", Buffer.concat([makeDocx().subarray(0, 40), makeDocx().subarray(-22)])],
    ["a zip with two entries of one name", "letter.docx", makeDocx([{ name: "word/document.xml" }])],
    ["nothing", "notice.pdf", Buffer.alloc(0)],
    ["a file without an extension", "notice", makePdf()],
  ] as const)("is refused: %s", async (_, name, content) => expect(await judgeDocument(name, content)).toBeNull());

  const megabytes = (count: number) => ({ name: "word/media/image1.bmp", content: Buffer.alloc(count * 1024 * 1024) });
  const entries = (count: number) => Array.from({ length: count - 2 }, (_, index) => ({ name: `${index}` }));
  const types = (type: string) => `<Types><Override PartName="/word/any.bin" ContentType="${type}"/></Types>`;
  const packed = (content: string | Buffer) => Buffer.concat([Buffer.from("stream\n"), deflateSync(content), Buffer.from("\nendstream")]);
  const pdfWith = (content: string | Buffer) => makePdfWith(packed(content));
  const scannersTest = ["X5O!P%@AP[4", "PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("\\");

  it.each([
    [
      "of exactly 2,000 entries and 50 MB",
      "a.docx",
      makeDocx([...entries(1_999), { ...megabytes(50), content: Buffer.alloc(50 * 1024 * 1024 - 400) }]),
    ],
    ["with a link that a reader has to press", "a.docx", makeDocx([makeRelations("hyperlink", "https://example.com")])],
    ["with a picture of its own", "a.docx", makeDocx([makeRelations("image", "media/image1.png", "Internal")])],
    ["that opens at a page", "a.pdf", makePdfWith("<< /OpenAction [3 0 R /Fit] >>")],
    ["with a packed page that speaks of JavaScript", "a.pdf", pdfWith("(On JavaScript) Tj")],
    [
      "with packed objects that do nothing",
      "a.pdf",
      makePdfWith(Buffer.concat([Buffer.from("5 0 obj << /Type /ObjStm /Filter /FlateDecode >> "), packed("<< /Type /Page >>")])),
    ],
  ] as const)("is accepted: one %s", async (_, name, content) => expect((await judgeDocument(name, content))?.danger).toBeNull());

  it.each([
    ["unpacks", "more than 50 MB", "a.docx", makeDocx([megabytes(51)])],
    ["unpacks", "more in an entry than it says", "a.docx", makeDocx([{ ...megabytes(1), claimedBytes: 10 }])],
    ["unpacks", "less in an entry than it says", "a.docx", makeDocx([{ name: "a", content: "a", claimedBytes: 10 }])],
    ["unpacks", "more than 2,000 entries", "a.docx", makeDocx(entries(2_001))],
    ["unpacks", "more than 50 MB", "a.pdf", pdfWith(Buffer.alloc(51 * 1024 * 1024))],
    [
      "unpacks",
      "more than 50 MB in two streams",
      "a.pdf",
      makePdfWith(Buffer.concat([packed(Buffer.alloc(2e7)), packed(Buffer.alloc(4e7))])),
    ],
    ["macros", "macros", "a.docx", makeDocx([{ name: "word/vbaProject.bin" }])],
    ["macros", "macros under another name", "a.docx", makeDocx([], types("application/vnd.ms-office.vbaProject"))],
    ["macros", "the type of one with macros", "a.docx", makeDocx([], types("application/vnd.ms-word.document.macro&#69;nabled.main+xml"))],
    ["macros", "a control", "a.docx", makeDocx([], types("application/vnd.ms-office.activeX+xml"))],
    ["macros", "macros of the old kind", "a.doc", Buffer.concat([makeDoc(), Buffer.from("_VBA_PROJECT", "utf16le")])],
    ["outside", "a template from elsewhere", "a.docx", makeDocx([makeRelations("attachedTemplate", "https://evil.example/a.dotm")])],
    [
      "outside",
      "a template from elsewhere, spelled otherwise",
      "a.docx",
      makeDocx([makeRelations("attachedTemplate", "//evil.example/a", "&#x45;xternal")]),
    ],
    ["outside", "a picture that is asked for elsewhere", "a.docx", makeDocx([makeRelations("image", "https://evil.example/seen.png")])],
    ["sealed", "entities of its own", "a.docx", makeDocx([], `<!DOCTYPE Types [<!ENTITY a "b">]><Types/>`)],
    [
      "sealed",
      "more relationships than a document has",
      "a.docx",
      makeDocx([1, 2].map((at) => ({ name: `word/_rels/${at}.rels`, content: `<Relationships>${" ".repeat(600_000)}</Relationships>` }))),
    ],
    ["sealed", "parts that are no XML", "a.docx", makeDocx([{ name: "word/_rels/a.xml.rels", content: "not so" }])],
    ["active", "a script", "a.pdf", makePdfWith("<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>")],
    ["active", "a script, spelled otherwise", "a.pdf", makePdfWith("<< /S/J#61va#53cript/JS(app.alert(1))>>")],
    ["active", "a script among packed objects", "a.pdf", pdfWith("<< /S /JavaScript >>")],
    ["active", "a program to start", "a.pdf", makePdfWith("<< /S /Launch /F (cmd.exe) >>")],
    ["sealed", "a password", "a.pdf", makePdfWith("<< /Encrypt 9 0 R >>")],
    ["sealed", "objects packed unusually", "a.pdf", makePdfWith("5 0 obj << /Type /ObjStm /Filter /ASCIIHexDecode >> stream\n2f4a53")],
    ["harmful", "the EICAR test file", "a.pdf", makePdfWith(scannersTest)],
    ["harmful", "the EICAR test file, packed", "a.docx", makeDocx([{ name: "word/embeddings/a.bin", content: scannersTest }])],
  ] as const)("is dangerous (%s): %s in %s", async (danger, _, name, content) => {
    expect(await judgeDocument(name, content)).toEqual({ type: name.slice(2), danger });
  });
});
