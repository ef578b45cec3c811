import axe from "axe-core";
import { vi } from "vitest";

/** What axe has looked at, of all files together: most of what a test shows, another one has shown. */
const looked = new Set<string>();

/**
 * What axe finds of breaches of WCAG 2.2 AA in what is shown now, in sentences; none where all is well. Of parts that differ in their words
 * alone it looks at the first. What depends on how things are drawn is left to others, because it takes longer than all the rest: contrast to
 * `contrast.test.ts`, which computes it of every pair of tokens, and the size of targets to the journeys, which look at every page.
 */
export async function breachesShown(): Promise<string[]> {
  await vi.waitFor(expectNoRemains);
  const known: Element[] = [];
  if (isKnown(document.body, known)) return [];
  const { violations } = await axe.run(
    { include: document.body, exclude: ["[data-base-ui-focus-guard]", ...known] }, // Base UI's own focus guards around an open layer are not content
    {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } },
      reporter: "no-passes",
      selectors: false,
      iframes: false,
      preload: false,
    },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(", ")}`);
}

/** The page behind a closed dialog is open to screen readers again just after the dialog has gone. */
function expectNoRemains(): void {
  if (document.querySelector("[role=dialog], [role=alertdialog], [role=listbox], [role=menu]") !== null) return;
  if (document.querySelector("[data-base-ui-inert]") !== null) throw new Error("A page is hidden for a dialog that is gone");
}

/** Whether a part has been looked at; otherwise it counts as that from now on, and those of its parts that have been are gathered. */
function isKnown(part: Element, known: Element[]): boolean {
  const shape = shapeOf(part);
  if (looked.has(shape)) return true;
  looked.add(shape);
  for (const child of part.children) if (isKnown(child, known)) known.push(child);
  return false;
}

/** What is drawn without its words, except names for screen readers, and without what differs from one drawing to the next; of rows that are the same, the last. */
function shapeOf(part: Element): string {
  return part.outerHTML
    .replaceAll(/ (?:id|for|class|href|style|value|title|d|data-[a-z-]+|aria-(?:controls|labelledby|describedby|owns))="[^"]*"/g, "")
    .replaceAll(/>[^<]+</g, ">.<")
    .replaceAll(/(<(tr|li|option|path)\b.*?<\/\2>)(?=\1)/g, "");
}
