import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { axeViolations } from "./accessible.ts";
import { type Answers, answers, never } from "./answers.ts";
import { expectFits } from "./fits.ts";
import { onPhone, openPage } from "./render.tsx";

/** A page of a paginated list. The last page has no cursor. */
interface ListPage<Row> {
  items: Row[];
  nextCursor: string | null;
  /** Some lists also return the number of open items, or that a search is cut. */
  openCount: number;
  isCut: boolean;
}

interface ListUnderTest<Row> {
  /** Accessible name of the list. */
  caption: string;
  /** Path of its page, the sign-in, and the answers for the rest of the page. */
  path: string;
  signIn: () => void;
  around: Answers;
  /** Builds the mock answer of the list's procedure. */
  give: (answer: (() => ListPage<Row>) | typeof never) => Answers;
  /** Inputs of the list's calls so far. */
  requests: () => readonly { cursor?: string | undefined }[];
  /** Text of the empty list. */
  empty: string;
  /** Message if the list could not be loaded. */
  failed: string;
  /** A usual row, and texts of it that every screen shows. */
  row: Row;
  shows: readonly string[];
  /** Second row of a filled list. */
  second: Row;
  /** A row with the longest values that the server accepts, without spaces. */
  overlong: Row;
}

const pageOf = <Row>(items: Row[], nextCursor: string | null = null) => ({ items, nextCursor, openCount: items.length, isCut: false });

function refuse(): never {
  throw new HearthError("RATE_LIMITED");
}

/** Tests the page of a list in each state: loading, failed, empty, filled, partially loaded and with the longest values. */
export function itShowsEachState<Row>(list: ListUnderTest<Row>): void {
  const { caption, path, signIn, around, give, requests, empty, failed, row, shows, second, overlong } = list;
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
    it("shows a loading state, without rows or an empty state", async () => {
      await open(never);
      await expect.element(page.getByRole("main").getByRole("status").filter({ hasText: "Loading" })).toBeInTheDocument();
      await expect.element(table).not.toBeInTheDocument();
      await expect.element(page.getByText(empty)).not.toBeInTheDocument();
    });

    it("shows an error, and loads on a retry", async () => {
      await open(refuse);
      // By now a list that is requested twice has made its second request.
      await expect.poll(() => requests().length).toBeGreaterThan(0);
      await expect.element(page.getByRole("main").getByRole("alert").getByText(failed, { exact: true })).toBeVisible();
      expect(await axeViolations(), "axe violations in the error state").toEqual([]);
      answers(give(() => pageOf([row])));
      await tryAgain.click();
      await expect.element(table).toBeVisible();
      await expect.element(tryAgain).not.toBeInTheDocument();
    });

    it("shows the empty state", async () => {
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
        // One of several rows must not be described as all of them.
        await expect.element(page.getByText(/^(The (newest|first) \w+|1 of [\d,]+\+? \w+s)$/)).toBeVisible();
        answers(give(refuse));
        await loadMore.click();
        await expect.element(page.getByText(failed)).toBeVisible();
        expect(rows.elements()).toHaveLength(1);
        answers(give(() => pageOf([second])));
        await loadMore.click();
        await expect.poll(() => rows.elements().length).toBe(2);
        expect(requests().map(({ cursor }) => cursor)).toEqual([undefined, "next", "next"]);
        await expect.element(loadMore).not.toBeInTheDocument();
        await expect.element(page.getByText(failed)).not.toBeInTheDocument();
      },
    );

    it("fits into any window width with the longest values", async () => {
      await open(() => pageOf([overlong, row], "next"));
      await expect.element(rows.first()).toBeVisible();
      await expectFits(table);
    });
  });
}

/** A word of the given length in wide letters without a break opportunity. */
export function longWord(length: number): string {
  return "W".repeat(length);
}
