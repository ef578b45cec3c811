import { expect, it } from "vitest";
import { withOwnIcons } from "./icon-imports.ts";

it("imports each icon from its own file, under its local name", () => {
  const own = withOwnIcons(`import { Bell as BellIcon, Link2,\n  ArrowUpRight,\n} from "lucide-react";\nrest();`);
  expect(own).toBe(
    `import BellIcon from "lucide-react/icons/bell";import Link2 from "lucide-react/icons/link-2";` +
      `import ArrowUpRight from "lucide-react/icons/arrow-up-right";\nrest();`,
  );
});

it("leaves other exports and other packages unchanged", () => {
  for (const code of [`import { createLucideIcon } from "lucide-react";`, `import { Bell } from "elsewhere";`]) {
    expect(withOwnIcons(code)).toBe(code);
  }
});
