import { describe, expect, it } from "vitest";
import { addChosen } from "./documents-field.tsx";

const file = (name: string, size = 1_000, lastModified = 0) => ({ name, size, lastModified });
const many = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.png`));

describe("choosing documents", () => {
  it("adds new files to the chosen ones without duplicates", () => {
    const first = addChosen([], [file("a.pdf"), file("b.png")]);
    const second = addChosen(first.files, [file("b.png"), file("B.PNG"), file("b.png", 1_000, 7)]);
    expect(second.files.map(({ name }) => name)).toEqual(["a.pdf", "b.png", "B.PNG", "b.png"]);
    expect(second.problem).toBeNull();
  });

  it.each([
    [file("run.exe"), "run.exe is not a PDF, JPG, PNG, DOC or DOCX file"],
    [file("scan.pdf", 5 * 1024 * 1024 + 1), "scan.pdf is larger than 5MB"],
    [file("scan.pdf", 0), "scan.pdf is empty"],
  ])("rejects unacceptable files with a reason, and keeps the others: %j", (bad, problem) => {
    expect(addChosen([], [file("a.pdf"), bad, file("b.pdf")])).toEqual({ files: [file("a.pdf"), file("b.pdf")], problem });
  });

  it("accepts files up to exactly 5 MB, and at most ten", () => {
    expect(addChosen([], [file("scan.pdf", 5 * 1024 * 1024)]).problem).toBeNull();
    expect(addChosen([], many(10)).problem).toBeNull();
    expect(addChosen([], many(11))).toEqual({ files: many(10), problem: "Please attach at most 10 documents" });
    expect(addChosen([], many(3), 8).files).toHaveLength(2);
  });
});
