/** The features of a window of its own in the middle of this one. */
export function popupFeatures({ width, height }: { width: number; height: number }): string {
  const left = Math.max(0, window.screenX + Math.round((window.outerWidth - width) / 2));
  const top = Math.max(0, window.screenY + Math.round((window.outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/**
 * Within a click: opens an empty window whose address is known a moment later, since browsers open none afterwards. Null when the browser
 * blocks it.
 */
export function openPopup(name: string, size: { width: number; height: number }): Window | null {
  const opened = window.open("about:blank", name, popupFeatures(size));
  if (opened === null) return null;
  opened.document.documentElement.style.colorScheme = "light dark";
  opened.document.title = "Hearth";
  return opened;
}
