import { expect, it } from "vitest";
import { typeOfName } from "./documents.ts";

it.each([
  ["lease.pdf", "pdf"],
  ["LEASE.PDF", "pdf"],
  ["photo.of.tap.jpeg", "jpg"],
  ["letter.docx", "docx"],
  ["letter.doc", "doc"],
  ["../../etc/notice.png", "png"],
  ["notice.pdf.exe", null],
  ["notice", null],
  [".pdf ", null],
  ["notice.constructor", null],
  ["", null],
] as const)("reads the name %j as %s", (name, type) => expect(typeOfName(name)).toBe(type));
