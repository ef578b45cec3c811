import { afterPaint } from "../lib/loading/after-paint.ts";

// Lets the browser paint what came with the page before the app keeps it busy. A hidden window is not painted.
if (!document.hidden) await afterPaint();
