import { lazy, type ReactNode } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { show } from "../../testing/render.tsx";
import { LazyOverlay } from "./lazy-overlay.tsx";

it("shows the shape of an overlay that is open before its code has come", async () => {
  const arrival = Promise.withResolvers<{ default: () => ReactNode }>();
  const Form = lazy(() => arrival.promise);
  await show(
    <LazyOverlay open fallback={<p>The shape</p>}>
      <Form />
    </LazyOverlay>,
  );
  await expect.element(page.getByText("The shape")).toBeVisible();
  arrival.resolve({ default: () => <p>The form</p> });
  await expect.element(page.getByText("The form")).toBeVisible();
});
