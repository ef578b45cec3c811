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

it("keeps the version that it was filled from while it is edited, and says that the record has changed", () => {
  const form = createFormState(empty, "1");
  form.follow({ ...empty, email: "stored@hearth.test" }, "2");
  expect(form.version()).toBe("2");
  form.edit("email", "typed@hearth.test");
  form.follow({ ...empty, email: "other@hearth.test" }, "3");
  expect(form.version()).toBe("2");
  expect(form.get()).toMatchObject({ values: { email: "typed@hearth.test" }, isOutdated: true });
  form.showCurrent();
  expect(form.version()).toBe("3");
  expect(form.get()).toMatchObject({ values: { email: "other@hearth.test" }, isOutdated: false, isSetAside: true });
  form.bringBack();
  expect(form.get()).toMatchObject({ values: { email: "typed@hearth.test" }, isOutdated: false, isSetAside: false });
  expect(form.edited()).toEqual({ email: "typed@hearth.test" });
});

it("adopts the saved record, unless it was edited while it was sent", () => {
  const form = createFormState(empty, "1");
  form.edit("email", "sent@hearth.test");
  const sent = form.get().values;
  form.follow({ ...empty, email: "saved@hearth.test" }, "2");
  form.saved(sent);
  expect(form.get()).toMatchObject({ values: { email: "saved@hearth.test" }, isOutdated: false });
  expect(form.edited()).toEqual({});
  form.edit("email", "second@hearth.test");
  const second = form.get().values;
  form.edit("email", "third@hearth.test");
  form.follow({ ...empty, email: "second@hearth.test" }, "3");
  form.saved(second);
  expect(form.version()).toBe("3");
  expect(form.edited()).toEqual({ email: "third@hearth.test" });
});

it("follows its record after it was reset and saved", () => {
  const form = createFormState(empty);
  form.edit("email", "sent@hearth.test");
  const sent = form.get().values;
  form.reset();
  form.saved(sent);
  form.follow({ ...empty, email: "other@hearth.test" });
  expect(form.get().values.email).toBe("other@hearth.test");
});

it("keeps the values of a form that was sent and stays open", () => {
  const form = createFormState(empty);
  form.edit("email", "sent@hearth.test");
  form.saved(form.get().values);
  form.follow(empty);
  expect(form.get().values.email).toBe("sent@hearth.test");
  expect(form.edited()).toEqual({});
});

it("restores typed values over a record, with the version that they were typed over", () => {
  const form = createFormState(empty, "2");
  form.restore({ email: "typed@hearth.test" }, "1");
  expect(form.version()).toBe("1");
  expect(form.get()).toMatchObject({ values: { email: "typed@hearth.test", others: empty.others }, isOutdated: true });
});
