import { expect, it } from "vitest";
import { queryClient } from "../lib/query-client.ts";
import { axeViolations } from "./accessible.ts";
import { closePage } from "./render.tsx";

type Values = Record<string, string | boolean>;

/** An invalid state of a form, with the messages expected on every submit. */
export interface InvalidState {
  /** Invalid values by field name. */
  values: Values;
  /** Expected messages by field, in page order. An empty one is a field that a shared message marks. */
  messages: Record<string, string>;
  /** Expected message above the fields. */
  title?: string;
}

interface FormUnderTest {
  /** Accessible name of the form. */
  label: string;
  /** Renders the form, ready to be filled in. */
  open: () => Promise<unknown>;
  /** Valid values by field name. */
  valid: Values;
  invalid: Record<string, InvalidState>;
  /** Number of accepted submits so far. */
  acceptedCount: () => number;
  /** True for a form that keeps no draft. `component-tests.test.ts` lists them. */
  undrafted?: boolean;
  /** True if `open` types into the form. Its draft is then tested where `open` does not. */
  opensTyped?: boolean;
}

/** Fields whose values are never stored. */
const secretFields = /password|token|secret|(?<!zip)code/i;

/**
 * Tests that typed text survives leaving the page, unless the form keeps no draft or has only secrets, and that clearing it restores the form.
 * Reads the storage too: no secret may be in it.
 */
function testDraft({ label, open, valid, invalid, undrafted = false }: FormUnderTest): void {
  it(`${label}: keeps what is typed`, async () => {
    await open();
    const form = await formNamed(label);
    const untouched = shownValues(form);
    const typed = changing(form, [valid, ...Object.values(invalid).map(({ values }) => values)]);
    enter(form, { ...valid, ...typed });
    leaveFields(form);
    await settled();
    const before = shownValues(form);
    const secrets = Object.entries(typed).filter(([name, value]) => secretFields.test(name) && String(value).length > 3);
    for (const [, secret] of secrets) expect(sessionStorage.getItem("drafts") ?? "").not.toContain(String(secret));
    await closePage();
    await open();
    const again = await formNamed(label);
    const isKept = !undrafted && Object.keys(typed).some((name) => !secretFields.test(name));
    const shownAgain = () => {
      leaveFields(again);
      return shownValues(again);
    };
    await expect.poll(shownAgain, { interval: 5 }).toEqual(isKept ? before : untouched);
    const clear = () => [...again.querySelectorAll("button")].find(({ textContent }) => textContent === "Clear");
    if (!isKept) return expect(clear()).toBeUndefined();
    await expect.poll(() => again.textContent, { interval: 5 }).toContain("Restored what you typed");
    clear()?.click();
    await expect.poll(() => sessionStorage.getItem("drafts"), { interval: 5 }).toBeNull();
    await expect.poll(() => shownValues(again), { interval: 5 }).not.toEqual(before);
  });
}

/** Takes the focus from every field: amounts and days are shown in their usual form then. */
function leaveFields(form: HTMLFormElement): void {
  for (const control of form.elements) control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}

/** Returns the first value for each field that differs from the one that the form shows. Only a text field takes an invalid one. */
function changing(form: HTMLFormElement, [valid = {}, ...invalid]: Values[]): Values {
  const changes = Object.keys(valid).flatMap((name) => {
    const control = [...form.elements].find((element) => element.getAttribute("name") === name);
    const isText = control instanceof HTMLInputElement && control.type !== "checkbox";
    const shown =
      control instanceof HTMLInputElement && control.type === "checkbox" ? control.checked : Reflect.get(control ?? {}, "value");
    const value = [valid, ...(isText ? invalid : [])]
      .map((values) => values[name])
      .find((other) => other !== undefined && other !== "" && other !== shown);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changes);
}

/** Values of the form's named fields in page order, without secrets. */
function shownValues(form: HTMLFormElement): [string, string | boolean][] {
  return [...form.elements].flatMap((control): [string, string | boolean][] => {
    const name = control.getAttribute("name");
    if (name === null || secretFields.test(name)) return [];
    // The name of some radio buttons is generated.
    if (control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)) return [[control.type, control.checked]];
    return control instanceof HTMLInputElement || control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement
      ? [[name, control.value]]
      : [];
  });
}

/**
 * Tests each invalid state of a form. Submits five times, and expects the same messages and no acceptance.
 * Then corrects field by field: the message disappears on the edit, and reappears on the next submit if the error returns. A form without
 * errors is accepted. Also tests that the form keeps what is typed.
 */
