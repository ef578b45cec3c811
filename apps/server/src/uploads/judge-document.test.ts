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
  const scannersTest = ["X5O!P%@AP[4", "PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("\\");

  const run = (content: string) => `<w:r>${content}</w:r>`;
  /** A field of Word: runs of its code, of which some are fields themselves, and its result. */
  const field = (...code: string[]) =>
    [
      run('<w:fldChar w:fldCharType="begin"/>'),
      ...code.map((part) => (part.startsWith("<w:r>") ? part : run(`<w:instrText xml:space="preserve">${part}</w:instrText>`))),
      run('<w:fldChar w:fldCharType="separate"/>'),
      run("<w:t>1</w:t>"),
      run('<w:fldChar w:fldCharType="end"/>'),
    ].join("");
  const page = (...content: string[]) => ({ name: "word/header1.xml", content: `<w:hdr xmlns:w="w">${content.join("")}</w:hdr>` });
  const utf16 = ({ content }: { content: string }) => ({ content: Buffer.from(`\ufeff${content}`, "utf16le") });

  it.each([
    [
      "of exactly 2,000 entries and 50 MB",
      "a.docx",
      makeDocx([...entries(1_999), { ...megabytes(50), content: Buffer.alloc(50 * 1024 * 1024 - 400) }]),
    ],
    ["with a link that a reader has to press", "a.docx", makeDocx([makeRelations("hyperlink", "https://example.com")])],
    ["with a picture of its own", "a.docx", makeDocx([makeRelations("image", "media/image1.png", "Internal")])],
    ["with a template of its own", "a.docx", makeDocx([makeRelations("attachedTemplate", "template.dotx", "Internal")])],
    [
      "with a page number and a sum",
      "a.docx",
      makeDocx([page(field("PAGE"), field("= ", field("NUMPAGES"), " - 1"), field("IF ", field("PAGE"), " = 1"))]),
    ],
    [
      "with a link to a page about DDE",
      "a.docx",
      makeDocx([page(field('HYPERLINK "https://example.com/dde auto"'), "<w:t>DDEAUTO cmd</w:t>")]),
    ],
    ["of two megabytes with a date", "a.docx", makeDocx([page(`<w:t>${"word ".repeat(400_000)}</w:t>`, field("DATE"))])],
    ["with a spreadsheet behind a chart", "a.docx", makeDocx([{ name: "word/embeddings/sheet1.xlsx", content: makeZip([{ name: "a" }]) }])],
    ["that is a PDF with a zip file behind its end", "a.pdf", Buffer.concat([makePdf(), makeZip([{ name: "run.exe" }])])],
    ["that is a photo with a zip file behind its end", "a.jpg", Buffer.concat([makeJpg(), makeDocx()])],
    ["that is a picture with a page of HTML behind its end", "a.png", Buffer.concat([makePng(), Buffer.from("<script>alert(1)</script>")])],
    ["that is a picture with a PDF behind its end", "a.png", Buffer.concat([makePng(), makePdfWith("<< /S /JavaScript /JS (a) >>")])],
  ] as const)("is accepted: one %s", async (_, name, content) => expect((await judgeDocument(name, content))?.danger).toBeNull());

  it.each([
    ["unpacks", "more than 50 MB", "a.docx", makeDocx([megabytes(51)])],
    ["unpacks", "more in an entry than it says", "a.docx", makeDocx([{ ...megabytes(1), claimedBytes: 10 }])],
    ["unpacks", "less in an entry than it says", "a.docx", makeDocx([{ name: "a", content: "a", claimedBytes: 10 }])],
    ["unpacks", "more than 2,000 entries", "a.docx", makeDocx(entries(2_001))],
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
    ["macros", "macros under a name in capitals", "a.docx", makeDocx([{ name: "word/VBAPROJECT.BIN" }])],
    [
      "macros",
      "the type of a template with macros",
      "a.docx",
      makeDocx([], types("application/vnd.ms-word.template.macroEnabledTemplate.main+xml")),
    ],
    ["macros", "an embedded program", "a.docx", makeDocx([], types("application/vnd.openxmlformats-officedocument.oleObject"))],
    ["macros", "an embedded document with macros", "a.docx", makeDocx([], types("application/vnd.ms-word.document.macroEnabled.12"))],
    ["outside", "a frame from elsewhere", "a.docx", makeDocx([makeRelations("frame", "https://evil.example/a.html")])],
    ["outside", "a program from elsewhere", "a.docx", makeDocx([makeRelations("oleObject", "mhtml:https://evil.example/a!x-usc:b")])],
    ["outside", "a file on a stranger's server", "a.docx", makeDocx([makeRelations("subDocument", "file://///evil/a.docx")])],
    ["outside", "a part of another kind", "a.docx", makeDocx([makeRelations("aFChunk", "a.mht", "Internal")])],
    [
      "outside",
      "a template from elsewhere, in UTF-16",
      "a.docx",
      makeDocx([
        {
          name: "word/_rels/a.rels",
          content: Buffer.from(`\ufeff${String(makeRelations("attachedTemplate", "https://a").content)}`, "utf16le"),
        },
      ]),
    ],
    ["sealed", "entities of its own", "a.docx", makeDocx([], `<!DOCTYPE Types [<!ENTITY a "b">]><Types/>`)],
    [
      "sealed",
      "more relationships than a document has",
      "a.docx",
      makeDocx([1, 2].map((at) => ({ name: `word/_rels/${at}.rels`, content: `<Relationships>${" ".repeat(600_000)}</Relationships>` }))),
    ],
    ["sealed", "parts that are no XML", "a.docx", makeDocx([{ name: "word/_rels/a.xml.rels", content: "not so" }])],
    [
      "macros",
      "a field that starts a program",
      "a.docx",
      makeDocx([page(field(String.raw`DDEAUTO c:\\windows\\system32\\cmd.exe "/k calc"`))]),
    ],
    ["macros", "one in the other form", "a.docx", makeDocx([page(`<w:fldSimple w:instr=' dde Excel Sheet1'/>`)])],
    ["macros", "one whose name is split over runs", "a.docx", makeDocx([page(field("D", "", "DE", "AUTO cmd"))])],
    ["macros", "one whose name is escaped", "a.docx", makeDocx([page(field("&#x44;&#68;<!-- -->E<![CDATA[AUTO]]> cmd"))])],
    ["macros", "one whose name another field makes", "a.docx", makeDocx([page(field(field("QUOTE 68 68 69"), " cmd"))])],
    ["macros", "one in a field that is allowed", "a.docx", makeDocx([page(field("IF 1 = 1 ", field("DDE cmd")))])],
    [
      "macros",
      "one in the foot of a page, in UTF-16",
      "a.docx",
      makeDocx([{ ...utf16(page(field("DDE cmd"))), name: "word/footer9.xml" }]),
    ],
    ["macros", "one behind two megabytes of text", "a.docx", makeDocx([page(`<w:t>${"word ".repeat(400_000)}</w:t>`, field("DDE cmd"))])],
    ["macros", "one of the old kind", "a.doc", Buffer.concat([makeDoc(), Buffer.from("\u0013 DDEAUTO cmd", "latin1")])],
    ["macros", "one of the old kind, in UTF-16", "a.doc", Buffer.concat([makeDoc(), Buffer.from("\u0013DDE cmd", "utf16le")])],
    ["sealed", "a field in XML that is not well formed", "a.docx", makeDocx([page(field("PAGE"), "<w:t")])],
    [
      "sealed",
      "an encoding that hides names",
      "a.docx",
      makeDocx([{ name: "word/a.xml", content: '<?xml version="1.0" encoding="utf-7"?><a/>' }]),
    ],
    ["active", "a script", "a.pdf", makePdfWith("<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>")],
    ["harmful", "the EICAR test file", "a.pdf", makePdfWith(scannersTest)],
    ["harmful", "the EICAR test file, packed", "a.docx", makeDocx([{ name: "word/embeddings/a.bin", content: scannersTest }])],
  ] as const)("is dangerous (%s): %s in %s", async (danger, _, name, content) => {
    expect(await judgeDocument(name, content)).toEqual({ type: name.slice(2), danger });
  });
});
