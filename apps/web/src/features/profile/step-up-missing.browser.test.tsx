import { HearthError } from "@hearth/domain/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { account } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { ProfileForm } from "./profile-form.tsx";

// No file of a part comes, as after a deployment that removed the old files.
vi.mock(import("../../ui/lazy-part.tsx"), async (importOriginal) => {
  const original = await importOriginal();
  const refused = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  return { ...original, lazyPart: (_load, failed) => original.lazyPart(refused, failed) };
});

it("ends as declined if its dialog does not load: the call fails, the form keeps what was typed and can be sent again", async () => {
  answers({
    "auth.updateProfile": () => {
      throw new HearthError("STEP_UP_REQUIRED");
    },
  });
  await show(<ProfileForm account={account()} />);
  const email = page.getByLabelText("Email");
  const save = page.getByRole("button", { name: "Save changes" });
  await email.fill("maya.new@hearth.test");
  for (const time of [1, 2]) {
    await save.click();
    await expect.poll(() => inputsOf("auth.updateProfile")).toHaveLength(time);
    await expect.element(page.getByText("the form for it did not load", { exact: false }).first()).toBeVisible();
    await expect.element(page.getByText("Please confirm that it is you, and then try again")).toBeVisible();
    await expect.element(save).toBeEnabled();
    await expect.element(email).toHaveValue("maya.new@hearth.test");
  }
});
