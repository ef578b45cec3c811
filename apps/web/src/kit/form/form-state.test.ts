import { expect, it, vi } from "vitest";
import { createFormState } from "./form-state.ts";

const empty = { email: "", others: [{ name: "" }, { name: "" }] };

const wrong = [
  { message: "Enter an email", path: ["email"] },
  { message: "Enter a name", path: ["others", 1, "name"] },
];

it("returns the same state until a change, and notifies listeners", () => {
  const form = createFormState(empty);
  const listener = vi.fn<() => void>();
  const stop = form.subscribe(listener);
  expect(form.get()).toBe(form.get());
  form.edit("email", "maya@hearth.test");
  expect(form.get().values.email).toBe("maya@hearth.test");
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  form.reset();
  expect(listener).toHaveBeenCalledTimes(1);
});

it("clears a field's message when it is edited, and the form's message on any edit", () => {
  const form = createFormState(empty);
  form.applyIssues(wrong);
  form.change({ failure: { title: "Not taken" } });
  form.editItem("others", 1, "name", "Ada");
  expect(form.get()).toMatchObject({ values: { others: [{ name: "" }, { name: "Ada" }] }, failure: null });
  expect(form.get().errors).toEqual({ email: "Enter an email" });
  form.edit("email", "a");
  expect(form.get().errors).toEqual({});
});

it("clears the messages inside a list when the list is edited", () => {
  const form = createFormState(empty);
  form.applyIssues(wrong);
  form.edit("others", [{ name: "" }]);
  expect(form.get().errors).toEqual({ email: "Enter an email" });
});

it("keeps the first message of a field, and returns the first one that no field on the page can show", () => {
  const form = createFormState(empty);
  const leave = form.registerField("email");
  const issues = [...wrong, { message: "Not an email", path: ["email"] }, { message: "Too much", path: [] }];
  expect(form.applyIssues(issues)).toBe("Enter a name");
  expect(form.get().errors).toEqual({ email: "Enter an email", "others[1].name": "Enter a name", "": "Too much" });
  leave();
  expect(form.applyIssues(issues)).toBe("Enter an email");
  expect(form.applyIssues([])).toBeUndefined();
  expect(form.get().errors).toEqual({});
});

it("adopts new default values until the form is edited", () => {
  const form = createFormState(empty);
  form.follow({ ...empty, email: "stored@hearth.test" });
  expect(form.get().values.email).toBe("stored@hearth.test");
  form.edit("email", "typed@hearth.test");
  form.follow({ ...empty, email: "other@hearth.test" });
  expect(form.get().values.email).toBe("typed@hearth.test");
  form.reset();
  expect(form.get().values.email).toBe("other@hearth.test");
  form.reset({ ...empty, email: "given@hearth.test" });
  expect(form.get().values.email).toBe("given@hearth.test");
});
