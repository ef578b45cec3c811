import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers } from "../../testing/answers.ts";
import { network } from "../../testing/records.ts";
import { openPage } from "../../testing/render.tsx";

it("shows the not-found page for unknown paths, with a link home", async () => {
  answers({ "payments.network": () => network() });
  const router = await openPage("/no/such/place");
  await expect.element(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/404");
  await page.getByRole("link", { name: "Go Home" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/");
});

it("has every page that the footer links", async () => {
  const router = await openPage("/");
  const links = page.getByRole("contentinfo").getByRole("link");
  await expect.poll(() => links.elements().length).toBe(10);
  for (const path of links.elements().map((link) => link.getAttribute("href") ?? "")) {
    await router.navigate({ to: path });
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(router.state.location.pathname).toBe(path);
  }
});
