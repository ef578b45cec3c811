import { afterEach, describe, expect, it } from "vitest";
import { countTurns } from "../testing/count-turns.ts";
import { makeDocx, makeExe, makePdfWith } from "../testing/documents.ts";
import { createDocumentJudge, type DocumentJudge } from "./document-judge.ts";

let judge: DocumentJudge;
afterEach(() => judge.close());

/** A part of 900 kB with relationships that do no harm. */
const relationships = `<Relationships>${'<Relationship Type="a/hyperlink"/>'.repeat(27_000)}</Relationships>`;

describe("judging a document", () => {
  it("does not block this thread while the largest relationships are read", async () => {
    judge = createDocumentJudge();
    await judge.judge("a.pdf", makePdfWith(""));
    const judging = judge.judge("a.docx", makeDocx([{ name: "word/_rels/1.rels", content: relationships }]));
    expect(await countTurns(judging)).toBeGreaterThan(1_000);
    expect(await judging).toEqual({ type: "docx", danger: null });
  });

  it("returns no judgement for a file of no accepted type, and the danger of a dangerous one", async () => {
    judge = createDocumentJudge();
    expect(await judge.judge("notice.pdf", makeExe())).toBeNull();
    expect(await judge.judge("a.pdf", makePdfWith("<< /S /Launch /F (cmd.exe) >>"))).toEqual({ type: "pdf", danger: "active" });
  });

  it("fails files that wait when it is closed", async () => {
    judge = createDocumentJudge();
    await judge.close();
    await expect(judge.judge("a.pdf", makePdfWith(""))).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});
