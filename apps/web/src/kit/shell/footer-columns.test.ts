import { expect, it } from "vitest";
import { footerColumns } from "./footer-columns.ts";

it("links the ten pages of the footer", () => {
  expect(footerColumns.flatMap(({ links }) => links.map(({ to }) => to))).toEqual([
    "/merchants",
    "/rent",
    "/business",
    "/fraud-protection",
    "/resolutions",
    "/about",
    "/careers",
    "/contact",
    "/privacy",
    "/terms",
  ]);
});
