import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, offline } from "../../testing/answers.ts";
import { show } from "../../testing/render.tsx";
import { Enrollment } from "./enrollment.tsx";

it.each([
  [
    "is refused",
    () => {
      throw new HearthError("NOT_FOUND");
    },
    "Failed to verify enrollment status. Please try again.",
  ],
  ["finds no server", offline, "An error occurred while checking your status. Please try again."],
] as const)("offers a link to the dashboard when the check %s", async (_, answer, sentence) => {
  answers({ "auth.me": answer });
  await show(<Enrollment edit={false} onEdit={() => {}} onDone={() => {}} />);
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Go to Dashboard" })).toHaveAttribute("href", "/dashboard");
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
});
