/** Milliseconds for which a button must have been in sight before it can be pressed. A page that moves the frame under a pointer gains nothing by it. */
const sightMs = 500;

type Child = Node | string;

/** Makes an element with children. Text is never read as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  made.append(...children);
  return made;
}

/** Shows a screen in place of the one before, and moves the focus to its heading, so that it is read aloud. */
export function show(heading: string, ...children: Child[]): void {
  const title = element("h1", "", heading);
  title.tabIndex = -1;
  document.querySelector("main")?.replaceChildren(element("p", "brand", "Hearth wallet"), title, ...children);
  title.focus();
}

/** Shows a line below the buttons that is read aloud, such as what went wrong. */
export function say(sentence: string): void {
  const line = document.querySelector("[role=status]") ?? element("p", "status", "");
  line.setAttribute("role", "status");
  document.querySelector("main")?.append(line);
  line.textContent = sentence;
}

/** Clears the line below the buttons, if it still says this. */
export function takeBack(sentence: string): void {
  const line = document.querySelector("[role=status]");
  if (line?.textContent === sentence) line.textContent = "";
}

/**
 * Makes a button that can be pressed once it has been in sight for a moment with nothing over it, and while that lasts. `onSight` is called with false when
 * something covers it, and with true when nothing does. Browsers without the second version of IntersectionObserver cannot say that something covers the page:
 * there it is enough that the page is visible.
 */
export function guardedButton(label: string, onPress: () => void, onSight: (isVisible: boolean) => void): HTMLButtonElement {
  const button = element("button", "primary", label);
  button.type = "button";
  button.disabled = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const options: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
    threshold: 1,
    trackVisibility: true,
    delay: 100,
  };
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1);
    const isInView = last?.isIntersecting === true;
    const isVisible = isInView && (!("isVisible" in last) || last.isVisible === true);
    clearTimeout(timer);
    // Its screen was replaced: nothing is to be said on the next one.
    if (!button.isConnected) return observer.disconnect();
    if (!isVisible) button.disabled = true;
    timer = setTimeout(() => {
      if (!button.isConnected) return;
      button.disabled = !isVisible;
      // A button below the fold is out of view, and not covered.
      if (isInView) onSight(isVisible);
    }, sightMs);
  }, options);
  observer.observe(button);
  button.addEventListener("click", (event) => {
    if (!event.isTrusted || document.visibilityState !== "visible") return;
    clearTimeout(timer);
    observer.disconnect();
    button.disabled = true;
    onPress();
  });
  return button;
}

/** Makes a button for an act that needs no protection. */
export function plainButton(label: string, onPress: () => void): HTMLButtonElement {
  const button = element("button", "", label);
  button.type = "button";
  button.addEventListener("click", onPress);
  return button;
}
