import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPopupWindows, openPopup } from "./popup-window.ts";

/** A window that records what is done to it. */
function fakeWindow() {
  const visited: string[] = [];
  const opened = {
    closed: false,
    visited,
    focus: vi.fn<() => void>(),
    close: () => void (opened.closed = true),
    document: document.implementation.createHTMLDocument(),
    location: { replace: (url: string) => void visited.push(url) },
  };
  return opened;
}

let windows: ReturnType<typeof fakeWindow>[] = [];
let isBlocked = false;
const names = () => vi.mocked(window.open).mock.calls.map(([, name]) => name);

beforeEach(() => {
  windows = [];
  isBlocked = false;
  const open: (...sent: unknown[]) => unknown = () => {
    if (isBlocked) return null;
    windows.push(fakeWindow());
    return windows.at(-1);
  };
  vi.stubGlobal("open", vi.fn(open));
});
afterEach(() => vi.unstubAllGlobals());

const size = { width: 480, height: 720 };

it("brings an open window to the front on a second press, and leaves what is under way in it", () => {
  const cards = createPopupWindows("card", size);
  expect(cards.bringBack("pay_1", "https://pay.example/1")).toBe(true);
  expect(cards.bringBack("pay_1", "https://pay.example/1")).toBe(true);
  expect(windows).toHaveLength(1);
  expect(windows[0]?.visited).toEqual(["https://pay.example/1"]);
  expect(windows[0]?.focus).toHaveBeenCalledTimes(2);
});

it("opens a window again that was closed, and says so if the browser blocks it", () => {
  const cards = createPopupWindows("card", size);
  cards.bringBack("pay_1", "https://pay.example/1");
  windows[0]?.close();
  expect([cards.isOpen("pay_1"), cards.focus("pay_1")]).toEqual([false, false]);
  cards.bringBack("pay_1", "https://pay.example/1");
  expect(windows[1]?.visited).toEqual(["https://pay.example/1"]);
  windows[1]?.close();
  isBlocked = true;
  expect(cards.bringBack("pay_1", "https://pay.example/1")).toBe(false);
});

it("opens windows of two payments under two names, so that neither replaces the other", () => {
  const checkouts = createPopupWindows("checkout", size);
  for (const subject of ["pay_1", "pay_2"]) {
    checkouts.prepare();
    checkouts.show(subject, `https://hearth.example/${subject}`);
  }
  openPopup("checkout", size);
  expect(new Set(names()).size).toBe(3);
  expect(windows.map(({ visited }) => visited)).toEqual([["https://hearth.example/pay_1"], ["https://hearth.example/pay_2"], []]);
  checkouts.close("pay_1");
  expect(windows.map(({ closed }) => closed)).toEqual([true, false, false]);
});

it("closes a prepared window whose address could not be made, and shows nothing in it later", () => {
  const checkouts = createPopupWindows("checkout", size);
  checkouts.prepare();
  checkouts.drop();
  expect(windows[0]?.closed).toBe(true);
  expect(checkouts.show("pay_1", "https://hearth.example/pay_1")).toBe(false);
});
