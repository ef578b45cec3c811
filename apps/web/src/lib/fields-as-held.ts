import { options, type VNode } from "preact";
import { flushSync } from "preact/compat";

/**
 * What the pages rely on and Preact leaves out, for every field of every page and library:
 *
 * - A field shows what its page holds. React draws what an edit changed before the edit returns, and puts the field back where it changed nothing. Preact
 *   leaves a refused key on the screen, and an amount would look different from the one that is paid.
 * - `autoFocus` gives the focus to what appears, each time; the browser's own attribute does so once in the life of a document.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Handler = (event: Event) => unknown;

interface Held {
  value?: unknown;
  checked?: unknown;
}

const held = new WeakMap<EventTarget, Held>();
const { diffed, event: heard, vnode: made } = options;

options.vnode = (vnode) => {
  made?.(vnode);
  const { type, props } = vnode;
  if (type !== "input" && type !== "textarea" && type !== "select") return;
  const handlers: Record<string, unknown> = props;
  for (const name of ["oninput", "oninputCapture", "onchange", "onChange"]) {
    const handler = handlers[name];
    if (isHandler(handler)) handlers[name] = (event: Event) => flushSync(() => handler(event));
  }
};

options.diffed = (vnode) => {
  diffed?.(vnode);
  const field = fieldOf(vnode);
  if (!field) return;
  const props: Record<string, unknown> = vnode.props;
  const { value, checked, autoFocus } = props;
  if (autoFocus === true && !held.has(field)) queueMicrotask(() => field.focus()); // once it stands on the page
  held.set(field, { value, checked });
};

options.event = (event) => {
  const { target } = event;
  // After the handlers of this event, and what was waiting to be drawn. Not before the last event of an edit: what was chosen would be lost to it.
  if (isField(target) && event.type === lastEventOf(target)) queueMicrotask(() => queueMicrotask(() => putBack(target)));
  return heard ? heard(event) : event;
};

function lastEventOf(field: Field): string {
  const isChosen = field instanceof HTMLSelectElement || field.type === "checkbox" || field.type === "radio";
  return isChosen ? "change" : "input";
}

function putBack(field: Field): void {
  const { value, checked } = held.get(field) ?? {};
  const text = typeof value === "string" || typeof value === "number" ? String(value) : null;
  if (text !== null && field.value !== text) field.value = text;
  if (typeof checked === "boolean" && field instanceof HTMLInputElement && field.checked !== checked) field.checked = checked;
}

/** The element that was drawn, which Preact keeps under a name that its own tools and signals rely on. */
function fieldOf(vnode: VNode & { __e?: unknown }): Field | null {
  return typeof vnode.type === "string" && isField(vnode.__e) ? vnode.__e : null;
}

function isField(element: unknown): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}
