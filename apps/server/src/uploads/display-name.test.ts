import { describe, expect, it } from "vitest";
import { displayName } from "./display-name.ts";

describe("a file's display name", () => {
  it.each([
    ["water notice.pdf", "water notice.pdf"],
    ["../../etc/passwd.pdf", "passwd.pdf"],
    ["C:\\Users\\maya\\tap.jpg", "tap.jpg"],
    ["..", "document"],
    ["...pdf", "pdf"],
    ["", "document"],
    ["no\u0000tice\r\n.pdf", "notice.pdf"],
    ["photo\u202Egnp.exe", "photognp.exe"],
    ["zero\u200Bwidth\uFEFF.png", "zerowidth.png"],
    ["half\uD800.png", "half\uFFFD.png"],
    ["Übergabe-Protokoll 🔑.docx", "Übergabe-Protokoll 🔑.docx"],
  ])("of %j is %j", (fileName, expected) => expect(displayName(fileName)).toBe(expected));

  it("is cut to 120 characters and keeps its extension", () => {
    const expected = displayName(`${"ü".repeat(300)}.docx`);
    expect([...expected]).toHaveLength(120);
    expect(expected).toMatch(/^ü+…\.docx$/);
  });
});
