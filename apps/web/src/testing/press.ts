import { expect, it } from "vitest";
import { queryClient } from "../lib/query-client.ts";
import { breachesShown } from "./accessible.ts";

type Values = Record<string, string | boolean>;

/** What is wrong with a form, and what it has to say about that at every press. */
export interface WrongState {
  /** What is entered instead of what is right, by the names of the fields. */
  values: Values;
  /** The sentences at the fields, in the order of the page; an empty one is a field that a shared sentence marks. */
  says: Record<string, string>;
  /** A sentence above the fields. */
  title?: string;
}

interface FormUnderTest {
  /** The form's name for screen readers. */
  label: string;
  /** Shows the form, ready to be filled in. */
  open: () => Promise<unknown>;
  /** What a form that is taken holds, by the names of the fields. */
  right: Values;
  wrong: Record<string, WrongState>;
  /** How often the form was taken so far. */
  taken: () => number;
}

/**
 * Presses a form's button five times in each wrong state: it says the same each time and is not taken. Then mends field by field: a mended
 * field's sentence goes with the edit, comes back at the next press when the mistake does, and a form without mistakes is taken.
 */
export function itSaysWhatIsWrong({ label, open, right, wrong, taken }: FormUnderTest): void {
  it.each(Object.entries(wrong))(`${label}: %s`, async (_name, { values, says, title }) => {
    await open();
    const form = await formNamed(label);
    enter(form, { ...right, ...values });
    for (let time = 1; time <= 5; time += 1) {
      await press(form);
      await expectSaid(form, says, `press ${time}`);
      if (title !== undefined) expect(form.textContent, `press ${time}`).toContain(title);
    }
    expect(await breachesShown(), "what axe finds where the form says what is wrong").toEqual([]);
    const left = { ...says };
    for (const name of Object.keys(says)) {
      const isLast = Object.keys(left).length === 1;
      // What is wrong without a sentence of its own, a repeated password for instance, is mended with the last that has one.
      const names = isLast ? [name, ...Object.keys(values).filter((other) => !(other in says))] : [name];
      const mend = () => enter(form, pick(right, names));
      mend();
      expect(saidBy(form), `${name} is edited`).not.toHaveProperty(name);
      enter(form, pick(values, names));
      await press(form);
      await expectSaid(form, left, `${name} is wrong again`);
      mend();
      delete left[name];
      expect(taken(), "taken too early").toBe(0);
      await press(form);
      if (!isLast) await expectSaid(form, left, `${name} is mended`);
    }
    await expect.poll(taken, { interval: 5 }).toBe(1);
  });
}

function pick(from: Values, names: string[]): Values {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? ""]));
}

/** The form of that name, once it is there. */
export async function formNamed(label: string): Promise<HTMLFormElement> {
  const find = () => [...document.forms].find((form) => form.getAttribute("aria-label") === label);
  await expect.poll(find, { interval: 5 }).toBeDefined();
  const form = find();
  if (!form) throw new Error(`The form "${label}" has gone`);
  return form;
}

/** Enters values as typing and choosing do, by the names of the fields. */
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
    // Past React, which takes a value that it set itself for no edit.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, String(value));
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  }
}

/**
 * Presses the button of a form as a pointer does: with it down, the focus leaves its field; and when that has moved the button from under
 * the pointer, nothing is pressed.
 */
export async function press(form: HTMLFormElement): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[type="submit"]')];
  const button = buttons.find((candidate) => candidate.form === form);
  if (!button) throw new Error("The form has no button that sends it");
  button.scrollIntoView({ block: "center" });
  await steady(button);
  const { left, top, width, height } = button.getBoundingClientRect();
  button.focus();
  await settled();
  const below = document.elementFromPoint(left + width / 2, top + height / 2);
  if (button.contains(below)) button.click();
  await settled();
}

/** What each field says is wrong with it, by the names of the fields, in the order of the page. */
export function saidBy(form: HTMLFormElement): Record<string, string> {
  const said: Record<string, string> = {};
  for (const control of form.querySelectorAll('[aria-invalid="true"]')) {
    const described = (
      control.getAttribute("aria-describedby") ??
      control.closest("fieldset")?.getAttribute("aria-describedby") ??
      ""
    ).split(" ");
    const texts = described.map((id) => document.getElementById(id)).filter((element) => element?.role === "alert");
    said[control.getAttribute("name") ?? ""] ??= texts.map((element) => element?.textContent ?? "").join(" ");
  }
  return said;
}

async function expectSaid(form: HTMLFormElement, says: Record<string, string>, when: string): Promise<void> {
  await expect.poll(() => Object.entries(saidBy(form)), { interval: 5, message: when }).toEqual(Object.entries(says));
  const focused = () => document.activeElement?.getAttribute("name");
  await expect.poll(focused, { interval: 5, message: `${when}: the focus` }).toBe(Object.keys(says)[0]);
}

/**
 * Once everything that the page asked for is there and drawn, its faces too, and the control stands where it stood: what comes late moves a
 * button from under the pointer, and a press that is lost to that says nothing about the form.
 */
async function steady(control: Element): Promise<void> {
  await document.fonts.ready;
  await expect.poll(() => queryClient.isFetching(), { interval: 5, message: "questions without an answer" }).toBe(0);
  let before = "";
  const stands = async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const place = JSON.stringify(control.getBoundingClientRect());
    const isSame = place === before;
    before = place;
    return isSame;
  };
  await expect.poll(stands, { interval: 0, message: "the control stands still" }).toBe(true);
}

/** Once what a press set off in this page has been done and drawn. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}
