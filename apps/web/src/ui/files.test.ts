import { expect, it } from "vitest";
import { formatFileSize } from "./files.tsx";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1 kB"],
  [412_345, "412 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [1_834_000, "1.8 MB"],
  [5_242_880, "5.2 MB"],
])("formats %i bytes as %s", (bytes, text) => expect(formatFileSize(bytes)).toBe(text));
