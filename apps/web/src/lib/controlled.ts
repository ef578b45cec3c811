import { type ComponentChildren, options, type VNode } from "preact";

/**
 * What the pages rely on and Preact leaves out, for every field of every page and library:
 *
 * - A field shows what its page holds. React puts a controlled field back after each event; Preact does so only when something is drawn anew, so a key
 *   that the page refuses would stay on the screen, and an amount would look different from the one that is paid.
 * - `autoFocus` gives the focus to what appears; the browser's own attribute does so once in the life of a document.
 */
type Drawn = VNode & { __e?: unknown };

interface Held {
  value?: unknown;
  checked?: unknown;
}

const held = new WeakMap<EventTarget, Held>();

const { diffed, event: heard } = options;

options.diffed = (vnode) => {
  diffed?.(vnode);
  const { type, props, __e: element } = vnode as Drawn;
  if (typeof type !== "string" || !isField(element)) return;
  const { value, checked } = props as Held & { children?: ComponentChildren };
  held.set(element, { value, checked });
};

options.event = (event) => {
  const { target } = event;
  // After the handlers of this event and what they had drawn.
  if (isField(target)) queueMicrotask(() => queueMicrotask(() => putBack(target)));
  return heard ? heard(event) : event;
};

function putBack(field: Field): void {
  const { value, checked } = held.get(field) ?? {};
  if (value !== undefined && value !== null && !(field instanceof HTMLSelectElement && field.multiple)) {
    if (field.value !== String(value)) field.value = String(value);
  }
  if (checked !== undefined && checked !== null && field instanceof HTMLInputElement) {
    if (field.checked !== Boolean(checked)) field.checked = Boolean(checked);
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isField(element: unknown): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}
