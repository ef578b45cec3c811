import axe from "axe-core";
import { vi } from "vitest";

/** Shapes that axe has checked, for all test files, because tests mostly render the same parts. */
const checkedShapes = new Set<string>();

/**
 * Returns axe's violations of WCAG 2.2 AA in the current page. Checks only the first of several parts that differ in their text alone.
 * Skips the slow rules that depend on rendering. `contrast.test.ts` checks the contrast of every pair of tokens, and the journeys check
 * target sizes on every page.
 */
export async function axeViolations(): Promise<string[]> {
  await vi.waitFor(expectNoRemains);
  const known: Element[] = [];
  if (isKnown(document.body, known)) return [];
  const { violations } = await axe.run(
    { include: document.body, exclude: ["[data-base-ui-focus-guard]", ...known] }, // The focus guards of an open Base UI layer are not content
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

/** Fails until a closed dialog has released the page behind it for screen readers. */
function expectNoRemains(): void {
  if (document.querySelector("[role=dialog], [role=alertdialog], [role=listbox], [role=menu]") !== null) return;
  if (document.querySelector("[data-base-ui-inert]") !== null) throw new Error("The page is still inert after its dialog has closed");
}

/** True if a part was checked before. Otherwise marks it as checked, and collects its parts that were. */
function isKnown(part: Element, known: Element[]): boolean {
  const shape = shapeOf(part);
  if (checkedShapes.has(shape)) return true;
  checkedShapes.add(shape);
  for (const child of part.children) if (isKnown(child, known)) known.push(child);
  return false;
}

/**
 * Returns the HTML without text, except accessible names, and without attributes that differ between renderings. Repeated rows are reduced
 * to the last one.
 */
function shapeOf(part: Element): string {
  return part.outerHTML
    .replaceAll(/ (?:id|for|class|href|style|value|title|d|data-[a-z-]+|aria-(?:controls|labelledby|describedby|owns))="[^"]*"/g, "")
    .replaceAll(/>[^<]+</g, ">.<")
    .replaceAll(/(<(tr|li|option|path)\b.*?<\/\2>)(?=\1)/g, "");
}
