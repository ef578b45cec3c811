import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { openPage } from "../../../testing/render.tsx";

afterEach(() => {
  for (const meta of document.querySelectorAll("meta[name=contact], meta[name=wallet-page]")) meta.remove();
});

it("shows the hash of the passkey wallet's page that the server serves", async () => {
  const hash = "ab".repeat(32);
  document.head.append(Object.assign(document.createElement("meta"), { name: "wallet-page", content: hash }));
  await openPage("/security");
  await expect.element(page.getByTitle(hash)).toBeVisible();
});

it("says nothing about the page of a passkey wallet where the server serves none", async () => {
  await openPage("/security");
  await expect.element(page.getByRole("heading", { name: "What is signed" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "The page of your passkey wallet" })).not.toBeInTheDocument();
});

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
