import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { openPage } from "../../../testing/render.tsx";

afterEach(() => document.querySelector("meta[name=contact]")?.remove());

it("shows the server's contact address", async () => {
  const meta = Object.assign(document.createElement("meta"), { name: "contact", content: "help@hearth.example" });
  document.head.append(meta);
  await openPage("/contact");
  await expect.element(page.getByRole("link", { name: "help@hearth.example" })).toHaveAttribute("href", "mailto:help@hearth.example");
});

it("shows no address if the server has none", async () => {
  await openPage("/contact");
  await expect.element(page.getByRole("heading", { name: "You cannot sign in" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Write to us" })).not.toBeInTheDocument();
});
