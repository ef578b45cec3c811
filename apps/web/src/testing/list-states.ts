import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { breachesShown } from "./accessible.ts";
import { type Answers, answers, never } from "./answers.ts";
import { expectFits } from "./fits.ts";
import { onPhone, openPage } from "./render.tsx";

/** One answer of a list that comes page by page; the last page names no next one. */
interface ListPage<Row> {
  items: Row[];
  nextCursor: string | null;
  /** Some lists say how much of them is still to be looked at. */
  openCount: number;
}

interface ListUnderTest<Row> {
  /** What the list is called, for screen readers as well. */
  caption: string;
  /** The address of its page, who is signed in there, and what the rest of the page asks for. */
  path: string;
  signIn: () => void;
  around: Answers;
  /** Names the procedure of the list, to which this is the answer. */
  give: (answer: (() => ListPage<Row>) | typeof never) => Answers;
  /** The inputs with which the list was asked for so far. */
  asked: () => readonly { cursor?: string | undefined }[];
  /** What stands there instead of no rows. */
  empty: string;
  /** What is said when the list cannot be had. */
  failed: string;
  /** A usual row, and texts that are seen of it on every screen. */
  row: Row;
  shows: readonly string[];
  /** A row beside the usual one; the two make a filled list. */
  second: Row;
  /** A row with the longest of everything that the server takes, without a blank. */
  overlong: Row;
}

const pageOf = <Row>(items: Row[], nextCursor: string | null = null) => ({ items, nextCursor, openCount: items.length });

function refuse(): never {
  throw new HearthError("RATE_LIMITED");
}

/** Opens the page of a list in each state that a list can be in: loading, failed, empty, filled, with more to come, overlong. */
export function itShowsEachState<Row>(list: ListUnderTest<Row>): void {
  const { caption, path, signIn, around, give, asked, empty, failed, row, shows, second, overlong } = list;
  const table = page.getByRole("table", { name: caption });
  const rows = table.getByRole("row").filter({ has: page.getByRole("cell") });
  const open = (answer: Parameters<typeof give>[0]) => {
    answers(around);
    answers(give(answer));
    signIn();
    return openPage(path);
  };
  const tryAgain = page.getByRole("button", { name: "Try again" });
  const loadMore = page.getByRole("button", { name: "Load more" });

  describe(`the list ${caption}`, () => {
    it("says that it loads, and shows neither rows nor their absence", async () => {
      await open(never);
      await expect.element(page.getByRole("main").getByRole("status").filter({ hasText: "Loading" })).toBeInTheDocument();
      await expect.element(table).not.toBeInTheDocument();
      await expect.element(page.getByText(empty)).not.toBeInTheDocument();
    });

    it("says that it failed, and comes when it is tried again", async () => {
      await open(refuse);
      // A list that is asked for once more as soon as it is known how, has been.
      await expect.poll(() => asked().length).toBeGreaterThan(0);
      await expect.element(page.getByRole("main").getByRole("alert").getByText(failed, { exact: true })).toBeVisible();
      expect(await breachesShown(), "what axe finds where it failed").toEqual([]);
      answers(give(() => pageOf([row])));
      await tryAgain.click();
      await expect.element(table).toBeVisible();
      await expect.element(tryAgain).not.toBeInTheDocument();
    });

    it("says that there is nothing", async () => {
      await open(() => pageOf<Row>([]));
      await expect.element(page.getByText(empty)).toBeVisible();
      await expect.element(table).not.toBeInTheDocument();
    });

    it.each(["desktop", "phone"])(
      "shows its rows and the way to more on a %s; more that fails to come is said and comes at last",
      async (screen) => {
        if (screen === "phone") await onPhone();
        await open(() => pageOf([row], "next"));
        for (const text of shows) await expect.element(rows.first().getByText(text, { exact: false }).first()).toBeVisible();
        expect(rows.elements()).toHaveLength(1);
        // One row of several is not all of them, and nothing may say so.
        await expect.element(page.getByText(/^(The newest 1|1 of [\d,]+\+?) \w+s$/)).toBeVisible();
        answers(give(refuse));
        await loadMore.click();
        await expect.element(page.getByText(failed)).toBeVisible();
        expect(rows.elements()).toHaveLength(1);
        answers(give(() => pageOf([second])));
        await loadMore.click();
        await expect.poll(() => rows.elements().length).toBe(2);
        expect(asked().map(({ cursor }) => cursor)).toEqual([undefined, "next", "next"]);
        await expect.element(loadMore).not.toBeInTheDocument();
        await expect.element(page.getByText(failed)).not.toBeInTheDocument();
      },
    );

    it("fits a window of any width with the longest of everything", async () => {
      await open(() => pageOf([overlong, row], "next"));
      await expect.element(rows.first()).toBeVisible();
      await expectFits(table);
    });
  });
}

/** A word as long as a field allows, in wide letters and without a place where it could break. */
export function longWord(length: number): string {
  return "W".repeat(length);
}