export function testFormErrors(tested: FormUnderTest): void {
  const { label, open, valid, invalid, acceptedCount, opensTyped = false } = tested;
  if (!opensTyped) testDraft(tested);
  it.each(Object.entries(invalid))(`${label}: %s`, async (_name, { values, messages, title }) => {
    await open();
    const form = await formNamed(label);
    enter(form, { ...valid, ...values });
    for (let time = 1; time <= 5; time += 1) {
      await press(form);
      await expectErrors(form, messages, `press ${time}`);
      if (title !== undefined) expect(form.textContent, `press ${time}`).toContain(title);
    }
    expect(await axeViolations(), "axe violations with error messages").toEqual([]);
    const remaining = { ...messages };
    for (const name of Object.keys(messages)) {
      const isLast = Object.keys(remaining).length === 1;
      // Values without a message of their own, such as a repeated password, are corrected with the last field that has one.
      const names = isLast ? [name, ...Object.keys(values).filter((other) => !(other in messages))] : [name];
      const correct = () => enter(form, pick(valid, names));
      correct();
      expect(shownErrors(form), `${name} is edited`).not.toHaveProperty(name);
      enter(form, pick(values, names));
      await press(form);
      await expectErrors(form, remaining, `${name} is invalid again`);
      correct();
      delete remaining[name];
      expect(acceptedCount(), "accepted too early").toBe(0);
      await press(form);
      if (!isLast) await expectErrors(form, remaining, `${name} is corrected`);
    }
    // A state with only a message above the fields is corrected as a whole.
    if (Object.keys(messages).length === 0) {
      enter(form, valid);
      await press(form);
    }
    await expect.poll(acceptedCount, { interval: 5 }).toBe(1);
  });
}

function pick(from: Values, names: string[]): Values {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? ""]));
}

/** Finds a form by its name, waiting for it. */
export async function formNamed(label: string): Promise<HTMLFormElement> {
  const find = () => [...document.forms].find((form) => form.getAttribute("aria-label") === label);
  await expect.poll(find, { interval: 5 }).toBeDefined();
  const form = find();
  if (!form) throw new Error(`The form "${label}" has disappeared`);
  return form;
}

/** Enters values as typing and choosing do, by field name. */
export function enter(form: HTMLFormElement, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const controls = [...form.elements].filter((element) => element.getAttribute("name") === name);
    if (controls.length === 0) throw new Error(`The form has no field "${name}"`);
    for (const control of controls) enterInto(control, value);
  }
}

function enterInto(control: Element, value: string | boolean): void {
  if (control instanceof HTMLInputElement && control.type === "checkbox") {
    if (control.checked !== value) control.click();
  } else {
    // Bypasses React's value tracking, which would ignore the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, String(value));
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  }
}

/**
 * Clicks a form's submit button as a pointer does. Pressing takes the focus from the field; if that moves the button away from the pointer,
 * nothing is clicked.
 */
export async function press(form: HTMLFormElement): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[type="submit"]')];
  const button = buttons.find((candidate) => candidate.form === form);
  if (!button) throw new Error("The form has no submit button");
  button.scrollIntoView({ block: "center" });
  await steady(button);
  const { left, top, width, height } = button.getBoundingClientRect();
  button.focus();
  await settled();
  const below = document.elementFromPoint(left + width / 2, top + height / 2);
  if (button.contains(below)) button.click();
  await settled();
}

/** Messages of the invalid fields by name, in page order. */
export function shownErrors(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const control of form.querySelectorAll('[aria-invalid="true"]')) {
    const described = (
      control.getAttribute("aria-describedby") ??
      control.closest("fieldset")?.getAttribute("aria-describedby") ??
      ""
    ).split(" ");
    const texts = described.map((id) => document.getElementById(id)).filter((element) => element?.role === "alert");
    errors[control.getAttribute("name") ?? ""] ??= texts.map((element) => element?.textContent ?? "").join(" ");
  }
  return errors;
}

async function expectErrors(form: HTMLFormElement, messages: Record<string, string>, when: string): Promise<void> {
  await expect.poll(() => Object.entries(shownErrors(form)), { interval: 5, message: when }).toEqual(Object.entries(messages));
  if (Object.keys(messages).length === 0) return;
  const focused = () => document.activeElement?.getAttribute("name");
  await expect.poll(focused, { interval: 5, message: `${when}: the focus` }).toBe(Object.keys(messages)[0]);
}

/**
 * Waits until all requests are answered, the fonts are loaded, and the control stops moving.
 * Late content would move the button away from the pointer, and a click lost to that says nothing about the form.
 */
async function steady(control: Element): Promise<void> {
  await document.fonts.ready;
  await expect.poll(() => queryClient.isFetching(), { interval: 5, message: "pending queries" }).toBe(0);
  let before = "";
  const stands = async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const place = JSON.stringify(control.getBoundingClientRect());
    const isSame = place === before;
    before = place;
    return isSame;
  };
  await expect.poll(stands, { interval: 0, message: "the control stops moving" }).toBe(true);
}

/** Waits until the effects of a click are rendered. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}
